import pg from 'pg';
import type { Connection } from '../database/database.js';

/** Application name of a transfer's connections. */
export const TRANSFER_NAME = 'watchfloor transfer';

/** Settings with which every server formats values identically, and reads rows in their physical order. */
const SESSION = Object.entries({
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  lock_timeout: '60s',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  search_path: 'public',
  synchronize_seqscans: 'off',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  enable_bitmapscan: 'off',
  max_parallel_workers_per_gather: '0',
})
  .map(([name, value]) => `SET ${name} = '${value}';`)
  .join(' ');

/** Opens a connection without time limits for statements. @throws the error of the PostgreSQL driver */
export async function openTransferClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: TRANSFER_NAME,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    client_encoding: 'UTF8',
  });
  client.on('error', () => {}); // the running query rejects with the error
  await client.connect();
  try {
    await client.query(SESSION);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}
