import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { migrate } from '../../src/database/migrate.js';
import { migrationsUpTo } from '../support/migrations-before.js';
import { planStatements } from '../support/prepare-statements.js';
import { newRestrictions } from '../support/schema-restrictions.js';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.js';
import { execute } from '../support/test-server.js';

// During an update, processes of the last release still run when a process of this version has already migrated the
// database.
const released = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'released', file), 'utf8').trim();

test('the newest schema accepts every statement of the last release', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const statements = released('statements.txt').split('\n');
  t.true(statements.length > 100);
  const { errors } = await planStatements(url, statements);
  t.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
});

test('the newest schema adds no restriction to a table of the last release that its statements could violate', async (t) => {
  const [older, newer] = await Promise.all([createEmptyDatabase(), createTestDatabase()]);
  t.teardown(() => Promise.all([older.drop(), newer.drop()]).then(() => {}));
  await migrate({ connectionString: older.url }, migrationsUpTo(t, released('last-migration.txt')));
  t.deepEqual(await newRestrictions(older.url, newer.url), []);

  // Shows that the check reports each change that breaks the last release, and accepts the other changes.
  for (const change of [
    'alter table accounts add column nickname text not null',
    "alter table accounts add column nickname_or_default text not null default ''",
    'alter table pins alter column note set not null',
    'create unique index on watchlists (account_id)',
    'alter table event_inbox add check (severity > 1)',
    'create table nicknames (id uuid references accounts (id))',
    'create table nicknames_of_accounts (id uuid references accounts (id) on delete cascade)',
  ])
    await execute(newer.url, change);
  t.deepEqual(await newRestrictions(older.url, newer.url), [
    'accounts.nickname is required',
    'accounts: restricts deletes: nicknames FOREIGN KEY (id) REFERENCES accounts(id)',
    'event_inbox: CHECK ((severity > 1))',
    'pins.note is required',
    'watchlists (account_id) is unique',
  ]);
  const { errors } = await planStatements(newer.url, [
    'insert into accounts (id, nobody) values ($1, $2) on conflict (email) do nothing',
  ]);
  t.is(errors.length, 1);
});
