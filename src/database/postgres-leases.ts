import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Timers } from '../time/timers.js';
import type { Database } from './database.js';
import { guardedConnection } from './guarded-socket.js';
import { type LeaseState, sharesOf } from './lease-shares.js';
import { type LeaseShare, Leases } from './leases.js';
import { PatientClient } from './patient-client.js';

/** A kind of leased names. Each kind is distributed separately, on a separate connection. */
export interface LeaseKind {
  /** Application name of connections, followed by the name of the process. */
  application: string;
  /** Class of the advisory locks that are shared by all processes that can take a name. */
  candidates: number;
  /** Class of the advisory locks that only the holder of a name has. */
  holders: number;
}

export const feedKind: LeaseKind = { application: 'watchfloor feeds ', candidates: 7_266, holders: 7_267 };
export const evaluationKind: LeaseKind = { application: 'watchfloor shards ', candidates: 7_268, holders: 7_269 };

const statementsOf = ({ application, candidates, holders }: LeaseKind) => ({
  state: `select l.classid::int as class, l.objid::int as key, l.pid, substr(a.application_name, ${application.length + 1}) as session
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid in (${candidates}, ${holders})
    and l.database = (select oid from pg_database where datname = current_database())`,
  share: `select pg_advisory_lock_shared(${candidates}, key) from unnest($1::int[]) as key`,
  unshare: `select pg_advisory_unlock_shared(${candidates}, key) from unnest($1::int[]) as key`,
  take: `select key, pg_try_advisory_lock(${holders}, key) as taken from unnest($1::int[]) as key`,
  giveUp: `select pg_advisory_unlock(${holders}, key) from unnest($1::int[]) as key`,
});
/** Queries time out after this long (ms); the connection then counts as lost. */
const QUERY_TIMEOUT_MS = 2_000;
/**
 * The server ends a session that is idle for this long (ms) and releases its locks, also after a power failure or when
 * a process freezes.
 */
const IDLE_TIMEOUT_MS = 11_000;
const CLOSE_TIMEOUT_MS = 1_000;

interface LockRow {
  class: number;
  key: number;
  pid: number;
  session: string | null;
}

/** Returns the lock key of a name, because advisory locks have numbers. */
const keyOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) & 0x7fff_ffff;
/** Returns the name of a session's process, without the random suffix. */
const processOf = (session: string): string => session.replace(/\/\w+$/, '');

/** Holds names as session-level advisory locks on a separate connection; the locks end with the connection. */
export class PostgresLeases extends Leases {
  readonly process: string;
  private readonly session: string;
  private readonly kind: LeaseKind;
  private readonly idleTimeoutMs: number;
  private readonly statements: ReturnType<typeof statementsOf>;
  private client?: pg.Client;
  private announced: ReadonlySet<number> = new Set();
  private lost?: () => void;

  constructor(
    private readonly database: Pick<Database, 'connection'>,
    private readonly timers: Timers,
    {
      kind = feedKind,
      idleTimeoutMs = IDLE_TIMEOUT_MS,
      host = hostname(),
    }: { kind?: LeaseKind; idleTimeoutMs?: number; host?: string } = {},
  ) {
    super();
    this.kind = kind;
    this.idleTimeoutMs = idleTimeoutMs;
    this.statements = statementsOf(kind);
    // Containers may have equal names and equal process ids, so a random suffix makes the session unique. PostgreSQL
    // cuts application names at 63 bytes.
    this.session = `${host.slice(0, 26)}:${process.pid}/${randomBytes(4).toString('hex')}`;
    this.process = processOf(this.session);
  }

  override async renew(names: readonly string[], lost: () => void): Promise<LeaseShare | undefined> {
    try {
      const client = this.client ?? (await this.connect());
      this.lost = lost;
      const nameOf = new Map(names.map((name) => [keyOf(name), name]));
      await this.announce(client, new Set(nameOf.keys()));
      const leases = await this.leases(client);
      const shares = sharesOf([...leases.values()]);
      const free = [...nameOf.keys()].filter(
        (key) => shares.get(key) === this.session && leases.get(key)?.holder === undefined,
      );
      for (const key of await this.take(client, free)) (leases.get(key) as LeaseState).holder = this.session;
      if (this.client !== client) return undefined;
      const own = names.filter((name) => leases.get(keyOf(name))?.holder === this.session);
      return {
        held: new Set(own),
        surplus: own.filter((name) => shares.get(keyOf(name)) !== this.session),
        holders: new Map([...nameOf].flatMap(([key, name]) => holderOf(name, leases.get(key)))),
        processes: new Set([...leases.values()].flatMap(({ candidates }) => [...candidates])).size,
      };
    } catch {
      await this.release();
      return undefined;
    }
  }

  override async giveUp(names: readonly string[]): Promise<void> {
    // Without a connection no names are held.
    await this.client?.query(this.statements.giveUp, [names.map(keyOf)]).catch(() => this.release());
  }

  override async release(): Promise<void> {
    const { client } = this;
    this.forget();
    if (client === undefined) return;
    const late = Promise.withResolvers<void>();
    const cancel = this.timers.after(CLOSE_TIMEOUT_MS, late.resolve);
    await Promise.race([client.end().catch(() => undefined), late.promise]);
    cancel();
  }

  private async connect(): Promise<pg.Client> {
    const timeouts = {
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      ...guardedConnection,
    };
    const client: pg.Client = new PatientClient({
      ...this.database.connection,
      ...timeouts,
      application_name: this.kind.application + this.session,
    });
    client.on('error', () => {}); // the 'end' event follows
    client.once('end', () => {
      if (this.client !== client) return;
      const { lost } = this;
      this.forget();
      lost?.();
    });
    this.client = client;
    await client.connect();
    await client.query(`set idle_session_timeout = ${this.idleTimeoutMs}`);
    return client;
  }

  private async announce(client: pg.Client, keys: ReadonlySet<number>): Promise<void> {
    const added = [...keys].filter((key) => !this.announced.has(key));
    const removed = [...this.announced].filter((key) => !keys.has(key));
    if (added.length > 0) await client.query(this.statements.share, [added]);
    if (removed.length > 0) await client.query(this.statements.unshare, [removed]);
    this.announced = keys;
  }

  /**
   * Returns all leases of the database. First releases locks that the server still holds for a lost connection of this
   * process.
   */
  private async leases(client: pg.Client): Promise<Map<number, LeaseState & { candidates: Set<string> }>> {
    const { rows } = await client.query<LockRow>(this.statements.state);
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ghosts = new Set(
      rows.filter(({ session, pid }) => session === this.session && pid !== own[0]?.pid).map(({ pid }) => pid),
    );
    for (const pid of ghosts) await client.query('select pg_terminate_backend($1)', [pid]);
    const leases = new Map<number, LeaseState & { candidates: Set<string> }>();
    for (const { class: kind, key, pid, session } of rows) {
      if (session === null) continue;
      const lease = leases.get(key) ?? { key, candidates: new Set<string>() };
      leases.set(key, lease);
      if (kind === this.kind.candidates) lease.candidates.add(session);
      else lease.holder = ghosts.has(pid) ? 'a lost connection' : session;
    }
    return leases;
  }

  private async take(client: pg.Client, keys: readonly number[]): Promise<number[]> {
    if (keys.length === 0) return [];
    const { rows } = await client.query<{ key: number; taken: boolean }>(this.statements.take, [keys]);
    return rows.filter(({ taken }) => taken).map(({ key }) => key);
  }

  private forget(): void {
    this.client = undefined;
    this.announced = new Set();
    this.lost = undefined;
  }
}

const holderOf = (name: string, lease: LeaseState | undefined): Array<[string, string]> =>
  lease?.holder === undefined ? [] : [[name, processOf(lease.holder)]];
