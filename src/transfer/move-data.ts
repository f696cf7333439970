import type pg from 'pg';
import type { Connection } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { MIGRATION_LOCK, TRANSFER_SCHEMA } from '../database/migration-history.js';
import { isSame, type OnProgress, RowSum, type RowsSum, sumOf } from './content-sum.js';
import type { DataDescription, SourceSnapshot } from './source-snapshot.js';
import { inSql, readTable, type TableDescription } from './tables.js';
import { checkEmpty, checkQueueVersion, createTables, finishTables, loadTable } from './target-database.js';
import { openTransferClient } from './transfer-client.js';

export interface MoveOptions {
  onProgress: OnProgress;
  signal?: AbortSignal;
}

export interface MoveResult {
  tables: number;
  rows: number;
  /** Number of tables that an interrupted run had filled and that have not changed in the source. */
  kept: number;
}

/** The state with which an interrupted run can continue; stored in the target until the transfer is complete. */
interface Unfinished {
  migrations: string[];
  queueVersion: number | null;
  foreignKeys: string[];
}

/**
 * Copies a snapshot into another, empty database, with one transaction for each table, and reads each table back to
 * compare it. After an interruption, a new run copies only the tables that are missing or have changed.
 * @throws when the target is not empty, or a table in it differs from the source
 */
export async function moveData(
  snapshot: SourceSnapshot,
  target: Connection,
  { onProgress, signal }: MoveOptions,
): Promise<MoveResult> {
  const { description } = snapshot;
  checkQueueVersion(description);
  const client = await openTransferClient(target);
  const interrupt = () => void client.end();
  signal?.addEventListener('abort', interrupt);
  const result: MoveResult = { tables: description.tables.length, rows: 0, kept: 0 };
  let bytes = 0;
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
    if (!rows[0]?.locked) throw new Error('Another process fills or migrates this database.');
    const { foreignKeys } = (await unfinished(client, description)) ?? (await begin(client, description));
    for (const [finished, table] of description.tables.entries()) {
      onProgress({ table: table.name, finished, tables: description.tables.length, bytes });
      const kept = await keptSum(client, snapshot, table);
      if (kept !== undefined) result.kept += 1;
      const sum = kept ?? (await inTransaction(client, () => copy(client, snapshot, table)));
      result.rows += sum.rows;
      bytes += sum.bytes;
    }
    await inTransaction(client, async () => {
      await finishTables(client, description, foreignKeys);
      await client.query(`DROP SCHEMA ${TRANSFER_SCHEMA} CASCADE`);
    });
  } catch (error) {
    throw signal?.aborted ? new Error('Interrupted. Run the command again to continue.') : error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await client.end();
  }
  await migrate(target);
  return result;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Returns the state of an interrupted run; undefined if no run was interrupted.
 * @throws when that run copied data with other migrations
 */
async function unfinished(
  client: pg.Client,
  { migrations, queueVersion }: DataDescription,
): Promise<Unfinished | undefined> {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [`${TRANSFER_SCHEMA}.state`]);
  if (!rows[0]?.found) return undefined;
  const [state] = (await client.query<{ state: Unfinished }>(`SELECT state FROM ${TRANSFER_SCHEMA}.state`)).rows.map(
    (row) => row.state,
  );
  if (state === undefined || state.migrations.join() !== migrations.join() || state.queueVersion !== queueVersion)
    throw new Error('The database holds a part of other data, from an interrupted run. Use a new, empty database.');
  return state;
}

function begin(client: pg.Client, description: DataDescription): Promise<Unfinished> {
  return inTransaction(client, async () => {
    await checkEmpty(client);
    const { migrations, queueVersion } = description;
    const state: Unfinished = { migrations, queueVersion, foreignKeys: await createTables(client, description) };
    await client.query(`CREATE SCHEMA ${TRANSFER_SCHEMA}`);
    await client.query(`CREATE TABLE ${TRANSFER_SCHEMA}.state (state jsonb NOT NULL)`);
    await client.query(
      `CREATE TABLE ${TRANSFER_SCHEMA}.filled (name text PRIMARY KEY, rows bigint NOT NULL, sum text NOT NULL)`,
    );
    await client.query(`INSERT INTO ${TRANSFER_SCHEMA}.state VALUES ($1)`, [JSON.stringify(state)]);
    return state;
  });
}

/**
 * Returns the checksum of a table that an earlier run filled, if the source still has the same rows; otherwise
 * undefined.
 */
async function keptSum(
  client: pg.Client,
  snapshot: SourceSnapshot,
  table: TableDescription,
): Promise<RowsSum | undefined> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `SELECT rows, sum FROM ${TRANSFER_SCHEMA}.filled WHERE name = $1`,
    [table.name],
  );
  const [filled] = rows;
  if (filled === undefined) return undefined;
  const sum = await sumOf(snapshot.read(table));
  return isSame(sum, { rows: Number(filled.rows), sum: filled.sum }) ? sum : undefined;
}

/** Copies a table in the caller's transaction and compares the copy with the source. */
async function copy(client: pg.Client, snapshot: SourceSnapshot, table: TableDescription): Promise<RowsSum> {
  const sent = new RowSum();
  await client.query(`TRUNCATE ${inSql(table.name)}`);
  await loadTable(client, table, summed(snapshot.read(table), sent));
  const [sum, arrived] = [sent.total(), await sumOf(readTable(client, table))];
  if (!isSame(sum, arrived))
    throw new Error(
      `The table ${table.name} differs in the target: ${arrived.rows} of ${sum.rows} rows arrived. Run the command again.`,
    );
  await client.query(
    `INSERT INTO ${TRANSFER_SCHEMA}.filled VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, sum = excluded.sum`,
    [table.name, sum.rows, sum.sum],
  );
  return sum;
}

async function* summed(chunks: AsyncIterable<Buffer>, sum: RowSum): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    sum.add(chunk);
    yield chunk;
  }
}
