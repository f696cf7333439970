import type pg from 'pg';
import type { Connection } from '../database/database.js';
import { appliedMigrations, checkHistory, checkTransferred } from '../database/migration-history.js';
import { QUEUE_SCHEMA } from '../jobs/queue-schema.js';
import {
  describePartitions,
  describeTables,
  inSql,
  type PartitionDescription,
  readTable,
  type TableDescription,
} from './tables.js';
import { openTransferClient, TRANSFER_NAME } from './transfer-client.js';

/** The data of a database that is copied in addition to the rows. */
export interface DataDescription {
  takenAt: string;
  serverVersion: string;
  /** Hashes of the applied migrations, the oldest first. */
  migrations: string[];
  /** Version of the job queue's tables; null when the service never ran on the database. */
  queueVersion: number | null;
  tables: TableDescription[];
  partitions: PartitionDescription[];
  /** Last values of sequences that have been used. */
  sequences: Array<{ name: string; value: string }>;
}

/** A consistent state of a database, which later writes do not change. */
export class SourceSnapshot {
  private constructor(
    private readonly client: pg.Client,
    readonly description: DataDescription,
    /** Number of open connections of the service to this database. */
    readonly serviceConnections: number,
  ) {}

  /**
   * Opens a snapshot of a database.
   * @throws when the database does not belong to Watchfloor, or is of a newer version
   */
  static async open(connection: Connection): Promise<SourceSnapshot> {
    const client = await openTransferClient(connection);
    try {
      const serviceConnections = await countServiceConnections(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return new SourceSnapshot(client, await describe(client), serviceConnections);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Returns the rows of a table in the format of COPY. */
  read(table: TableDescription): AsyncIterable<Buffer> {
    return readTable(this.client, table);
  }

  /** Closes the connection, even while a table is being read. */
  close(): Promise<void> {
    return this.client.end();
  }
}

async function describe(client: pg.Client): Promise<DataDescription> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new Error('The database is not one of Watchfloor: it has no migrations.');
  checkHistory(migrations);
  await checkTransferred(client);
  const tables = await describeTables(client, migrations.length);
  // Prevents changes of the schema until the end of the snapshot; rows can still be written.
  await client.query(`LOCK TABLE ${tables.map(({ name }) => inSql(name)).join(', ')} IN ACCESS SHARE MODE`);
  const hasQueue = (await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [`${QUEUE_SCHEMA}.version`]))
    .rows[0]?.found;
  const queue = hasQueue ? await client.query(`SELECT version FROM ${QUEUE_SCHEMA}.version`) : undefined;
  const sequences = await client.query<{ name: string; value: string }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname IN ('public', $1) AND last_value IS NOT NULL ORDER BY 1`,
    [QUEUE_SCHEMA],
  );
  const { taken_at, server_version } = (
    await client.query("SELECT now()::text AS taken_at, current_setting('server_version') AS server_version")
  ).rows[0];
  return {
    takenAt: taken_at,
    serverVersion: server_version,
    migrations,
    queueVersion: queue?.rows[0]?.version ?? null,
    tables,
    partitions: await describePartitions(client, tables),
    sequences: sequences.rows,
  };
}

async function countServiceConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'watchfloor%' AND application_name NOT IN ('watchfloor keeper', $1)`,
    [TRANSFER_NAME],
  );
  return rows[0]?.count ?? 0;
}
