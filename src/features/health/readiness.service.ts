import { Service } from 'typedi';
import { SharedStore } from '../../cache/shared-store.js';
import { Database } from '../../database/database.js';
import { Lifecycle } from '../../http/lifecycle.js';
import { type Check, Probe } from './probe.js';

export interface Readiness {
  status: 'ready' | 'degraded' | 'unavailable';
  checks: Check[];
}

/** Timeout of the statement of a check; the response waits a much shorter time for its result. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * If all connections have been in use for this long (ms) while requests wait for one, the database counts as
 * unavailable.
 */
const STUCK_MS = 2_000;

/**
 * Reports whether requests would succeed now. Its result contains no host names or errors, because the probe is public.
 */
@Service()
export class ReadinessService {
  private readonly probes: Probe[];

  constructor(
    private readonly database: Database,
    store: SharedStore,
    private readonly lifecycle: Lifecycle,
  ) {
    // Every request needs the database, and every token check needs the session store; no other dependency is required.
    this.probes = [
      new Probe(
        'database',
        () => database.ping(PROBE_TIMEOUT_MS),
        () => database.isSilent,
      ),
      new Probe('sessions', () => store.ping(PROBE_TIMEOUT_MS)),
    ];
  }

  async read(): Promise<Readiness> {
    const checks = await Promise.all(this.probes.map((probe) => probe.check()));
    checks.push(this.poolCheck());
    if (this.database.isDiskFull)
      checks.push({
        name: 'database_disk',
        status: 'failed',
        latencyMs: 0,
        detail: 'is full: reads are answered, writes are rejected until there is space',
      });
    if (this.lifecycle.draining)
      checks.push({ name: 'lifecycle', status: 'failed', latencyMs: 0, detail: 'is stopping' });
    const worst = (status: Check['status']) => checks.some((check) => check.status === status);
    return { status: worst('failed') ? 'unavailable' : worst('slow') ? 'degraded' : 'ready', checks };
  }

  /** Checks the connection pool: a database that responds does not help requests that get no connection to it. */
  private poolCheck(): Check {
    const { free, waiting, stuckMs } = this.database.requestConnections;
    const check = { name: 'database_pool', latencyMs: 0 };
    if (free > 0) return { ...check, status: 'ok' };
    if (waiting > 0 && stuckMs > STUCK_MS)
      return { ...check, status: 'failed', detail: 'every connection is in use, and none became free in time' };
    return { ...check, status: 'slow', detail: 'every connection is in use' };
  }
}
