import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import pg from 'pg';
import { socketName } from '../../../src/database/private-postgres/layout.js';
import type { PrivatePostgres } from '../../../src/database/private-postgres/private-postgres.js';
import { settlesWithin } from '../../support/in-time.js';
import { type PrivatePlace, privatePlace, sharedPlace, until } from '../../support/private-place.js';
import { type PrivateClient, privateClient } from '../../support/private-postgres-client.js';

const rounds = Number(process.env.TEST_KILL_ROUNDS ?? 5);
/** Maximum duration of a start, including recovery (ms). */
const queryTimeoutMs = 5_000;

/**
 * Shared by the tests: most of them kill its server, and the next test starts it again without a new initialization.
 */
const place = sharedPlace();

async function ledger(server: PrivatePostgres): Promise<Set<string>> {
  const client = new pg.Client({
    host: server.socketDirectory,
    port: server.port,
    user: server.user,
    database: server.database,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ line: string }>("SELECT writer || ':' || entry AS line FROM ledger");
  await client.end();
  return new Set(rows.map(({ line }) => line));
}

/** Returns the committed entries that are not in the ledger. */
const lost = (kept: Set<string>, writer: string, committed: number) =>
  Array.from({ length: committed + 1 }, (_, entry) => `${writer}:${entry}`).filter((line) => !kept.has(line));

test.serial('the server keeps running when all its clients die, and the next client attaches', async (t) => {
  const clients = [privateClient(t, place), privateClient(t, place)];
  await Promise.all(clients.map((client) => client.opened));
  await Promise.all(clients.map((client) => client.kill()));
  const server = await place.open();
  t.is(server.how, 'attached');
  await server.release();
  t.false(place.running());
});

test.serial(`no committed row is lost in ${rounds} rounds of killing server and clients under load`, async (t) => {
  const acknowledged = new Map<string, number>();
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const names = [`${round}a`, `${round}b`];
    const clients = names.map((writer) => privateClient(t, place, { writer }));
    const opened = await Promise.all(clients.map((client) => client.opened));
    if (round > 0) starts.push(Math.max(...opened.map(({ ms }) => ms)));
    for (const client of clients) client.write();
    await Promise.all(clients.map((client) => client.wrote(50)));
    await wait(Math.random() * 300); // kills at a random time during a write
    // In even rounds, server and clients are killed at the same time, so that a client may still restart the server.
    if (round % 2 === 0) await Promise.all([place.killServer(), ...clients.map((client) => client.kill())]);
    else await Promise.all(clients.map((client) => client.kill())).then(() => place.killServer());
    names.forEach((name, index) => {
      acknowledged.set(name, (clients[index] as PrivateClient).committed());
    });
  }
  const server = await place.open();
  const kept = await ledger(server);
  for (const [writer, committed] of acknowledged) t.deepEqual(lost(kept, writer, committed), [], writer);
  // The median is compared: recovery slows every start, other load on the machine only some.
  const median = starts.sort((a, b) => a - b)[starts.length >> 1] as number;
  t.log(`${rounds} rounds, ${kept.size} rows; median start after a kill ${Math.round(median)} ms`);
  t.true(median <= queryTimeoutMs, `${starts.map(Math.round).join(', ')} ms`);
  await server.release();
});

test.serial('a server that dies while clients run is started again by one of them', async (t) => {
  const server = await place.open();
  const other = privateClient(t, place, { writer: 'x' });
  await other.opened;
  const before = place.postmasterPid();
  await place.killServer();
  const opening = until(
    () =>
      place.postmasterPid() > 0 &&
      place.postmasterPid() !== before &&
      existsSync(join(server.socketDirectory, socketName)),
  ).then(() => place.open());
  t.true(await settlesWithin(queryTimeoutMs, opening));
  const again = await opening;
  t.is(again.how, 'attached');
  await other.release();
  await server.release();
  t.true(place.running());
  await again.release();
  t.false(place.running());
});

const stale: Record<string, (place: PrivatePlace) => void> = {
  'an id that belongs to another process by now': ({ layout }) => {
    const path = join(layout.cluster, 'postmaster.pid');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.ppid)));
  },
  'an empty file': ({ layout }) => truncateSync(join(layout.cluster, 'postmaster.pid')),
  'a socket lock of another process': ({ layout }) =>
    writeFileSync(join(layout.sockets, `${socketName}.lock`), `${process.pid}\n`),
};

for (const [what, spoil] of Object.entries(stale)) {
  test.serial(`the files of a killed server do not prevent the next start: ${what}`, async (t) => {
    const client = privateClient(t, place);
    await client.opened;
    await client.kill();
    await place.killServer();
    t.true(existsSync(join(place.layout.sockets, socketName)), 'its socket is left too');
    spoil(place);
    const opening = place.open();
    t.true(await settlesWithin(queryTimeoutMs, opening));
    const server = await opening;
    t.is(server.how, 'started');
    await server.release();
  });
}

const initialising = ({ layout }: PrivatePlace) =>
  readdirSync(layout.home).find((name) => name.startsWith('initialising-'));

const points: Record<string, (place: PrivatePlace) => boolean> = {
  'its directory is made': (place) => initialising(place) !== undefined,
  'initdb is at work': (place) => {
    const fresh = initialising(place);
    return fresh !== undefined && existsSync(join(place.layout.home, fresh, 'base', '1'));
  },
  'the cluster is in place': ({ layout }) => existsSync(join(layout.cluster, 'PG_VERSION')),
  'the server is starting': ({ layout }) => existsSync(join(layout.cluster, 'postmaster.pid')),
  'the server has its socket': ({ layout }) => existsSync(join(layout.sockets, socketName)),
};

for (const [point, reached] of Object.entries(points)) {
  test.serial(`an initialization killed when ${point} is repaired at the next start`, async (t) => {
    const place = privatePlace(t);
    const killed = privateClient(t, place);
    await until(() => reached(place));
    await killed.kill(); // the programs that it started continue to run
    const server = await place.open();
    const client = privateClient(t, place, { writer: 'after' });
    await client.opened;
    client.write();
    await client.wrote(10);
    await client.kill();
    t.deepEqual(lost(await ledger(server), 'after', client.committed()), []);
    await server.release();
    await (await place.open()).release();
    t.is(initialising(place), undefined, 'nothing is left of it');
    t.false(place.running());
  });
}
