import { existsSync, statSync } from 'node:fs';
import { type Invocation, UsageError } from '../commands/command.js';
import type { Terminal } from '../commands/terminal.js';
import type { Config } from '../config/config.js';
import { keepSecret, readSecretFile } from '../config/signing-secret.js';
import type { Connection } from '../database/database.js';
import { openServer } from '../database/open-database.js';
import { SECRET_NAMES } from '../transfer/backup-file.js';
import type { OnProgress, TransferState } from '../transfer/content-sum.js';
import { moveData } from '../transfer/move-data.js';
import { type BackupContents, checkBackup } from '../transfer/read-backup.js';
import { recordBackup } from '../transfer/record-backup.js';
import { checkRestorable, restoreBackup } from '../transfer/restore.js';
import { SourceSnapshot } from '../transfer/source-snapshot.js';
import { writeBackup } from '../transfer/write-backup.js';
import { announceDatabase, configWithoutSecrets } from './with-services.js';

/** Settings that replace the secret files in the data directory. */
const SECRET_SETTINGS: Readonly<Record<(typeof SECRET_NAMES)[number], string>> = {
  'data-secret': 'SVC_DATA_SECRET',
  'jwt-secret': 'SVC_JWT_SECRET',
};

/** Runs `watchfloor backup FILE`. */
export async function backup({ words, terminal }: Invocation): Promise<number> {
  const file = fileOf(words, 'backup');
  const config = await configWithoutSecrets(terminal);
  announceDatabase(terminal, config, false);
  const secrets = keptSecrets(config, terminal);
  const tables = await withServer(config, async (connection) => {
    const options = { secrets, onProgress: progressOf(terminal), signal: terminal.interruption?.() };
    const { manifest, takenAt } = await withSnapshot(connection, async (snapshot) => {
      return { manifest: await writeBackup(snapshot, file, options), takenAt: snapshot.description.takenAt };
    });
    const written = { takenAt, rows: sum(manifest.tables, 'rows'), bytes: statSync(file).size };
    // A failure here is only reported: the backup itself is complete.
    await recordBackup(connection, written).catch((error: Error) =>
      terminal.err(`The backup could not be recorded in the database: ${error.message}\n`),
    );
    return manifest.tables;
  });
  terminal.out(`${file}: ${amount(tables)}.\n`);
  if (!secrets.has('data-secret')) {
    terminal.err(
      'The value of SVC_DATA_SECRET is not in the backup. Keep it elsewhere: without it sealed data cannot be ' +
        'read, such as the secrets of webhooks.\n',
    );
  } else terminal.err('The file holds the data secret: keep it like a password.\n');
  return 0;
}

/** Runs `watchfloor restore FILE`. */
export async function restore({ words, flags, terminal }: Invocation): Promise<number> {
  const file = fileOf(words, 'restore');
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const contents = await checkBackup(file, progressOf(terminal));
  const { header, manifest } = contents;
  const about = `${amount(manifest.tables)}, of ${header.takenAt}, written by Watchfloor ${header.version}`;
  if (flags.has('check')) {
    terminal.out(`${file} is intact: ${about}.\n`);
    return 0;
  }
  checkRestorable(contents);
  const config = await configWithoutSecrets(terminal);
  announceDatabase(terminal, config, true);
  checkSecrets(contents, config, terminal);
  const beforeCommit = () => restoreSecrets(contents, config);
  const options = { beforeCommit, onProgress: progressOf(terminal), signal: terminal.interruption?.() };
  await withServer(config, (connection) => restoreBackup(connection, file, contents, options));
  terminal.out(`Restored ${about}. Start the service.\n`);
  return 0;
}

/** Runs `watchfloor migrate-data --to URL`. */
export async function migrateData({ words, options, flags, terminal }: Invocation): Promise<number> {
  const [other] = words;
  if (other !== undefined) throw new UsageError(`${other} is not expected there.`);
  const target = targetOf(options.to);
  const config = await configWithoutSecrets(terminal);
  announceDatabase(terminal, config, false);
  const { result, takenAt } = await withServer(config, (connection) =>
    withSnapshot(connection, async (snapshot) => {
      if (snapshot.serviceConnections > 0 && !flags.has('while-running')) {
        throw new Error(
          'The service runs on this database: what it writes during the copy would be lost. Stop it, or add ' +
            '--while-running to copy the present state.',
        );
      }
      const copied = await moveData(
        snapshot,
        { connectionString: target.href },
        { onProgress: progressOf(terminal), signal: terminal.interruption?.() },
      );
      return { result: copied, takenAt: snapshot.description.takenAt };
    }),
  );
  const kept = result.kept > 0 ? ` ${result.kept} table(s) had been copied before.` : '';
  terminal.out(
    `Copied ${result.tables} tables with ${count(result.rows)} rows, as of ${takenAt}; all checksums agree.${kept}\n`,
  );
  target.password = '';
  terminal.out(
    `Set SVC_DATABASE_URL=${target.href} (with its password) and start the service. Keep SVC_DATA_DIR: its secrets belong to the data.\n`,
  );
  return 0;
}

function fileOf(words: readonly string[], command: string): string {
  const [file, other] = words;
  if (file === undefined || other !== undefined) throw new UsageError(`Name one file: watchfloor ${command} FILE.`);
  return file;
}

function targetOf(text: string | undefined): URL {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UsageError('--to names the new database: --to postgres://user@host/database.');
  return url;
}

async function withServer<T>(config: Config, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { connection, release } = await openServer(
    { url: config.storage.databaseUrl, dataDir: config.service.dataDir },
    () => undefined,
  );
  return work(connection).finally(release);
}

async function withSnapshot<T>(connection: Connection, work: (snapshot: SourceSnapshot) => Promise<T>): Promise<T> {
  const snapshot = await SourceSnapshot.open(connection);
  return work(snapshot).finally(() => snapshot.close());
}

/** Returns the secrets in the data directory that the service uses. */
function keptSecrets({ service }: Config, { env }: Terminal): Map<string, string> {
  const used = SECRET_NAMES.filter((name) => env[SECRET_SETTINGS[name]] === undefined);
  return new Map(
    used.flatMap((name) =>
      [readSecretFile(service.dataFile(name))].flatMap((secret) =>
        secret === undefined ? [] : [[name, secret] as const],
      ),
    ),
  );
}

/**
 * Checks that a restore would not replace other secrets.
 * @throws when the data directory contains other secrets than the backup
 */
function checkSecrets({ secrets }: BackupContents, { service }: Config, terminal: Terminal): void {
  const files = [...secrets].map(([name, secret]) => ({ path: service.dataFile(name), secret }));
  const different = files
    .filter(({ path, secret }) => (readSecretFile(path) ?? secret) !== secret)
    .map(({ path }) => path);
  if (different.length > 0)
    throw new Error(
      `${different.join(' and ')} holds another secret than the backup. Move it away, or set another SVC_DATA_DIR.`,
    );
  const [configured, restored] = [terminal.env.SVC_DATA_SECRET, secrets.get('data-secret')];
  if (restored === undefined)
    terminal.err('The backup holds no data secret. Start the service with the SVC_DATA_SECRET that it had.\n');
  else if (configured !== undefined && configured !== restored)
    terminal.err(
      `SVC_DATA_SECRET does not open the data of the backup: add the secret in ${service.dataFile('data-secret')} to SVC_DATA_PREVIOUS_SECRETS.\n`,
    );
}

/** Stores the secrets of a backup in the data directory. */
function restoreSecrets({ secrets }: BackupContents, { service }: Config): void {
  for (const [name, secret] of secrets) keepSecret(service.dataFile(name), secret);
}

const count = (value: number) => value.toLocaleString('en-US');
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

type Amount = Record<'rows' | 'bytes', number>;

const sum = (tables: readonly Amount[], of: keyof Amount): number =>
  tables.reduce((total, table) => total + table[of], 0);

function amount(tables: readonly Amount[]): string {
  return `${tables.length} tables with ${count(sum(tables, 'rows'))} rows (${megabytes(sum(tables, 'bytes'))})`;
}

const PROGRESS_PAUSE_MS = 200;

/** Returns a function that shows the progress of a transfer on a terminal. */
function progressOf(terminal: Terminal): OnProgress {
  if (terminal.columns === undefined) return () => undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  return ({ table, finished, tables, bytes }: TransferState) => {
    const now = performance.now();
    const isLast = finished === tables - 1;
    if (now - shownAt < PROGRESS_PAUSE_MS && !isLast) return;
    shownAt = now;
    terminal.err(`\r\x1b[K${finished + 1}/${tables} ${table}, ${megabytes(bytes)}${isLast ? '\r\x1b[K' : ''}`);
  };
}
