import pg from 'pg';
import type { Timers } from '../timers.js';
import type { Database } from './database.js';
import { guardedConnection } from './guarded-socket.js';
import { type LeaderAnswer, LeaderLock } from './leader-lock.js';

/** Of the advisory locks of this database. */
const LEADER_LOCK = 7_265;
/** Counts the leaders, so that one who has it again knows whether there was another: everybody who comes to have it counts one more. */
const NEXT_TERM = `insert into leader_terms as last (lock, term) values (${LEADER_LOCK}, 1)
  on conflict (lock) do update set term = last.term + 1 returning term`;
/** A process of the server and when it began: its number alone may be another's later. */
const SESSION = `pid || ' ' || backend_start`;
const OWN_SESSION = `select ${SESSION} as session from pg_stat_activity where pid = pg_backend_pid()`;
const HOLDING_SESSION = `select ${SESSION} as session from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, ${LEADER_LOCK}, 1)
    and database = (select oid from pg_database where datname = current_database())`;
const END_SESSION = `select pg_terminate_backend(pid) from pg_stat_activity where ${SESSION} = $1`;
/** How often whoever holds it shows the server that it lives (ms). */
const BEAT_MS = 2_000;
/** A connection whose answer takes longer (ms) is lost. */
const PATIENCE_MS = 2_000;
/**
 * The server ends a session that has said nothing for so long (ms), and its lock with it: also that of a machine without power or a process
 * that stands still. Longer than a beat, the patience with it and the longest statement together, so that the holder knows of it before
 * another can have the lock.
 */
const SILENCE_MS = 15_000;

export interface LeaderLockLimits {
  patienceMs: number;
  silenceMs: number;
}
/** A goodbye that takes longer (ms) is not waited for. */
const GOODBYE_MS = 1_000;

/** A session's advisory lock on a connection of its own: it ends with the connection, whatever ends that. */
export class PostgresLeaderLock extends LeaderLock {
  /** Undefined when there was none. */
  problem: unknown;
  /** Which leader of the database this process was last. */
  private term?: number;
  /** That had it last here. */
  private session?: string;
  private client?: pg.Client;
  private lost?: () => void;
  private endBeats?: () => void;
  private isBeating = false;

  constructor(
    private readonly database: Pick<Database, 'connection'>,
    private readonly timers: Timers,
    private readonly limits: LeaderLockLimits = { patienceMs: PATIENCE_MS, silenceMs: SILENCE_MS },
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
      this.endBeats = this.timers.every(BEAT_MS, () => void this.beat(client));
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
    const callOff = this.timers.after(GOODBYE_MS, late.resolve);
    await Promise.race([client.end().catch(() => undefined), late.promise]);
    callOff();
  }

  private async connect(): Promise<pg.Client> {
    const { patienceMs, silenceMs } = this.limits;
    const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs, ...guardedConnection };
    const client = new pg.Client({ ...this.database.connection, ...patience, application_name: 'watchfloor leader' });
    client.on('error', () => {}); // 'end' follows
    client.once('end', () => this.ended(client));
    this.client = client;
    await client.connect();
    await client.query(`set idle_session_timeout = ${silenceMs}`);
    return client;
  }

  /** The server may not have noticed yet that the connection of this process is gone: then nobody else has it. */
  private async refused(client: pg.Client): Promise<'taken' | 'unknown'> {
    if (this.session === undefined) return 'taken';
    const holder = await sessionOf(client, HOLDING_SESSION);
    if (holder !== undefined && holder !== this.session) {
      this.session = undefined;
      return 'taken';
    }
    // This process has given that connection up, so its session is ended: otherwise the server would hold the lock until it notices by itself.
    await client.query(END_SESSION, [this.session]);
    this.problem = new Error('The server still holds the lead for a connection of this process that was lost.');
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
    if (this.isBeating) return;
    this.isBeating = true;
    try {
      await client.query('select');
    } catch {
      this.ended(client);
      await client.end().catch(() => undefined);
    } finally {
      this.isBeating = false;
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
    this.endBeats?.();
    this.endBeats = undefined;
  }
}

async function sessionOf(client: pg.Client, query: string): Promise<string | undefined> {
  const { rows } = await client.query<{ session: string | null }>(query);
  // Null where the role may not know when another's began.
  return rows[0] && (rows[0].session ?? 'of another role');
}
