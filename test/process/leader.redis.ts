import { once } from 'node:events';
import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { feedServer } from '../support/feed-server.js';
import { ownRedis } from '../support/own-redis.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

const secret = 'a test secret of more than thirty-two bytes';
const operator = {
  SVC_OPERATOR_EMAIL: 'operator@watchfloor.test',
  SVC_OPERATOR_PASSWORD: 'correct horse battery staple',
};
/** Returns a BaseStation line of an aircraft at 52° north. */
const seen = (hex: string, lon: number) =>
  `MSG,3,1,1,${hex},1,2026/11/21,12:00:00.000,2026/11/21,12:00:00.000,,37000,,,52.0,${lon},,,0,0,0,0\n`;

/** The parts of a response that the test reads. */
interface Answer {
  id: string;
  position?: { lon: number };
  items: Array<{ feed?: string; status?: string; standby?: boolean; type?: string; entity?: string }>;
}

test('one of two processes with the same sources reads them and publishes geofence transitions; when it is killed the other takes over, and nothing is published twice', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const { url } = await ownRedis(t);
  const redis = new RedisConnection({ url });
  await redis.ready(30_000);
  await redis.close();
  const sockets: Socket[] = [];
  const receiver = await feedServer(t, (socket) => void sockets.push(socket));
  const says = (line: string) => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(line);
  };
  const env = {
    SVC_DATABASE_URL: database.url,
    SVC_REDIS_URL: url,
    SVC_JWT_SECRET: secret,
    SVC_DATA_SECRET: secret,
    SVC_RATE_LIMIT: '100000',
    SVC_DRAIN_SECONDS: '0',
    SVC_ADSB_SOURCES: `tcp://127.0.0.1:${receiver.port}`,
    ...operator,
  };
  const first = await startProcess(t, env);
  await until(() => receiver.connections === 1);
  const second = await startProcess(t, env);
  const body = JSON.stringify({ email: operator.SVC_OPERATOR_EMAIL, password: operator.SVC_OPERATOR_PASSWORD });
  const signedIn = await fetch(`${second.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const ask = async (process: ServiceProcess, path: string, content?: { type: string; body: string }) => {
    const headers = { authorization: `Bearer ${accessToken}`, ...(content && { 'content-type': content.type }) };
    const answer = await fetch(`${process.url}/api/v1${path}`, {
      method: content ? 'POST' : 'GET',
      headers,
      body: content?.body,
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 404) throw new Error(`${path}: ${text}`);
    return JSON.parse(text) as Answer;
  };
  const feedAt = async (process: ServiceProcess) => {
    const feed = (await ask(process, '/health/feeds')).items.find(({ feed }) => feed === 'adsb.tcp');
    return [feed?.status, feed?.standby];
  };
  const knows = async (process: ServiceProcess, hex: string, lon: number) =>
    (await ask(process, `/geospatial/aircraft/${hex}`)).position?.lon === lon;
  // The transition must be published whether the geofence or the aircraft inside it is known first.
  const fence = {
    name: 'Maas',
    policy: { insideAtCreation: 'enter' },
    shape: { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 5_000 },
  };
  const { id } = await ask(second, '/geospatial/geofences', { type: 'application/json', body: JSON.stringify(fence) });
  /** Returns the transitions that the second process reports, oldest first. */
  const reported = async (): Promise<string[]> =>
    (await ask(second, `/geospatial/geofences/${id}/transitions`)).items
      .map(({ type, entity }) => `${type} ${entity}`)
      .reverse();

  await until(async () => isDeepStrictEqual(await feedAt(first), ['ok', undefined]));
  t.deepEqual(await feedAt(second), ['disabled', true]);
  says(seen('4CA2D6', 4));
  await until(async () => (await reported()).length === 1);
  await until(() => knows(second, '4ca2d6', 4));
  // Data submitted to the standby process reaches the leader.
  await ask(second, '/geospatial/ingest/adsb', { type: 'text/plain', body: seen('3C6444', 4) });
  await until(async () => (await reported()).length === 2);
  t.is(receiver.connections, 1);

  first.child.kill('SIGKILL');
  await once(first.child, 'exit').catch(() => undefined);
  await until(() => receiver.connections === 2);
  await until(async () => isDeepStrictEqual(await feedAt(second), ['ok', undefined]));
  says(seen('4CA2D6', 4.001));
  // A process may read a source before it leads, and evaluates no geofences until then. Aircraft report again.
  let lon = 5;
  await until(async () => {
    lon += 0.001;
    says(seen('4CA2D6', lon));
    return (await reported()).length === 3;
  });
  await ask(second, '/geospatial/ingest/adsb', { type: 'text/plain', body: seen('3C6444', 5) });
  await until(async () => (await reported()).length === 4);
  t.deepEqual(await reported(), [
    'entered aircraft:4ca2d6',
    'entered aircraft:3c6444',
    'exited aircraft:4ca2d6',
    'exited aircraft:3c6444',
  ]);
});
