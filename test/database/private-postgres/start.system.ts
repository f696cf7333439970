import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import pg from 'pg';
import { layoutOf } from '../../../src/database/private-postgres/layout.js';
import { openPrivatePostgres, type PrivatePostgres } from '../../../src/database/private-postgres/private-postgres.js';
import { withStartLock } from '../../../src/database/private-postgres/start-lock.js';
import { privatePlace, sharedPlace } from '../../support/private-place.js';
import { privateClient } from '../../support/private-postgres-client.js';

const place = sharedPlace();

async function ask(server: PrivatePostgres, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({
    host: server.socketDirectory,
    port: server.port,
    user: server.user,
    database: server.database,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test.serial(
  'the first start initializes the cluster, later ones only start its server, and the data is kept',
  async (t) => {
    const first = await place.open();
    t.is(first.how, 'initialized');
    await ask(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.release();
    t.false(place.running());
    const second = await place.open();
    t.is(second.how, 'started');
    t.deepEqual(await ask(second, 'SELECT answer FROM kept'), { answer: 42 });
    await second.release();
  },
);

test.serial(
  'the server uses UTF-8, flushes to disk, uses page checksums, and listens on no network address',
  async (t) => {
    const server = await place.open();
    const shown = await ask(
      server,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
       current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses, current_setting('TimeZone') AS zone, 'Z' < 'a' AS by_code_point`,
    );
    t.deepEqual(shown, {
      encoding: 'UTF8',
      fsync: 'on',
      commits: 'on',
      checksums: 'on',
      addresses: '',
      zone: 'UTC',
      by_code_point: true,
    });
    await server.release();
  },
);

test.serial('the server stops with its last client and not before', async (t) => {
  const first = await place.open();
  const second = privateClient(t, place);
  t.is((await second.opened).how, 'attached');
  await first.release();
  t.true(place.running());
  const third = await place.open();
  t.is(third.how, 'attached');
  await second.release();
  t.deepEqual(await ask(third, 'SELECT 1 AS one'), { one: 1 });
  await third.release();
  await third.release(); // a second release does nothing
  t.false(place.running());
});

test.serial('the connection of another program keeps the server running', async (t) => {
  const server = await place.open();
  const guest = new pg.Client({
    host: server.socketDirectory,
    port: server.port,
    user: server.user,
    database: server.database,
  });
  guest.on('error', () => {});
  await guest.connect();
  await server.release();
  t.deepEqual((await guest.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  await guest.end();
  const next = await place.open();
  t.is(next.how, 'attached');
  await next.release();
  t.false(place.running());
});

test.serial(
  'if two processes start on an empty directory, one initializes it, the other attaches, and both can write',
  async (t) => {
    const place = privatePlace(t);
    const racers = [privateClient(t, place, { writer: 'a' }), privateClient(t, place, { writer: 'b' })];
    t.deepEqual((await Promise.all(racers.map((racer) => racer.opened))).map(({ how }) => how).sort(), [
      'attached',
      'initialized',
    ]);
    for (const racer of racers) racer.write();
    await Promise.all(racers.map((racer) => racer.wrote(100)));
    await Promise.all(racers.map((racer) => racer.kill()));
    const server = await place.open();
    t.is(server.how, 'attached');
    t.true(Number((await ask(server, 'SELECT count(*) FROM ledger'))?.count) >= 200);
    await server.release();
  },
);

for (const below of ['short', `${'long/'.repeat(25)}x`]) {
  test.serial(`a ${below.slice(0, 5)} data directory reached by another name is the same one`, async (t) => {
    const place = privatePlace(t, { below });
    const server = await place.open();
    t.is(dirname(server.socketDirectory) === place.layout.home, below === 'short');
    const alias = join(place.dataDir, 'alias');
    mkdirSync(alias);
    symlinkSync(place.layout.home, join(alias, 'postgres'));
    const other = await openPrivatePostgres(alias, () => {});
    t.is(other.how, 'attached');
    await Promise.all([server.release(), other.release()]);
    t.false(place.running());
    if (below !== 'short')
      t.false(existsSync(server.socketDirectory), 'what lies outside the data directory is removed');
  });
}

test.serial(
  'a socket directory accessible to other users is rejected before anything is sent to the server in it',
  async (t) => {
    const place = privatePlace(t, { below: `${'long/'.repeat(25)}x` });
    mkdirSync(place.layout.sockets, { mode: 0o755 });
    await t.throwsAsync(place.open(), { name: 'PrivatePostgresError', message: /nobody else may enter/ });
    t.false(place.running());
  },
);

test.serial('waiting for another process does not block the event loop, and ends with a clear error', async (t) => {
  const { layout } = privatePlace(t);
  const other = Promise.withResolvers<void>();
  const holder = withStartLock(layout.lock, 1_000, () => other.promise);
  let pulses = 0;
  const pulse = setInterval(() => {
    pulses += 1;
  }, 5);
  await t.throwsAsync(
    withStartLock(layout.lock, 1_000, async () => {}),
    { name: 'PrivatePostgresError', message: /Another process has been starting or stopping/ },
  );
  clearInterval(pulse);
  // About two hundred turns fit in the wait of a second. A busy machine makes fewer; a wait that blocks the event loop
  // allows only one or two.
  t.true(pulses >= 10, `${pulses} turns`);
  other.resolve();
  await holder;
  t.is(await withStartLock(layout.lock, 300, async () => 'free again'), 'free again');
});

test.serial('a cluster of another PostgreSQL is not changed', async (t) => {
  const place = privatePlace(t);
  mkdirSync(place.layout.cluster);
  writeFileSync(join(place.layout.cluster, 'PG_VERSION'), '17\n');
  await t.throwsAsync(place.open(), { name: 'PrivatePostgresError', message: /was written by PostgreSQL 17/ });
});

test.serial('a data directory that cannot be created is reported with a remedy', (t) => {
  t.throws(() => layoutOf('/dev/null/data'), { name: 'PrivatePostgresError', message: /set another SVC_DATA_DIR/ });
});

test.serial('an empty or missing cluster next to the files of a server is not treated as a first start', async (t) => {
  const place = privatePlace(t);
  await (await place.open()).release();
  rmSync(place.layout.cluster, { recursive: true });
  const missing = { name: 'PrivatePostgresError', message: /The database is missing: .*cluster is empty or gone/ };
  await t.throwsAsync(place.open(), missing);
  mkdirSync(place.layout.cluster);
  await t.throwsAsync(place.open(), missing);
  t.deepEqual(readdirSync(place.layout.cluster), []);
  rmSync(place.layout.home, { recursive: true });
  const anew = await place.open();
  t.is(anew.how, 'initialized');
  await anew.release();
});

test.serial('a damaged lock file is reported with its path and a remedy', async (t) => {
  const place = privatePlace(t);
  writeFileSync(place.layout.lock, 'x'.repeat(8_192));
  await t.throwsAsync(place.open(), {
    name: 'PrivatePostgresError',
    message: `${place.layout.lock} is damaged. It holds no data: delete it and start again.`,
  });
});
