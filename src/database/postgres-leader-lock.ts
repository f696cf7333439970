import type pg from 'pg';
import type { Timers } from '../time/timers.js';
import type { Database } from './database.js';
import { guardedConnection } from './guarded-socket.js';
import { type LeaderAnswer, LeaderLock } from './leader-lock.js';
import { PatientClient } from './patient-client.js';

/** Key of the advisory lock. */
const LEADER_LOCK = 7_265;
/**
 * SQL that counts the terms: every new holder adds one, so that a returning holder knows whether another process led in
 * the meantime.
 */
const NEXT_TERM = `insert into leader_terms as last (lock, term) values (${LEADER_LOCK}, 1)
  on conflict (lock) do update set term = last.term + 1 returning term`;
/** SQL for a server process and its start time, because process ids are reused. */
const SESSION = `pid || ' ' || backend_start`;
const OWN_SESSION = `select ${SESSION} as session from pg_stat_activity where pid = pg_backend_pid()`;
const HOLDING_SESSION = `select ${SESSION} as session from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, ${LEADER_LOCK}, 1)
    and database = (select oid from pg_database where datname = current_database())`;
const END_SESSION = `select pg_terminate_backend(pid) from pg_stat_activity where ${SESSION} = $1`;
/** Interval of the holder's heartbeats (ms). */
const HEARTBEAT_MS = 2_000;
/** Queries time out after this long (ms); the connection then counts as lost. */
const QUERY_TIMEOUT_MS = 2_000;
/**
 * The server ends a session that is idle for this long (ms) and releases its lock, also after a power failure or when a
 * process freezes. It is longer than a heartbeat, its timeout and the longest statement together, so that the holder
 * notices the loss before another process can take the lock.
 */
const IDLE_TIMEOUT_MS = 12_000;

export interface LeaderLockLimits {
  queryTimeoutMs: number;
  idleTimeoutMs: number;
}
/** Maximum wait for the connection to close (ms). */
const CLOSE_TIMEOUT_MS = 1_000;

/** A session-level advisory lock on a separate connection; it ends with the connection. */
export class PostgresLeaderLock extends LeaderLock {
  /** Reason for the latest `unknown`; undefined before the first one. */
  problem: unknown;
  /** Last term of this process. */
  private term?: number;
  /** Session in which this process last held the lock. */
  private session?: string;
  private client?: pg.Client;
  private lost?: () => void;
  private stopHeartbeat?: () => void;
  private isHeartbeatRunning = false;

  constructor(
    private readonly database: Pick<Database, 'connection'>,
    private readonly timers: Timers,
    private readonly limits: LeaderLockLimits = { queryTimeoutMs: QUERY_TIMEOUT_MS, idleTimeoutMs: IDLE_TIMEOUT_MS },
  ) {
    super();
  }

  override async acquire(lost: () => void): Promise<LeaderAnswer> {
    if (this.lost !== undefined) return 'held';
    this.problem = undefined;
    try {
      const client = this.client ?? (await this.connect());
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LEADER_LOCK]);
      if (this.client !== client) return 'unknown';
      if (rows[0]?.held !== true) return await this.refused(client);
      const answer = await this.beginTerm(client);
      if (this.client !== client) return 'unknown';
      this.lost = lost;
      this.stopHeartbeat = this.timers.every(HEARTBEAT_MS, () => void this.beat(client));
      return answer;
    } catch (error) {
      this.problem = error;
      await this.release();
      return 'unknown';
    }
  }

  override async release(): Promise<void> {
    const { client } = this;
    this.lost = undefined;
    this.forget();
    if (client === undefined) return;
    const late = Promise.withResolvers<void>();
    const cancel = this.timers.after(CLOSE_TIMEOUT_MS, late.resolve);
    await Promise.race([client.end().catch(() => undefined), late.promise]);
    cancel();
  }

  private async connect(): Promise<pg.Client> {
    const { queryTimeoutMs, idleTimeoutMs } = this.limits;
    const timeouts = { connectionTimeoutMillis: queryTimeoutMs, query_timeout: queryTimeoutMs, ...guardedConnection };
    const client: pg.Client = new PatientClient({
      ...this.database.connection,
      ...timeouts,
      application_name: 'watchfloor leader',
    });
    client.on('error', () => {}); // the 'end' event follows
    client.once('end', () => this.ended(client));
    this.client = client;
    await client.connect();
    await client.query(`set idle_session_timeout = ${idleTimeoutMs}`);
    return client;
  }

  /** Handles a lock that is taken: the server may still hold it for a lost connection of this process. */
  private async refused(client: pg.Client): Promise<'taken' | 'unknown'> {
    if (this.session === undefined) return 'taken';
    const holder = await sessionOf(client, HOLDING_SESSION);
    if (holder !== undefined && holder !== this.session) {
      this.session = undefined;
      return 'taken';
    }
    // Terminates the session of the lost connection; otherwise the server would hold the lock until it notices the
    // loss.
    await client.query(END_SESSION, [this.session]);
    this.problem = new Error('The server still holds the lock for a lost connection of this process.');
    return 'unknown';
  }

  private async beginTerm(client: pg.Client): Promise<'held' | 'inherited'> {
    const before = this.term;
    this.session = await sessionOf(client, OWN_SESSION);
    const { rows } = await client.query<{ term: string }>(NEXT_TERM);
    this.term = Number(rows[0]?.term);
    return before === undefined || this.term === before + 1 ? 'held' : 'inherited';
  }

  private async beat(client: pg.Client): Promise<void> {
    if (this.isHeartbeatRunning) return;
    this.isHeartbeatRunning = true;
    try {
      await client.query('select');
    } catch {
      this.ended(client);
      await client.end().catch(() => undefined);
    } finally {
      this.isHeartbeatRunning = false;
    }
  }

  private ended(client: pg.Client): void {
    if (this.client !== client) return;
    const { lost } = this;
    this.lost = undefined;
    this.forget();
    lost?.();
  }

  private forget(): void {
    this.client = undefined;
    this.stopHeartbeat?.();
    this.stopHeartbeat = undefined;
  }
}

async function sessionOf(client: pg.Client, query: string): Promise<string | undefined> {
  const { rows } = await client.query<{ session: string | null }>(query);
  // PostgreSQL returns null when the role may not read the start time of the session.
  return rows[0] && (rows[0].session ?? 'of another role');
}
