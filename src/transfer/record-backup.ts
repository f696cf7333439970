import type { Connection } from '../database/database.js';
import { openTransferClient } from './transfer-client.js';

/** A backup that was written. */
export interface WrittenBackup {
  /** The time whose state it holds. */
  takenAt: string;
  rows: number;
  bytes: number;
}

const RECORD = `insert into last_backup (id, taken_at, rows, bytes) values (1, $1, $2, $3)
  on conflict (id) do update set taken_at = excluded.taken_at, rows = excluded.rows, bytes = excluded.bytes`;

/**
 * Notes a backup in the database it is of, so that its age can be monitored.
 * @throws when the database is of an earlier release, or unreachable
 */
export async function recordBackup(connection: Connection, { takenAt, rows, bytes }: WrittenBackup): Promise<void> {
  const client = await openTransferClient(connection);
  await client.query(RECORD, [takenAt, rows, bytes]).finally(() => client.end());
}
