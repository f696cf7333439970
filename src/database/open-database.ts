import type { Connection, Database } from './database.js';
import { migrate } from './migrate.js';
import { PostgresDatabase } from './postgres-database.js';
import { openPrivatePostgres } from './private-postgres/private-postgres.js';

export interface OpenDatabaseOptions {
  /** `postgres://…` of a server of the operator's own; without it a private one is started in the data directory. */
  url?: string;
  dataDir: string;
  /** Greatest number of connections of this process for requests, and for everything else. */
  poolSize: number;
  backgroundPoolSize?: number;
}

/** A server that this process may connect to until it releases it. */
export interface OpenServer {
  connection: Connection;
  release(): Promise<void>;
}

/**
 * The server of the service's database; a private one is started when it does not run. Its database may be empty, or of
 * another version.
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
 * Opens the service's database and brings it to the schema of this program.
 * @throws PrivatePostgresError, or the driver's error when the server of `url` cannot be reached
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
