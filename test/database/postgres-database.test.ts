import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { isDatabaseUnavailable, isUniqueViolation } from '../../src/database/database-errors.js';
import { eq, sql } from '../../src/database/drizzle.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { accounts } from '../../src/database/schema.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import { createTestDatabase } from '../support/test-database.js';
import { execute, siblingUrl } from '../support/test-server.js';

const account = (name: string) => ({
  id: uuidV7(),
  email: `${name}@example.test`,
  displayName: name,
  passwordHash: 'x',
});

async function fixture(t: { teardown(work: () => Promise<void>): void }) {
  const { database, url, drop } = await createTestDatabase();
  t.teardown(drop);
  const names = async () =>
    (await database.query<{ name: string }>('SELECT display_name AS name FROM accounts ORDER BY 1')).rows.map(
      (row) => row.name,
    );
  /** Adds an account through the current `database.orm`, as a repository does. */
  const add = (name: string) => database.orm.insert(accounts).values(account(name));
  return { database, url, names, add };
}

const failure = new Error('on purpose');

/** Lets a number of participants wait for each other: `join` resolves for all when the last has joined. */
class Meeting {
  private readonly full = Promise.withResolvers<void>();

  constructor(private missing: number) {}

  join(): Promise<void> {
    this.missing -= 1;
    if (this.missing === 0) this.full.resolve();
    return this.full.promise;
  }
}

test('the changes of a transaction are visible when it resolves, and never when it rejects', async (t) => {
  const { database, names, add } = await fixture(t);
  t.is(await database.transaction(async () => add('kept').then(() => 7)), 7);
  const error = await t.throwsAsync(
    database.transaction(async () => add('undone').then(() => Promise.reject(failure))),
  );
  t.is(error, failure);
  t.deepEqual(await names(), ['kept']);
});

test('`orm` and `query` use the current transaction at any call depth', async (t) => {
  const { database, add } = await fixture(t);
  const repository = { find: () => database.orm.select({ name: accounts.displayName }).from(accounts) };
  const service = { find: () => wait(5).then(() => repository.find()) };
  await t.throwsAsync(
    database.transaction(async (tx) => {
      await tx.insert(accounts).values(account('inside'));
      t.deepEqual(await service.find(), [{ name: 'inside' }]);
      t.is((await database.query('SELECT FROM accounts')).rowCount, 1);
      await database.query("UPDATE accounts SET display_name = 'changed'");
      throw failure;
    }),
  );
  t.deepEqual(await service.find(), []);
  await add('outside');
  t.is((await service.find()).length, 1);
});

test('a transaction opened through `orm` is also the current one', async (t) => {
  const { database, names, add } = await fixture(t);
  await t.throwsAsync(database.orm.transaction(async () => add('undone').then(() => Promise.reject(failure))));
  t.deepEqual(await names(), []);
});

test('a nested transaction is a savepoint', async (t) => {
  const { database, names, add } = await fixture(t);
  await database.transaction(async () => {
    await add('outer');
    await t.throwsAsync(database.transaction(async () => add('inner').then(() => Promise.reject(failure))));
    await database.transaction(async () => database.transaction(async () => add('innermost')));
    await add('after');
  });
  t.deepEqual(await names(), ['after', 'innermost', 'outer']);
  await t.throwsAsync(
    database.transaction(async () => {
      await database.transaction(async () => add('undone with the outer'));
      throw failure;
    }),
  );
  t.is((await names()).length, 3);
});

test('a statement not awaited by its transaction is rejected after it, and does not run in the next one', async (t) => {
  const { database, names, add } = await fixture(t);
  const ended = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await database.transaction(async () => {
    late = ended.promise.then(() => add('late'));
  });
  ended.resolve();
  const error = await t.throwsAsync(late);
  t.regex(String((error as Error).cause), /must be awaited within it/);
  t.deepEqual(await names(), []);
});

test('concurrent transactions are separate', async (t) => {
  const { database, names, add } = await fixture(t);
  const [added, read] = [new Meeting(2), new Meeting(2)];
  const run = (mine: number, end: () => void) =>
    database.transaction(async () => {
      await add(`by ${mine}`);
      await added.join();
      const seen = await names();
      // Waits until both have read, because either would see the other's changes after its commit.
      await read.join();
      t.deepEqual(seen, [`by ${mine}`]);
      end();
    });
  const [first, second] = await Promise.allSettled([
    run(0, () => {}),
    run(1, () => {
      throw failure;
    }),
  ]);
  t.deepEqual([first?.status, second?.status], ['fulfilled', 'rejected']);
  t.deepEqual(await names(), ['by 0']);
});

test('int8 is read as a number, numeric as exact text, date as text, timestamptz as a Date, and json parsed', async (t) => {
  const { database } = await fixture(t);
  const { rows } = await database.query(
    `SELECT count(*) AS count, 9007199254740991::int8 AS big, 0.10::numeric AS price, date '2026-02-28' AS day,
       timestamptz '2026-02-28T12:00:00.123Z' AS at, '{"a":[1]}'::jsonb AS detail, null::int8 AS nothing`,
  );
  t.deepEqual(rows, [
    {
      count: 1,
      big: 9007199254740991,
      price: '0.10',
      day: '2026-02-28',
      at: new Date('2026-02-28T12:00:00.123Z'),
      detail: { a: [1] },
      nothing: null,
    },
  ]);
  await t.throwsAsync(database.query('SELECT 9007199254740993::int8'), { instanceOf: RangeError });
  t.deepEqual((await database.query('SELECT 1 AS one')).rows, [{ one: 1 }], 'the connection is still good');
});

test('a selected column has the type of the schema', async (t) => {
  const { database, add } = await fixture(t);
  await add('typed');
  const [row] = await database.orm.select().from(accounts).where(eq(accounts.displayName, 'typed'));
  t.true(row?.createdAt instanceof Date);
  t.deepEqual([row?.version, row?.preferences, row?.disabledAt], [1, {}, null]);
});

test('a duplicate value is reported with its constraint, for both kinds of query', async (t) => {
  const { database, add } = await fixture(t);
  await add('one');
  const errors = [
    await t.throwsAsync(add('one')),
    await t.throwsAsync(database.query('INSERT INTO accounts SELECT * FROM accounts')),
  ];
  for (const error of errors) {
    t.true(isUniqueViolation(error));
    t.false(isDatabaseUnavailable(error));
  }
  t.true(isUniqueViolation(errors[0], 'accounts_email_unique'));
  t.false(isUniqueViolation(errors[0], 'accounts_pkey'));
  t.false(isUniqueViolation(failure));
});

test('an internal error is not treated as an unavailable database', async (t) => {
  const { database } = await fixture(t);
  for (const statement of ['SELECT 1/0', 'SELECT * FROM none_such', 'INSERT INTO accounts DEFAULT VALUES']) {
    t.false(isDatabaseUnavailable(await t.throwsAsync(database.query(statement))), statement);
  }
  t.false(isDatabaseUnavailable(await t.throwsAsync(database.orm.execute(sql`SELECT 1/0`))));
});

test('a statement that times out is also canceled in the server', async (t) => {
  const { url } = await fixture(t);
  const usual = new PostgresDatabase({ connectionString: url }, () => {}, {
    poolSize: 1,
    limits: { connectMs: 60_000, queryMs: 60_000 },
  });
  t.teardown(() => usual.close());
  t.deepEqual((await usual.query('SHOW statement_timeout')).rows, [{ statement_timeout: '4s' }], 'usually');
  // The client waits longer than the statement sleeps, so only the server's limit can have ended it.
  const limits = { connectMs: 60_000, statementMs: 500, queryMs: 60_000 };
  const database = new PostgresDatabase({ connectionString: url }, () => {}, { poolSize: 1, limits });
  t.teardown(() => database.close());
  const error = await t.throwsAsync(database.query('SELECT pg_sleep(30)'), { code: '57014' });
  t.true(isDatabaseUnavailable(error));
  const { rows } = await execute(
    url,
    "SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid() AND state = 'active'",
  );
  t.is(Number(rows[0]?.count), 0);
});

test('a read-only database is unavailable for writes, available for reads, and recovers without a restart', async (t) => {
  const { database, url, names, add } = await fixture(t);
  await add('before');
  const name = new URL(url).pathname.slice(1);
  const beside = siblingUrl(url, 'postgres');
  await execute(beside, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await execute(
    beside,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
  );
  await wait(50); // the pool notices its lost connections
  t.true(isDatabaseUnavailable(await t.throwsAsync(add('refused'))));
  t.true(isDatabaseUnavailable(await t.throwsAsync(database.transaction(() => add('refused')))));
  t.deepEqual(await names(), ['before']);
  await execute(beside, `ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  // A connection whose write was rejected is not used again. A connection that has only read is still read-only, so its
  // first write fails once.
  const refused = await database
    .transaction(() => add('after'))
    .then(
      () => false,
      (error) => isDatabaseUnavailable(error),
    );
  if (refused) await database.transaction(() => add('after'));
  t.deepEqual(await names(), ['after', 'before']);
});

test('after close every query fails as closed, and a second close does nothing', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.close();
  await database.close();
  t.true(isDatabaseUnavailable(await t.throwsAsync(database.query('SELECT 1'))));
  t.true(isDatabaseUnavailable(await t.throwsAsync(database.transaction(async () => {}))));
});
