import 'reflect-metadata';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { migrate } from '../../src/database/migrate.js';
import { StorageService } from '../../src/features/admin/storage/storage.service.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { checkBackup } from '../../src/transfer/read-backup.js';
import { restoreBackup } from '../../src/transfer/restore.js';
import { SourceSnapshot } from '../../src/transfer/source-snapshot.js';
import { type TarEntry, tarEnd, tarEntries, tarEntry } from '../../src/transfer/tar.js';
import { writeBackup } from '../../src/transfer/write-backup.js';
import { contentsOf, foreignKeysOf } from '../support/database-contents.js';
import { migrationsBefore } from '../support/migrations-before.js';
import { ownedSeeds } from '../support/seeds.js';
import { createEmptyDatabase, createTestDatabase, openPatiently, type TestDatabase } from '../support/test-database.js';
import { execute } from '../support/test-server.js';
import { SECRET, startTestService, type TestService } from '../support/test-service.js';
import { runCommand } from '../support/test-terminal.js';

const quiet = () => undefined;

let service: TestService;
let folder: string;
/** Path of a backup of `service`, made while it runs. */
let file: string;

test.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-backup-'));
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  let owners = 0;
  for (const seed of new Set(Object.values(ownedSeeds)))
    await seed(await service.signedIn(`owner-${owners++}`), service);
  await service.settle();
  await queueOneRun(service.database);
  // Creates the data directory with the secrets of the service.
  mkdirSync(join(folder, 'data'));
  for (const name of ['data-secret', 'jwt-secret'])
    writeFileSync(join(folder, 'data', name), `${name} ${SECRET}\n`, { mode: 0o600 });
  file = join(folder, 'backup.tar.gz');
  const { status, out, err } = await watchfloor(['backup', file], service.database.url);
  if (status !== 0) throw new Error(out + err);
});

test('the age of the last backup can be monitored', async (t) => {
  const storage = service.services.get(StorageService);
  const { lastBackupAt } = await storage.read();
  const age = (Date.now() - (lastBackupAt?.getTime() ?? 0)) / 1000;
  t.true(age >= 0 && age < 600, String(age));
  // The age is measured by the clock of the service, which a test may move.
  t.is(await storage.backupAgeSeconds(), Math.max(0, (service.clock.now() - (lastBackupAt as Date).getTime()) / 1000));
});

test.after.always(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

/** Creates the tables of the job queue with one waiting run. */
async function queueOneRun({ database }: TestDatabase): Promise<void> {
  const jobs = new PgBossJobs(database, quiet);
  jobs.register({ name: 'waits', run: async () => undefined } as never);
  await jobs.start({ work: false });
  await jobs.send('waits', { number: 7 });
  await jobs.stop(0);
}

/** Runs a command on a database. @param data name of its data directory in the folder of the test */
const watchfloor = (args: string[], url: string, data = 'data') =>
  runCommand(args, { SVC_ENV: 'test', SVC_DATABASE_URL: url, SVC_DATA_DIR: join(folder, data) }, { columns: 80 });

async function emptyDatabase(t: ExecutionContext): Promise<string> {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  return url;
}

/** Writes the backup again with changed entries. @returns the path of the new file */
async function rewritten(name: string, change: (entry: TarEntry) => TarEntry): Promise<string> {
  async function* whole() {
    yield gunzipSync(readFileSync(file));
  }
  const entries: Buffer[] = [];
  for await (const entry of tarEntries(whole())) entries.push(tarEntry(change(entry), 0));
  const path = join(folder, name);
  writeFileSync(path, gzipSync(Buffer.concat([...entries, tarEnd])));
  return path;
}

test('a restored database has the same rows, sequences, jobs and foreign keys, and works', async (t) => {
  const url = await emptyDatabase(t);
  const { status, out, err } = await watchfloor(['restore', file], url, 'restored');
  t.is(status, 0, err);
  t.regex(out, /^Restored \d+ tables with [\d,]+ rows .* Start the service\.\n$/);
  const [before, after] = [await contentsOf(service.database.url), await contentsOf(url)];
  t.true([...before.tables.values()].filter(({ rows }) => rows > 0).length > 30);
  t.is(before.tables.get('jobs.job')?.rows, 1);
  t.deepEqual(after, before);
  t.deepEqual(await foreignKeysOf(url), await foreignKeysOf(service.database.url));
  t.regex((await watchfloor(['users', 'list'], url, 'restored')).out, /owner/);

  const database = openPatiently(url, 1);
  await t.notThrowsAsync(queueOneRun({ url, database, drop: async () => undefined }));
  const { rows } = await database.query(
    "INSERT INTO audit_entries (id, at, action, previous_hash, hash) VALUES (gen_random_uuid(), now(), 'x', '', '') RETURNING 1",
  );
  t.is(rows.length, 1, 'the sequence continues after the restored rows');
  await database.close();
});

test('a backup of a user’s own PostgreSQL is restored into the private one, and the reverse', async (t) => {
  // The user of the embedded PostgreSQL must be able to enter the directory.
  const data = mkdtempSync(join(tmpdir(), 'watchfloor-private-'));
  chmodSync(data, 0o711);
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const onPrivate = (...args: string[]) => runCommand(args, { SVC_ENV: 'test', SVC_DATA_DIR: data });
  t.regex((await onPrivate('backup', join(data, 'nothing'))).err, /There is no database in /);
  const restored = await onPrivate('restore', file);
  t.is(restored.status, 0, restored.err);
  const url = await emptyDatabase(t);
  const { status, err } = await onPrivate('migrate-data', '--to', url);
  t.is(status, 0, err);
  t.deepEqual(await contentsOf(url), await contentsOf(service.database.url));
});

test('the file and the restored secrets are readable by their owner alone', async (t) => {
  const url = await emptyDatabase(t);
  t.is((await watchfloor(['restore', file], url, 'secrets')).status, 0);
  for (const name of ['data-secret', 'jwt-secret']) {
    const path = join(folder, 'secrets', name);
    t.is(readFileSync(path, 'utf8'), `${name} ${SECRET}\n`);
    t.is(statSync(path).mode & 0o777, 0o600);
  }
  t.is(statSync(file).mode & 0o777, 0o600);
});

test('configured secrets are not in the backup, and the commands report that', async (t) => {
  const path = join(folder, 'without-secrets.tar.gz');
  const env = {
    SVC_ENV: 'test',
    SVC_DATABASE_URL: service.database.url,
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_DATA_SECRET: SECRET,
    SVC_JWT_SECRET: SECRET,
  };
  t.regex((await runCommand(['backup', path], env)).err, /SVC_DATA_SECRET is not in the backup/);
  t.false(gunzipSync(readFileSync(path)).includes(SECRET));
  const restored = await watchfloor(['restore', path], await emptyDatabase(t), 'configured');
  t.regex(restored.err, /Start the service with the SVC_DATA_SECRET that it had/);
  t.throws(() => statSync(join(folder, 'configured', 'data-secret')));
});

test('restore rejects a database that is not empty and a data directory with other secrets, and changes nothing', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const refused = await watchfloor(['restore', file], url, 'refused');
  t.is(refused.status, 1);
  t.regex(refused.err, /The database is not empty: it has \d+ table\(s\), such as \S+\. Use a new, empty database\./);
  t.throws(() => statSync(join(folder, 'refused', 'data-secret')), { code: 'ENOENT' });

  const empty = await emptyDatabase(t);
  mkdirSync(join(folder, 'others'));
  writeFileSync(join(folder, 'others', 'data-secret'), `another ${SECRET}\n`);
  t.regex(
    (await watchfloor(['restore', file], empty, 'others')).err,
    /others\/data-secret holds another secret than the backup/,
  );
  t.is((await execute(empty, "SELECT FROM pg_tables WHERE schemaname = 'public'")).rows.length, 0);
});

test('an interrupted restore leaves the database empty, so that it can be repeated', async (t) => {
  const url = await emptyDatabase(t);
  const interruption = new AbortController();
  const onProgress = ({ finished }: { finished: number }) => void (finished === 20 && interruption.abort());
  const contents = await checkBackup(file, quiet);
  const interrupted = restoreBackup({ connectionString: url }, file, contents, {
    onProgress,
    signal: interruption.signal,
  });
  await t.throwsAsync(interrupted, { message: 'Interrupted: the database is still empty.' });
  t.is((await watchfloor(['restore', file], url, 'interrupted-restore')).status, 0);
});

test('a changed, truncated or foreign file is rejected before the database is changed, and the damaged table is named', async (t) => {
  const url = await emptyDatabase(t);
  const bytes = readFileSync(file);
  const flipped = Buffer.from(bytes);
  flipped[bytes.length >> 1]! ^= 1;
  const accounts = (entry: TarEntry) =>
    entry.name.includes('public.accounts/')
      ? { ...entry, content: Buffer.from(entry.content.toString().replace('owner', 'ownes')) }
      : entry;
  const broken = (part: string) => (entry: TarEntry) =>
    entry.name === part ? { ...entry, content: Buffer.from(entry.content.toString().replace('"', '\u0001')) } : entry;
  const files: Array<[name: string, content: Buffer, error: RegExp]> = [
    ['flipped', flipped, /is damaged.*(?:public|jobs)\.\w+/],
    [
      'header',
      readFileSync(await rewritten('broken-header', broken('backup.json'))),
      /header is damaged in backup\.json\. Use another/,
    ],
    [
      'manifest',
      readFileSync(await rewritten('broken-manifest', broken('manifest.json'))),
      /manifest is damaged in manifest\.json\. Use another/,
    ],
    ['truncated', bytes.subarray(0, bytes.length - 100), /is damaged in or after /],
    ['empty', Buffer.alloc(0), /is not a backup of Watchfloor/],
    ['foreign', gzipSync('something else'.repeat(100)), /is not a backup of Watchfloor/],
    [
      'changed',
      readFileSync(await rewritten('changed-table', accounts)),
      /is damaged: public\.accounts differs from its checksum/,
    ],
  ];
  for (const [name, content, error] of files) {
    const path = join(folder, name);
    writeFileSync(path, content);
    for (const options of [[], ['--check']]) {
      const { status, err } = await watchfloor(['restore', path, ...options], url, 'untouched');
      t.is(status, 1, name);
      t.regex(err, error, name);
    }
  }
  t.is((await execute(url, "SELECT FROM pg_namespace WHERE nspname IN ('drizzle', 'jobs')")).rows.length, 0);
  t.regex((await watchfloor(['restore', file, '--check'], url)).out, /is intact: \d+ tables/);
});

test('a backup of a newer version is rejected; one of an older version is migrated to the present schema', async (t) => {
  const header =
    (change: (header: { migrations: string[]; formatVersion: number }) => unknown) => (entry: TarEntry) => {
      if (entry.name !== 'backup.json') return entry;
      const json = JSON.parse(entry.content.toString());
      change(json);
      return { ...entry, content: Buffer.from(JSON.stringify(json)) };
    };
  const url = await emptyDatabase(t);
  const newer = await rewritten(
    'newer',
    header(({ migrations }) => migrations.push('of-tomorrow')),
  );
  t.regex(
    (await watchfloor(['restore', newer], url, 'newer')).err,
    /written by Watchfloor \S+, which this version does not know\. Restore it with that version/,
  );
  const format = await rewritten(
    'format',
    header((json) => Object.assign(json, { formatVersion: json.formatVersion + 1 })),
  );
  t.regex((await watchfloor(['restore', format], url, 'newer')).err, /was written by a newer version/);

  const old = await emptyDatabase(t);
  await migrate({ connectionString: old }, migrationsBefore(t, '_geospatial'));
  await execute(
    old,
    "INSERT INTO accounts (id, email, display_name, password_hash) VALUES (gen_random_uuid(), 'old@watchfloor.test', 'Old', 'x')",
  );
  const path = join(folder, 'old.tar.gz');
  t.is((await watchfloor(['backup', path], old)).status, 0);
  t.is((await watchfloor(['restore', path], url, 'older')).status, 0);
  t.is((await contentsOf(url)).migrations.length, (await contentsOf(service.database.url)).migrations.length);
  t.is((await execute(url, "SELECT FROM accounts WHERE email = 'old@watchfloor.test'")).rows.length, 1);
});

test('a backup contains the state at its start although rows are written during it', async (t) => {
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const pair = async (number: number) =>
    database.transaction(async () => {
      await database.query('INSERT INTO leader_terms VALUES ($1, 1)', [number]);
      await database.query(
        "INSERT INTO accounts (id, email, display_name, password_hash) VALUES (gen_random_uuid(), $1, 'Pair', 'x')",
        [`${number}@pair.test`],
      );
    });
  for (let number = 100; number < 105; number += 1) await pair(number);
  const path = join(folder, 'pairs.tar.gz');
  const snapshot = await SourceSnapshot.open({ connectionString: url });
  await pair(105);
  let writes = pair(106);
  let number = 107;
  // While each table is read, another pair is written.
  const onProgress = () => {
    writes = writes.then(() => pair(number++));
  };
  await writeBackup(snapshot, path, { secrets: new Map(), onProgress });
  await snapshot.close();
  await writes;
  const restored = await emptyDatabase(t);
  t.is((await watchfloor(['restore', path], restored, 'pairs')).status, 0);
  const counts =
    'SELECT (SELECT count(*)::int FROM leader_terms WHERE lock >= 100) AS terms, (SELECT count(*)::int FROM accounts) AS accounts';
  t.deepEqual((await execute(restored, counts)).rows, [{ terms: 5, accounts: 5 }]);
  t.true(((await execute(url, counts)).rows[0]?.accounts as number) > 6);
});

test('an interrupted backup leaves no file, and no file is overwritten', async (t) => {
  const directory = join(folder, 'interrupted');
  mkdirSync(directory);
  const interruption = new AbortController();
  const snapshot = await SourceSnapshot.open({ connectionString: service.database.url });
  const interrupted = writeBackup(snapshot, join(directory, 'backup'), {
    secrets: new Map(),
    onProgress: () => interruption.abort(),
    signal: interruption.signal,
  });
  await t.throwsAsync(interrupted, { message: 'Interrupted: no backup was written.' });
  await snapshot.close();
  t.deepEqual(readdirSync(directory), []);
  const { status, err } = await watchfloor(['backup', file], service.database.url);
  t.is(status, 1);
  t.regex(err, /exists already\. Name another file/);
});

for (const command of ['backup', 'restore'])
  test(`${command} takes exactly one file`, async (t) => {
    for (const files of [[], ['one', 'two']]) {
      const { status, err } = await watchfloor([command, ...files], 'postgres://nobody@127.0.0.1:1/nothing');
      t.is(status, 2);
      t.regex(err, new RegExp(`Name one file: watchfloor ${command} FILE`));
    }
  });
