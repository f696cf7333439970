// Drizzle is always loaded by `require`: for its ES modules, Node would parse a package.json of 180 kB for each of four
// hundred files, which takes a third of a second.

import type pg from 'pg';
import type { SharesState } from './connection-shares.js';
import type { ConnectionTimes } from './connection-times.js';
import type { NodePgDatabase } from './drizzle.js';
import type * as schema from './schema.js';

export type Orm = NodePgDatabase<typeof schema>;

/** The query builder of a transaction, bound to its connection. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export interface TransactionOptions {
  /** False: `work` is not run again after a deadlock, because it has effects outside the database. Default: true. */
  repeatable?: boolean;
}

/** Settings of a connection, for components with their own connections. */
export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'application_name' | 'options'
>;

/**
 * The PostgreSQL database of the service. If it is down, read-only or too slow, every method rejects with an error that
 * `isDatabaseUnavailable` recognizes; the service then answers 503 and recovers together with the database.
 */
export abstract class Database {
  /**
   * Drizzle's query builder; inside `transaction`, at any call depth, the query builder of the transaction. In its raw
   * `sql`, an int8 is text (use `.mapWith(Number)`); selected columns have the types of schema.ts.
   */
  abstract readonly orm: Orm;

  abstract readonly connection: Connection;

  /**
   * Runs `work` in a transaction, which commits when `work` resolves, and is rolled back when it rejects; its error is
   * rethrown. A nested transaction is a savepoint. Everything that `work` starts must be awaited before it resolves.
   * Runs at `read committed`, regardless of the server's default. After a deadlock or serialization failure the
   * outermost `work` is run again, a few times.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Runs `then` after the caller's outermost transaction has committed, or at once outside of a transaction; never
   * after a rollback.
   */
  abstract afterCommit(then: () => void): void;

  /**
   * Runs one SQL statement with `$1`-style parameters; inside `transaction`, in that transaction. int8 (and `count(*)`)
   * is a number, and an error beyond 2⁵³; numeric is exact text; date is text `YYYY-MM-DD`; timestamptz is a Date. A
   * list or object for a json column must be passed as JSON text.
   * @throws pg.DatabaseError with the SQLSTATE in `code`
   */
  abstract query<Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<pg.QueryResult<Row>>;

  /** Current use of the connections for requests. */
  abstract readonly requestConnections: SharesState;

  /** Durations of waiting for and using connections since the start. */
  abstract readonly connectionTimes: ConnectionTimes;

  /** True after the server's disk had no space for a write, until a `ping` finds space again. */
  abstract readonly isDiskFull: boolean;

  /** True after a statement got no answer from the server, or no connection, until the next one is answered. */
  abstract readonly isSilent: boolean;

  /** Resolves when the database answers within `timeoutMs`. */
  abstract ping(timeoutMs: number): Promise<void>;

  /** Waits for running queries, closes all connections, and releases the private server if there is one. */
  abstract close(): Promise<void>;
}
