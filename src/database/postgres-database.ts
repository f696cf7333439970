import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { actingOwner } from '../async/account-context.js';
import { SECOND_MS } from '../time/durations.js';
import { ConnectionShares, type SharesState, UNSHARED } from './connection-shares.js';
import { ConnectionTimes } from './connection-times.js';
import { type Connection, Database, type Orm, type Transaction, type TransactionOptions } from './database.js';
import { isDatabaseUnavailable, isDiskFull, isRepeatable, rootOf } from './database-errors.js';
import { drizzle } from './drizzle.js';
import { guardedConnection, receivedAt } from './guarded-socket.js';
import { PatientClient } from './patient-client.js';
import * as schema from './schema.js';
import { type Client, failingFast } from './serial-client.js';
import { tracedClient } from './traced-client.js';
import { valueTypes } from './value-types.js';

export interface PostgresLimits {
  /** Timeout to connect (ms). */
  connectMs: number;
  /** Maximum wait for a free connection (ms): of requests and of background work. */
  requestWaitMs: number;
  backgroundWaitMs: number;
  /** Timeout of a statement, enforced by the server (ms). */
  statementMs: number;
  /** Timeout of the response to a statement (ms), which also ends queries of a server that has stopped responding. */
  queryMs: number;
  /** A connection that received bytes within this time (ms) is used without a probe. */
  trustMs: number;
}

const usualLimits: PostgresLimits = {
  connectMs: 2_000,
  requestWaitMs: 1_000,
  backgroundWaitMs: 2_000,
  statementMs: 4_000,
  queryMs: 4_250,
  trustMs: 250,
};

export interface PostgresOptions {
  /** Maximum number of connections for requests. */
  poolSize: number;
  /** Maximum number of connections for all other work. Default: `poolSize`. */
  backgroundPoolSize?: number;
  /** Called after the last connection is closed. */
  afterClose?: () => Promise<void>;
  /** Limits that replace the defaults. */
  limits?: Partial<PostgresLimits>;
}

/** Timeout of the response to a probe (ms). */
const PROBE_TIMEOUT_MS = 1_000;
/** Additional connections for `ping`, which must not wait for other work. */
const PROBE_CONNECTIONS = 1;
/**
 * Maximum number of runs of work that the server rolled back, and the first pause between two of them (ms), which grows
 * and is randomized.
 */
const MAX_RUNS = 6;
const REPEAT_PAUSE_MS = 10;

interface Ambient {
  tx: Transaction;
  client: Client;
  /** Functions that run after the outermost transaction has committed. */
  afterwards: Array<() => void>;
}

/** The database, accessed over a pool of node-postgres. */
export class PostgresDatabase extends Database {
  private readonly pooled: Orm;
  /** The transaction in which the current work runs. */
  private readonly ambient = new AsyncLocalStorage<Ambient>();
  private readonly pool: pg.Pool;
  /** Separate limits, so that requests cannot take the connections of background work, and the reverse. */
  private readonly requests: ConnectionShares;
  private readonly background: ConnectionShares;
  private readonly trustMs: number;
  readonly connectionTimes = new ConnectionTimes();
  private closed: Promise<void> | undefined;
  isDiskFull = false;
  isSilent = false;
  /** Connections that received no data since this time (`performance.now()`) are not used again. */
  private distrustedBefore = Number.NEGATIVE_INFINITY;

  constructor(
    readonly connection: Connection,
    log: (line: string) => void,
    private readonly options: PostgresOptions,
  ) {
    super();
    const { connectMs, requestWaitMs, backgroundWaitMs, statementMs, queryMs, trustMs } = {
      ...usualLimits,
      ...options.limits,
    };
    this.trustMs = trustMs;
    const { poolSize, backgroundPoolSize = poolSize } = options;
    this.requests = new ConnectionShares(poolSize, requestWaitMs);
    this.background = new ConnectionShares(backgroundPoolSize, backgroundWaitMs);
    this.pool = new pg.Pool({
      Client: PatientClient,
      application_name: 'watchfloor',
      ...connection,
      max: poolSize + backgroundPoolSize + PROBE_CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: queryMs,
      idle_in_transaction_session_timeout: 15_000,
      ...guardedConnection,
      types: valueTypes,
    });
    this.pool.on('error', (error) => log(`a database connection was lost: ${error.message}`));
    // A connection can fail between two queries of its user; without a listener the 'error' event would end the
    // process.
    this.pool.on('connect', (client) => client.on('error', () => {}));
    const single = Object.create(this.pool, {
      query: { value: (...statement: Statement) => this.single(...statement) },
    }) as pg.Pool;
    this.pooled = drizzle(single, { schema });
    // Drizzle's own implementation keeps the connection for ever when BEGIN fails, and returns a broken connection to
    // the pool.
    this.pooled.transaction = (work) => this.outermost(work);
  }

  override get orm(): Orm {
    return (this.ambient.getStore()?.tx as Orm | undefined) ?? this.pooled;
  }

  override get requestConnections(): SharesState {
    return this.requests.state;
  }

  override transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    { repeatable = true }: TransactionOptions = {},
  ): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer === undefined) return repeatable ? repeated(() => this.outermost(work)) : this.outermost(work);
    return this.nested(outer, work);
  }

  /**
   * Runs `work` in a savepoint. If it is rolled back, functions that `work` registered for after the commit do not run.
   */
  private async nested<T>(outer: Ambient, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterwards: Array<() => void> = [];
    const result = await outer.tx.transaction((tx) => this.ambient.run({ ...outer, tx, afterwards }, () => work(tx)));
    outer.afterwards.push(...afterwards);
    return result;
  }

  override afterCommit(then: () => void): void {
    const outer = this.ambient.getStore();
    if (outer === undefined) then();
    else outer.afterwards.push(then);
  }

  override query<Row extends pg.QueryResultRow>(sql: string, params: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const client = this.ambient.getStore()?.client;
    return client === undefined
      ? (this.single(sql, params) as Promise<pg.QueryResult<Row>>)
      : client.query<Row>(sql, params);
  }

  override async ping(timeoutMs: number): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    try {
      // The check bypasses the shares of connections: if they are used up, the database may still be available.
      await Promise.race([this.isDiskFull ? this.tryToWrite() : this.pool.query('SELECT 1'), late.promise]);
      this.isSilent = false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Creates a temporary table: it needs a file, so a full disk rejects it, and it is rolled back. */
  private async tryToWrite(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query(
        'BEGIN; CREATE TEMPORARY TABLE disk_probe AS SELECT md5(n::text) FROM generate_series(1, 1000) n',
      );
      this.isDiskFull = false;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    } finally {
      await client.query('ROLLBACK').catch(() => undefined);
      client.release();
    }
  }

  override close(): Promise<void> {
    this.closed ??= this.pool.end().then(() => this.options.afterClose?.());
    return this.closed;
  }

  /**
   * Returns a working connection. A connection that was idle for a while is probed first, because a network can
   * silently drop it. When a probe fails, all connections that were idle as long are discarded.
   */
  private async connected(): Promise<Client> {
    for (;;) {
      const client = await this.pool.connect();
      const now = performance.now();
      const heard = receivedAt(client);
      if (now - heard < this.trustMs) return client;
      if (heard >= this.distrustedBefore) {
        const isThere = await client.query({ text: 'select', query_timeout: PROBE_TIMEOUT_MS } as pg.QueryConfig).then(
          () => true,
          () => false,
        );
        if (isThere) return client;
        this.distrustedBefore = now;
      }
      client.release(true);
    }
  }

  private async outermost<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterwards: Array<() => void> = [];
    const result = await this.onOneConnection((client) =>
      // Without the schema, which is only used for its relational queries: reading it takes half a millisecond.
      (drizzle(client) as unknown as Orm).transaction(
        (tx) => this.ambient.run({ tx, client, afterwards }, () => work(tx)),
        {
          isolationLevel: 'read committed',
        },
      ),
    );
    for (const then of afterwards) then();
    return result;
  }

  /** Runs a single statement. The server rolls it back as a whole, so it can be repeated as a whole. */
  private single(...statement: Statement): Promise<pg.QueryResult> {
    return repeated(() => this.onOneConnection((client) => client.query(...statement)));
  }

  private async onOneConnection<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const owner = actingOwner();
    const user = owner === undefined ? 'background' : 'request';
    const asked = performance.now();
    const putBack = await (owner === undefined ? this.background : this.requests).take(owner ?? UNSHARED);
    try {
      const client = await this.connected().catch((error) => {
        this.isSilent ||= isDatabaseUnavailable(error);
        throw error;
      });
      const began = performance.now();
      this.connectionTimes.waits.get(user)?.observe((began - asked) / SECOND_MS);
      const guarded = failingFast(client);
      let broken = false;
      try {
        const result = await work(tracedClient(guarded.client));
        this.isSilent = false;
        return result;
      } catch (error) {
        if (isDiskFull(error)) this.isDiskFull = true;
        // After a timeout or a lost connection, the state of the connection is unknown, so the pool opens another one.
        broken = isDatabaseUnavailable(error) && !isRepeatable(error);
        this.isSilent = broken && !(rootOf(error) instanceof pg.DatabaseError);
        // The cause of this failure may also have broken other connections that have received nothing since.
        if (this.isSilent) this.distrustedBefore = began;
        throw error;
      } finally {
        this.connectionTimes.uses.get(user)?.observe((performance.now() - began) / SECOND_MS);
        guarded.retire();
        client.release(broken || client.getTransactionStatus() !== 'I');
      }
    } finally {
      putBack();
    }
  }
}

type Statement = [text: string | pg.QueryConfig, params?: unknown[]];

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (run === MAX_RUNS || !isRepeatable(error)) throw error;
      await wait(REPEAT_PAUSE_MS * 2 ** run * Math.random());
    }
  }
}
