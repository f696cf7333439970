import type { Socket } from 'node:net';
import test from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { evaluationKind, feedKind } from '../../src/database/postgres-leases.js';
import { feedServer } from '../support/feed-server.js';
import { settlesWithin } from '../support/in-time.js';
import { ownRedis } from '../support/own-redis.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const SOURCES = 4;
const SHARDS = 4;
/** Number of geofences, more than shards, so that some shards have several. */
const FENCES = 6;
/** Maximum time (ms) until another process reads the sources of a dead or frozen one. */
const TAKEOVER_MS = 15_000;
const seen = (hex: string, lon: number) =>
  `MSG,3,1,1,${hex},1,2026/11/21,12:00:00.000,2026/11/21,12:00:00.000,,37000,,,52.0,${lon},,,0,0,0,0\n`;

test('two processes share sources and geofences; one takes over all within 15 s if the other is killed or frozen, and the leader alone has them without Redis', async (t) => {
  t.timeout(180_000); // the server ends the session of a frozen process after 11 s
  const { url: databaseUrl, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const redis = await ownRedis(t);
  const ready = new RedisConnection({ url: redis.url });
  await ready.ready(30_000);
  await ready.close();
  const sockets: Array<Set<Socket>> = Array.from({ length: SOURCES }, () => new Set());
  const receivers = await Promise.all(sockets.map((set) => feedServer(t, (socket) => void set.add(socket))));
  const env = {
    ...sharedEnv,
    SVC_DATABASE_URL: databaseUrl,
    SVC_REDIS_URL: redis.url,
    SVC_GEOFENCE_SHARDS: String(SHARDS),
    SVC_ADSB_SOURCES: receivers.map(({ port }) => `tcp://127.0.0.1:${port}`).join(),
  };
  const first = await startProcess(t, env);
  await eventually(() => receivers.every(({ open }) => open === 1));
  const second = await startProcess(t, env);
  const client = await ProcessClient.at(second);
  /** Returns the items of the shared feeds in the health response of a process. */
  const feedsAt = async (service: ServiceProcess) => {
    const items = (await client.get(service, '/health/feeds')).json.items as Array<{
      feed: string;
      standby?: boolean;
      process?: string;
    }>;
    return items.filter(({ feed }) => feed.startsWith('adsb.tcp'));
  };
  const readAt = async (service: ServiceProcess) =>
    (await feedsAt(service)).filter(({ standby }) => !standby).map(({ feed }) => feed);
  const sharedBy = async (one: ServiceProcess, other: ServiceProcess) => {
    const [here, there] = [await readAt(one), await readAt(other)];
    return here.length === SOURCES / 2 && there.length === SOURCES / 2 && new Set([...here, ...there]).size === SOURCES;
  };
  /** Checks that each source is read by one process, and that every process gets its reports. */
  const works = async (services: ServiceProcess[], lon: number) => {
    await eventually(() => receivers.every(({ open }) => open === 1));
    for (const [index, set] of sockets.entries())
      for (const socket of set) if (!socket.destroyed) socket.write(seen(`4CA2D${index}`, lon));
    const isKnown = async (service: ServiceProcess, index: number) =>
      (await client.get(service, `/geospatial/aircraft/4ca2d${index}`)).json.position?.lon === lon;
    for (const service of services) for (const index of sockets.keys()) await eventually(() => isKnown(service, index));
  };

  await eventually(() => sharedBy(first, second));
  await works([first, second], 4);
  const names = async (service: ServiceProcess) =>
    new Set((await feedsAt(service)).flatMap(({ process }) => process ?? []));
  await eventually(async () => (await names(first)).size === 2 && (await names(second)).size === 2);
  const admin = (await client.get(second, '/admin/feeds')).json.items as Array<{
    feed: string;
    process: string | null;
  }>;
  t.deepEqual(
    new Set(admin.filter(({ feed }) => feed.startsWith('adsb.tcp')).map(({ process }) => process)),
    await names(second),
  );

  // The leader is killed.
  first.child.kill('SIGKILL');
  await first.exit;
  const afterKill = eventually(
    async () => (await readAt(second)).length === SOURCES && receivers.every(({ open }) => open === 1),
  );
  t.true(await settlesWithin(TAKEOVER_MS, afterKill), 'killed');
  await afterKill;
  await works([second], 5);

  const third = await startProcess(t, env);
  await eventually(() => sharedBy(second, third));
  await works([second, third], 6);

  const fence = { name: 'Far', shape: { type: 'circle', center: { lat: 52, lon: 30 }, radiusMeters: 5_000 } };
  const fences: string[] = [];
  for (let index = 0; index < FENCES; index += 1)
    fences.push((await client.post(third, '/geospatial/geofences', fence)).json.id);
  const transitionsOf = async (id: string): Promise<string[]> =>
    (await client.get(third, `/geospatial/geofences/${id}/transitions`)).json.items.map(
      ({ type, entity }: Record<string, string>) => `${type} ${entity}`,
    );
  const transitions = async () => (await Promise.all(fences.map(transitionsOf))).flat();

  // The leader is frozen; its connections stay open.
  second.child.kill('SIGSTOP');
  const afterFreeze = eventually(
    async () => (await readAt(third)).length === SOURCES && receivers.every(({ connections }) => connections > 0),
  );
  t.true(await settlesWithin(TAKEOVER_MS, afterFreeze), 'frozen');
  await afterFreeze;
  // The reports also reach the frozen process. It reads them when it resumes and still believes that it is the leader.
  for (const [index, set] of sockets.entries())
    for (const socket of set) if (!socket.destroyed) socket.write(seen(`4CA2D${index}`, 30));
  await eventually(async () => (await transitions()).length === FENCES * SOURCES);
  second.child.kill('SIGCONT');
  await eventually(() => sharedBy(second, third));
  await works([second, third], 7);
  await eventually(async () => (await transitions()).length >= 2 * FENCES * SOURCES);
  const expected = fences
    .flatMap(() => [...sockets.keys()])
    .flatMap((index) => [`entered aircraft:4ca2d${index}`, `exited aircraft:4ca2d${index}`]);
  t.deepEqual((await transitions()).sort(), expected.sort(), 'each transition is published once');

  // Without Redis, reports that a follower reads would be lost, so the leader takes over all sources and shards.
  const heldOf = async (kind: number) => {
    const held =
      "select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database())";
    return (await database.query<{ count: number }>(`${held} group by pid order by 1`, [kind])).rows
      .map(({ count }) => count)
      .join();
  };
  const leases = async () => `${await heldOf(feedKind.holders)} ${await heldOf(evaluationKind.holders)}`;
  await eventually(async () => (await leases()) === '2,2 2,2');
  await redis.leave();
  await eventually(async () => (await leases()) === '4 4');
  redis.comeBack();
  await eventually(async () => (await leases()) === '2,2 2,2');
});
