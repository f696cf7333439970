import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { feedServer } from '../support/feed-server.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { randomNumbers } from '../support/random-numbers.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const SEED = Number(process.env.TEST_SEED ?? 20261123);
/** Number of kills. Each costs the start of a process; a nightly run may use 50. */
const KILLS = Number(process.env.FAULT_KILLS ?? 2);
const WRITERS = 4;
/** Returns a BaseStation line of an aircraft at 52° north. */
const seen = (lon: number) =>
  `MSG,3,1,1,4CA2D6,1,2026/11/21,12:00:00.000,2026/11/21,12:00:00.000,,37000,,,52.0,${lon},,,0,0,0,0\n`;

test(`X01: ${KILLS} kills -9 under load neither lose nor repeat an acknowledged write, a transition or an alert`, async (t) => {
  const random = randomNumbers(SEED);
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const sockets = new Set<Socket>();
  const receiver = await feedServer(t, (socket) => void sockets.add(socket));
  // The service runs without `__proto__`, as in the container image.
  const hardened = { NODE_OPTIONS: '--disable-proto=delete' };
  const env = {
    ...sharedEnv,
    ...hardened,
    SVC_DATABASE_URL: url,
    SVC_ADSB_SOURCES: `tcp://127.0.0.1:${receiver.port}`,
  };
  const start = () => startProcess(t, env);
  let current = await start();
  const restarts: number[] = [];
  // Without Redis, sessions end with the process, so the client signs in again at each new process.
  const clients = new Map<ServiceProcess, Promise<ProcessClient>>();
  const clientOf = (service: ServiceProcess) => {
    if (!clients.has(service)) clients.set(service, ProcessClient.at(service));
    return clients.get(service) as Promise<ProcessClient>;
  };
  const asked = async (path: string) => (await (await clientOf(current)).get(current, path)).json;

  const fence = {
    name: 'Maas',
    policy: { insideAtCreation: 'enter' },
    shape: { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 5_000 },
  };
  const client = await clientOf(current);
  const { id: geofenceId } = (await client.post(current, '/geospatial/geofences', fence)).json;
  const rule = { name: 'Inside', condition: { type: 'geofence', geofenceId, transition: 'inside' } };
  t.is((await client.post(current, '/alerts/rules', rule)).status, 201);
  await eventually(() => receiver.open === 1);

  // The load: each writer creates notes and repeats a request with the same idempotency key until it is acknowledged.
  const ledger = new Map<string, string>();
  const unexpected: unknown[] = [];
  let isOver = false;
  let isAbandoned = false;
  const writer = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const title = `${name}-${count}`;
      const key = { 'idempotency-key': randomUUID() };
      while (!ledger.has(title) && !isAbandoned) {
        const service = current;
        try {
          const { status, json } = await (await clientOf(service)).post(service, '/timeline/notes', { title }, key);
          if (status === 201) ledger.set(title, json.id);
          else if (![409, 503].includes(status)) unexpected.push(status);
        } catch {
          // The process was killed; the request is repeated.
        }
        if (!ledger.has(title)) await wait(50);
      }
      await wait(15);
    }
  };
  t.teardown(() => {
    isOver = isAbandoned = true;
  });
  const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));

  const report = async (lon: number) => {
    await eventually(() => receiver.open > 0);
    for (const socket of sockets) if (!socket.destroyed) socket.write(seen(lon));
  };
  const transitions = async (): Promise<string[]> =>
    (await asked(`/geospatial/geofences/${geofenceId}/transitions`)).items
      .map(({ type }: { type: string }) => type)
      .reverse();
  const alerts = async (): Promise<number> => (await asked('/alerts?limit=200')).items.length;

  const expected: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const next = start();
    await report(5);
    await eventually(async () => (await asked('/geospatial/aircraft/4ca2d6')).position?.lon === 5);
    // The aircraft enters, and the process is killed between the report and the alert.
    await report(4);
    await wait(random() * 250);
    const killedAt = performance.now();
    current.child.kill('SIGKILL');
    await current.exit;
    sockets.clear();
    current = await next;
    await report(4);
    expected.push('entered');
    await eventually(async () => (await transitions()).length === expected.length && (await alerts()) === kill + 1);
    restarts.push(Math.round(performance.now() - killedAt));
    expected.push('exited');
    await report(5);
    await eventually(async () => (await transitions()).length === expected.length);
  }
  isOver = true;
  await Promise.all(writers);

  t.deepEqual(unexpected, []);
  t.deepEqual(await transitions(), expected);
  t.is(await alerts(), KILLS);
  const { rows: notes } = await database.query<{ id: string; title: string; event: string | null }>(
    'select n.id, n.title, e.id as event from timeline_notes n left join events e on e.id = n.event_id',
  );
  const stored = new Map(notes.map(({ id, title }) => [title, id]));
  t.deepEqual(
    [...ledger].filter(([title, id]) => stored.get(title) !== id),
    [],
    'every acknowledged note is stored under its id',
  );
  t.is(notes.length, ledger.size, 'no note is stored twice');
  t.true(
    notes.every(({ event }) => event !== null),
    'every note has its event',
  );
  const { rows: events } = await database.query<{ count: number }>(
    `select count(*) from events where type = 'timeline.note'`,
  );
  t.is(Number(events[0]?.count), notes.length, 'no event is without its note');
  t.true(ledger.size >= WRITERS * KILLS, `${ledger.size} writes`);
  t.log(`${ledger.size} writes; from a kill to the alert of the next process: ${restarts.join(', ')} ms`);
});
