import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';
import { type Connection, Database, type Orm, type Transaction } from './database.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { drizzle } from './drizzle.js';
import { type Client, failingFast } from './failing-fast.js';
import * as schema from './schema.js';
import { valueTypes } from './value-types.js';

export interface PostgresLimits {
  /** For a connection, waiting for a free one included (ms). */
  connectMs: number;
  /** For a statement, in the server (ms). */
  statementMs: number;
  /** For the answer to a statement (ms). The server's own limit does not help against a server that has stopped answering. */
  queryMs: number;
}

const usualLimits: PostgresLimits = { connectMs: 2_000, statementMs: 4_000, queryMs: 4_500 };

export interface PostgresOptions {
  /** Greatest number of connections. */
  poolSize: number;
  /** Called after the last connection is closed. */
  afterClose?: () => Promise<void>;
  /** Other limits than the usual ones. */
  limits?: Partial<PostgresLimits>;
}

interface Ambient {
  tx: Transaction;
  client: Client;
  /** What to do once the outermost transaction has committed. */
  afterwards: Array<() => void>;
}

/** `Database` over a pool of node-postgres. */
export class PostgresDatabase extends Database {
  private readonly pooled: Orm;
  /** The transaction this piece of work runs in, whoever opened it. */
  private readonly ambient = new AsyncLocalStorage<Ambient>();
  private readonly pool: pg.Pool;
  private closed: Promise<void> | undefined;

  constructor(
    readonly connection: Connection,
    log: (line: string) => void,
    private readonly options: PostgresOptions,
  ) {
    super();
    const { connectMs, statementMs, queryMs } = { ...usualLimits, ...options.limits };
    this.pool = new pg.Pool({
      ...connection,
      max: options.poolSize,
      application_name: 'watchfloor',
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: queryMs,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      types: valueTypes,
    });
    this.pool.on('error', (error) => log(`a database connection was lost: ${error.message}`));
    // A connection can also die while someone holds it between two queries; unheard, that 'error' would end the process.
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.pooled = drizzle(this.pool, { schema });
    // Drizzle's own keeps the connection for ever when BEGIN fails, and gives a broken one back as good.
    this.pooled.transaction = async (work, config) => {
      const afterwards: Array<() => void> = [];
      const result = await this.onOneConnection((client) =>
        drizzle(client, { schema }).transaction((tx) => this.ambient.run({ tx, client, afterwards }, () => work(tx)), config),
      );
      for (const then of afterwards) then();
      return result;
    };
  }

  override get orm(): Orm {
    return (this.ambient.getStore()?.tx as Orm | undefined) ?? this.pooled;
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer === undefined) return this.pooled.transaction(work);
    return outer.tx.transaction((tx) => this.ambient.run({ ...outer, tx }, () => work(tx)));
  }

  override afterCommit(then: () => void): void {
    const outer = this.ambient.getStore();
    if (outer === undefined) then();
    else outer.afterwards.push(then);
  }

  override query<Row extends pg.QueryResultRow>(sql: string, params: unknown[] = []): Promise<pg.QueryResult<Row>> {
    return (this.ambient.getStore()?.client ?? this.pool).query<Row>(sql, params);
  }

  override async ping(timeoutMs: number): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' })), timeoutMs);
    try {
      await Promise.race([this.pool.query('SELECT 1'), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  override close(): Promise<void> {
    this.closed ??= this.pool.end().then(() => this.options.afterClose?.());
    return this.closed;
  }

  private async onOneConnection<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const guarded = failingFast(client);
    let broken = false;
    try {
      return await work(guarded.client);
    } catch (error) {
      // After a timeout or a lost connection its state is unknown: the pool opens another.
      broken = isDatabaseUnavailable(error);
      throw error;
    } finally {
      guarded.retire();
      client.release(broken);
    }
  }
}
