// Drizzle is loaded by `require` everywhere: of its ES modules Node parses a package.json of 180 kB for each of four
// hundred files, a third of a second.

import type pg from 'pg';
import type { SharesState } from './connection-shares.js';
import type { ConnectionTimes } from './connection-times.js';
import type { NodePgDatabase } from './drizzle.js';
import type * as schema from './schema.js';

export type Orm = NodePgDatabase<typeof schema>;

/** The query builder of a transaction: the same one, on one connection. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export interface TransactionOptions {
  /** False: `work` has effects outside the database that must not happen twice. */
  repeatable?: boolean;
}

/** Connection settings, for components with separate connections. */
export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'application_name' | 'options'
>;

/**
 * The one PostgreSQL of the service. Every method rejects with an error that `isDatabaseUnavailable` knows when the
 * database is down, read-only or too slow; the service answers those with 503 and recovers when the database does.
 */
export abstract class Database {
  /**
   * Drizzle's query builder; inside `transaction` that transaction's, however deep the call. In its raw `sql` an int8
   * is text (`.mapWith(Number)`); a selected column is as schema.ts says.
   */
  abstract readonly orm: Orm;

  abstract readonly connection: Connection;

  /**
   * Commits when `work` resolves; rolls back and rejects with its error when it rejects. A nested transaction is a
   * savepoint. Everything `work` starts must be awaited before it resolves. Runs at `read committed`, regardless of the
   * server's default. After a deadlock or serialization failure the outermost `work` is run again, a few times.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Runs `then` once the transaction the caller is in has committed, or at once outside of one; never after a rollback
   * of the whole.
   */
  abstract afterCommit(then: () => void): void;

  /**
   * One SQL statement with `$1`-style parameters; inside `transaction`, in that transaction. int8 (and `count(*)`) is a
   * number, and an error beyond 2⁵³; numeric is text, exact; date is text `YYYY-MM-DD`; timestamptz is a Date. A list
   * or object meant for json must be given as JSON text.
   * @throws pg.DatabaseError with the SQLSTATE in `code`
   */
  abstract query<Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<pg.QueryResult<Row>>;

  /** The present use of the connections for requests. */
  abstract readonly requestConnections: SharesState;

  /** Times with connections since the start. */
  abstract readonly connectionTimes: ConnectionTimes;

  /**
   * True from the first write that the server's disk had no room for, until a `ping` finds that there is room again.
   */
  abstract readonly isDiskFull: boolean;

  /** Resolves when the database answers within `timeoutMs`. */
  abstract ping(timeoutMs: number): Promise<void>;

  /** Waits for running queries, closes all connections, and leaves the private server when there is one. */
  abstract close(): Promise<void>;
}
