import { Service } from 'typedi';
import { SharedStore } from '../../cache/shared-store.js';
import { Database } from '../../database/database.js';
import { Lifecycle } from '../../lifecycle.js';
import { Probe } from './probe.js';

export interface Check {
  name: string;
  status: 'ok' | 'slow' | 'failed';
  latencyMs: number;
  detail?: string;
}

export interface Readiness {
  status: 'ready' | 'degraded' | 'unavailable';
  checks: Check[];
}

/** How long a statement of the probe may run at the most; its answer is waited for much shorter. */
const PROBE_TIMEOUT_MS = 2_000;

/** Whether requests would be answered now. Names no host and quotes no error: the probe is public. */
@Service()
export class ReadinessService {
  private readonly probes: Probe[];

  constructor(
    database: Database,
    store: SharedStore,
    private readonly lifecycle: Lifecycle,
  ) {
    // Without the one nothing can be done, without the other no token can be checked. Nothing else is needed to answer.
    this.probes = [new Probe('database', () => database.ping(PROBE_TIMEOUT_MS)), new Probe('sessions', () => store.ping(PROBE_TIMEOUT_MS))];
  }

  async read(): Promise<Readiness> {
    const checks = await Promise.all(this.probes.map((probe) => probe.check()));
    if (this.lifecycle.draining) checks.push({ name: 'lifecycle', status: 'failed', latencyMs: 0, detail: 'is stopping' });
    const worst = (status: Check['status']) => checks.some((check) => check.status === status);
    return { status: worst('failed') ? 'unavailable' : worst('slow') ? 'degraded' : 'ready', checks };
  }
}
