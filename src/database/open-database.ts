import type { Connection, Database } from './database.js';
import { migrate } from './migrate.js';
import { PostgresDatabase } from './postgres-database.js';
import { openPrivatePostgres } from './private-postgres/private-postgres.js';

export interface OpenDatabaseOptions {
  /**
   * Address of the operator's server (`postgres://…`); undefined: a private server is started in the data directory.
   */
  url?: string;
  dataDir: string;
  /**
   * Maximum number of connections of this process for requests; `backgroundPoolSize` is the maximum for all other work.
   */
  poolSize: number;
  backgroundPoolSize?: number;
}

/** A server to which this process may connect until it releases it. */
export interface OpenServer {
  connection: Connection;
  release(): Promise<void>;
}

/**
 * Opens the server of the service's database; a private one is started unless it is running. The database may be empty,
 * or of another version.
 * @throws PrivatePostgresError
 */
export async function openServer(
  { url, dataDir }: Pick<OpenDatabaseOptions, 'url' | 'dataDir'>,
  log: (line: string) => void,
): Promise<OpenServer> {
  if (url !== undefined) return { connection: { connectionString: url }, release: async () => undefined };
  const server = await openPrivatePostgres(dataDir, log);
  const connection: Connection = {
    host: server.socketDirectory,
    port: server.port,
    user: server.user,
    database: server.database,
  };
  return { connection, release: () => server.release() };
}

/**
 * Opens the service's database and migrates it to the schema of this program.
 * @throws PrivatePostgresError, or the error of the PostgreSQL driver when the server of `url` cannot be reached
 */
export async function openDatabase(
  { url, dataDir, ...sizes }: OpenDatabaseOptions,
  log: (line: string) => void,
): Promise<Database> {
  const { connection, release } = await openServer({ url, dataDir }, log);
  try {
    await migrate(connection);
  } catch (error) {
    await release();
    throw error;
  }
  return new PostgresDatabase(connection, log, { ...sizes, afterClose: release });
}
