import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import * as eventSchema from '../../src/database/event-schema.js';
import { migrate } from '../../src/database/migrate.js';
import * as schema from '../../src/database/schema.js';
import * as sharingSchema from '../../src/database/sharing-schema.js';
import { filesEnding } from '../../src/wiring/discover-files.js';
import { createEmptyDatabase } from '../support/test-database.js';
import { execute } from '../support/test-server.js';

const migrations = join(import.meta.dirname, '..', '..', 'src', 'database', 'migrations');
const program = join(import.meta.dirname, '..', 'support', 'migrate-process.js');

const journal = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };

/**
 * Returns all columns and indexes of the database as lines of text. Partitions are left out, because their number
 * depends on the day.
 */
async function shape(url: string): Promise<string[]> {
  const { rows } = await execute(
    url,
    `SELECT table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line FROM information_schema.columns
      WHERE table_schema IN ('public', 'drizzle') AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)
      UNION ALL SELECT replace(indexdef, ' ON ONLY ', ' ON ') FROM pg_indexes
      WHERE schemaname = 'public' AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', schemaname, tablename)::regclass) ORDER BY 1`,
  );
  return rows.map((row) => String(row.line));
}

const applied = async (url: string) =>
  (await execute(url, 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')).rows.length;

test('four processes that migrate an empty database concurrently all succeed, and each migration runs once', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  const processes = Array.from({ length: 4 }, () => fork(program, [url, migrations]));
  await Promise.all(processes.map((child) => once(child, 'message'))); // every process has loaded its modules
  for (const child of processes) child.send('go');
  const ends = await Promise.all(processes.map((child) => once(child, 'exit')));
  t.deepEqual(
    ends.map(([code]) => code),
    [0, 0, 0, 0],
  );
  t.is(await applied(url), journal(migrations).entries.length);
});

test('migrating again changes nothing', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url });
  const before = await shape(url);
  t.true(before.some((line) => line.startsWith('public.accounts.email text')));
  await migrate({ connectionString: url });
  t.deepEqual(await shape(url), before);
  t.is(await applied(url), journal(migrations).entries.length);
});

test('a killed migration leaves no changes and no lock, and the next run applies it completely', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-migrations-'));
  t.teardown(async () => {
    rmSync(folder, { recursive: true, force: true });
    await drop();
  });
  cpSync(migrations, folder, { recursive: true });
  const { entries, ...rest } = journal(folder);
  const last = entries.at(-1)!;
  const next = { ...last, idx: entries.length, tag: '9999_half_way', when: last.when + 1 };
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...rest, entries: [...entries, next] }));
  const sql = (pause: string) =>
    `CREATE TABLE half (id int);--> statement-breakpoint\n${pause}CREATE TABLE way (id int);`;
  writeFileSync(join(folder, `${next.tag}.sql`), sql('SELECT pg_sleep(60);--> statement-breakpoint\n'));

  const child = fork(program, [url, folder]);
  await once(child, 'message');
  child.send('go');
  const asleep = "SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
  while ((await execute(url, asleep)).rows.length === 0) await wait(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // PostgreSQL does not notice that the client of a sleeping session is gone, so the test ends the session as an
  // operator would.
  await execute(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
  );
  t.deepEqual((await execute(url, "SELECT to_regclass('half') IS NULL AS gone")).rows, [{ gone: true }]);

  writeFileSync(join(folder, `${next.tag}.sql`), sql(''));
  await migrate({ connectionString: url }, folder);
  t.is(await applied(url), entries.length + 1);
  const made = (
    await execute(
      url,
      "SELECT to_regclass('half') AS half, to_regclass('way') AS way, to_regclass('accounts') AS accounts",
    )
  ).rows[0];
  t.deepEqual(made, { half: 'half', way: 'way', accounts: 'accounts' });
});

/**
 * Statements of the migrations for objects that tables need and schema files cannot declare: extensions and text search
 * configurations.
 */
const prerequisites = () =>
  journal(migrations)
    .entries.flatMap(({ tag }) =>
      readFileSync(join(migrations, `${tag}.sql`), 'utf8').split('--> statement-breakpoint'),
    )
    .filter((statement) => /^\s*(?:CREATE EXTENSION|(?:CREATE|ALTER) TEXT SEARCH) /.test(statement));

/** Returns every table of the service and its features. */
async function everyTable(): Promise<Record<string, unknown>> {
  const ofFeatures = await Promise.all(
    filesEnding('.schema.js').map((file) => import(new URL(`../../src/${file}`, import.meta.url).href)),
  );
  return Object.assign({}, schema, eventSchema, sharingSchema, ...ofFeatures);
}

test('the migrations produce the schema of the schema files: there is nothing left to generate', async (t) => {
  const { entries } = journal(migrations);
  const everything = await everyTable();
  const newest = JSON.parse(
    readFileSync(join(migrations, 'meta', `${entries.at(-1)!.tag.slice(0, 4)}_snapshot.json`), 'utf8'),
  );
  t.deepEqual(await generateMigration(newest, generateDrizzleJson(everything, newest.id)), []);
  // The snapshot must also match the SQL of the migrations, so both schemas are created and compared.
  const { url, drop } = await createEmptyDatabase();
  const fromSchema = await createEmptyDatabase();
  t.teardown(() => Promise.all([drop(), fromSchema.drop()]).then(() => {}));
  await migrate({ connectionString: url });
  const empty = generateDrizzleJson({});
  for (const statement of prerequisites()) await execute(fromSchema.url, statement);
  for (const statement of await generateMigration(empty, generateDrizzleJson(everything)))
    await execute(fromSchema.url, statement);
  const tables = (lines: string[]) => lines.filter((line) => !line.startsWith('drizzle.'));
  t.deepEqual(tables(await shape(url)), tables(await shape(fromSchema.url)));
});

test('a database with an unknown migration is rejected and not changed', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url });
  await execute(
    url,
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT 'of-tomorrow', max(created_at) + 1 FROM drizzle.__drizzle_migrations",
  );
  const before = await shape(url);
  await t.throwsAsync(migrate({ connectionString: url }), { message: /newer version of Watchfloor/ });
  t.deepEqual(await shape(url), before);
  t.is(await applied(url), journal(migrations).entries.length + 1);
});

test('a database that lacks an earlier migration is rejected, because it would never be applied', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url });
  await execute(
    url,
    'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT min(id) + 1 FROM drizzle.__drizzle_migrations)',
  );
  await t.throwsAsync(migrate({ connectionString: url }), { message: /lacks 1 migration/ });
});

test('an unreachable server is an error at once', async (t) => {
  await t.throwsAsync(migrate({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }), { code: 'ECONNREFUSED' });
});
