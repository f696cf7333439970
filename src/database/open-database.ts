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

/**
 * Opens the service's database and brings it to the schema of this program.
 * @throws PrivatePostgresError, or the driver's error when the server of `url` cannot be reached
 */
export async function openDatabase({ url, dataDir, ...sizes }: OpenDatabaseOptions, log: (line: string) => void): Promise<Database> {
  if (url !== undefined) {
    const connection = { connectionString: url };
    await migrate(connection);
    return new PostgresDatabase(connection, log, sizes);
  }
  const server = await openPrivatePostgres(dataDir, log);
  const connection: Connection = { host: server.socketDirectory, port: server.port, user: server.user, database: server.database };
  try {
    await migrate(connection);
  } catch (error) {
    await server.release();
    throw error;
  }
  return new PostgresDatabase(connection, log, { ...sizes, afterClose: () => server.release() });
}
