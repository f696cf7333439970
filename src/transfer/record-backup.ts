import type { Connection } from '../database/database.js';
import { openTransferClient } from './transfer-client.js';

/** A complete backup. */
export interface WrittenBackup {
  /** Time of the state that the backup contains. */
  takenAt: string;
  rows: number;
  bytes: number;
}

const RECORD = `insert into last_backup (id, taken_at, rows, bytes) values (1, $1, $2, $3)
  on conflict (id) do update set taken_at = excluded.taken_at, rows = excluded.rows, bytes = excluded.bytes`;

/**
 * Records a backup in its source database, so that the age of the last backup can be monitored.
 * @throws when the database has the schema of an earlier release, or is unreachable
 */
export async function recordBackup(connection: Connection, { takenAt, rows, bytes }: WrittenBackup): Promise<void> {
  const client = await openTransferClient(connection);
  await client.query(RECORD, [takenAt, rows, bytes]).finally(() => client.end());
}
