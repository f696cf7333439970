import test from 'ava';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { serviceFor } from '../support/service-for.js';
import { createTestDatabase, openPatiently } from '../support/test-database.js';

test('a transaction that loses a deadlock is retried and succeeds, and its after-commit work runs once', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query('create table pairs (id int primary key, value int not null)');
  await database.query('insert into pairs values (1, 0), (2, 0)');
  const both = Promise.withResolvers<void>();
  let [begun, runs, followed] = [0, 0, 0];
  const cross = (first: number, second: number) =>
    database.transaction(async () => {
      runs += 1;
      database.afterCommit(() => {
        followed += 1;
      });
      await database.query('update pairs set value = value + 1 where id = $1', [first]);
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      await database.query('update pairs set value = value + 1 where id = $1', [second]);
    });
  await Promise.all([cross(1, 2), cross(2, 1)]);
  const { rows } = await database.query<{ value: number }>('select value from pairs');
  t.deepEqual(
    rows.map(({ value }) => value),
    [2, 2],
  );
  t.is(runs, 3);
  t.is(followed, 2);
});

test('work that must not run twice is not retried, and its failure is reported as an outage', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  let runs = 0;
  const work = async () => {
    runs += 1;
    await database.query(`do $$ begin raise exception sqlstate '40001'; end $$`);
  };
  const once = await t.throwsAsync(database.transaction(work, { repeatable: false }));
  t.is(runs, 1);
  t.true(isDatabaseUnavailable(once));
  const often = await t.throwsAsync(database.transaction(work));
  t.is(runs, 7);
  t.true(isDatabaseUnavailable(often));
});

test('on a server whose default isolation is serializable, concurrent writes succeed', async (t) => {
  const { url, database: owner, drop } = await createTestDatabase();
  const name = new URL(url).pathname.slice(1);
  await owner.query(`alter database "${name}" set default_transaction_isolation = 'serializable'`);
  const database = openPatiently(url, 8) as PostgresDatabase;
  t.teardown(async () => {
    await database.close();
    await drop();
  });
  const { rows } = await database.query<{ default_transaction_isolation: string }>(
    'show default_transaction_isolation',
  );
  t.is(rows[0]?.default_transaction_isolation, 'serializable');
  const service = await serviceFor(t, { parts: { database } });
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const writes = Array.from({ length: 6 }, (_, index) => [
    ...[ada, bob].flatMap((caller) => [
      caller.post('/markets/watchlists', { name: `List ${index}`, symbols: ['AAPL.US'] }),
      caller.post(
        '/geospatial/pins',
        { title: `Pin ${index}`, position: { lat: 1, lon: index } },
        { headers: { 'Idempotency-Key': `${caller.accountId}-${index}` } },
      ),
      caller.post('/subscriptions', { name: `All ${index}`, eventTypes: ['*'], delivery: { channel: 'stream' } }),
      caller.patch('/users/me', { displayName: `Name ${index}` }),
      caller.patch('/users/me/preferences', { theme: index % 2 === 0 ? 'dark' : 'light' }),
    ]),
    // Parallel sign-ins of one account count as failures until they succeed, so the account alternates.
    service.client().signIn((index % 2 === 0 ? ada : bob).email, 'correct horse battery staple'),
    service.client().post('/auth/register', {
      email: `new${index}@watchfloor.test`,
      password: 'correct horse battery staple',
      displayName: 'New',
    }),
  ]).flat();
  const answers = await Promise.all(writes);
  const unexpected = answers.filter(({ status }) => status >= 300).map(({ status, text }) => `${status} ${text}`);
  t.deepEqual(unexpected, []);
});
