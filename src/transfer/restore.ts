import type { Connection } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { checkHistory, MIGRATION_LOCK } from '../database/migration-history.js';
import { tableOfPart } from './backup-file.js';
import type { OnProgress } from './content-sum.js';
import { type BackupContents, backupEntries } from './read-backup.js';
import type { TarEntry } from './tar.js';
import { checkEmpty, checkQueueVersion, createTables, finishTables, loadTable } from './target-database.js';
import { openTransferClient } from './transfer-client.js';

export interface RestoreOptions {
  /** Called before the commit, when all data is in the database; if it throws, the database stays empty. */
  beforeCommit?: () => void;
  onProgress: OnProgress;
  signal?: AbortSignal;
}

/** Checks that a backup can be restored. @throws when this program cannot restore the data of the backup */
export function checkRestorable({ header }: BackupContents): void {
  try {
    checkHistory(header.migrations);
  } catch (error) {
    throw new Error(
      `The backup was written by Watchfloor ${header.version}, which this version does not know. Restore it with that version.`,
      {
        cause: error,
      },
    );
  }
  checkQueueVersion(header);
}

/**
 * Fills an empty database with a checked backup, in one transaction, and then migrates it to the schema of this
 * program.
 * @throws when the database is not empty; it is then unchanged
 */
export async function restoreBackup(
  connection: Connection,
  path: string,
  contents: BackupContents,
  { beforeCommit, onProgress, signal }: RestoreOptions,
): Promise<void> {
  const { header, manifest } = contents;
  const client = await openTransferClient(connection);
  const interrupt = () => void client.end();
  signal?.addEventListener('abort', interrupt);
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await checkEmpty(client);
    const foreignKeys = await createTables(client, header);
    const entries = new Lookahead(backupEntries(path));
    await entries.skip((name) => tableOfPart(name) === undefined);
    let bytes = 0;
    for (const [finished, table] of header.tables.entries()) {
      const { rows, bytes: size } = manifest.tables[finished] as (typeof manifest.tables)[number];
      onProgress({ table: table.name, finished, tables: header.tables.length, bytes });
      const loaded =
        rows === 0
          ? 0
          : await loadTable(
              client,
              table,
              entries.contentsWhile((name) => tableOfPart(name) === table.name),
            );
      if (loaded !== rows)
        throw new Error(
          `The table ${table.name} has ${loaded} rows in place of ${rows}: the file was changed while it was read.`,
        );
      bytes += size;
    }
    await finishTables(client, header, foreignKeys);
    beforeCommit?.();
    await client.query('COMMIT');
  } catch (error) {
    throw signal?.aborted ? new Error('Interrupted: the database is still empty.') : error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await client.end();
  }
  await migrate(connection);
}

/** Reads the files of an archive and lets the next one be examined before it is taken. */
class Lookahead {
  private next: Promise<IteratorResult<TarEntry>> | undefined;

  constructor(private readonly entries: AsyncGenerator<TarEntry>) {}

  async skip(isSkipped: (name: string) => boolean): Promise<void> {
    for await (const _content of this.contentsWhile(isSkipped));
  }

  async *contentsWhile(isTaken: (name: string) => boolean): AsyncGenerator<Buffer> {
    for (;;) {
      this.next ??= this.entries.next();
      const { done, value } = await this.next;
      if (done || !isTaken(value.name)) return;
      this.next = undefined;
      yield value.content;
    }
  }
}
