import { Service } from 'typedi';
import { SharedStore } from '../../cache/shared-store.js';
import { Database } from '../../database/database.js';
import { Lifecycle } from '../../lifecycle.js';

export interface Check {
  name: string;
  status: 'ok' | 'failed';
  latencyMs: number;
  detail?: string;
}

export interface Readiness {
  status: 'ready' | 'degraded' | 'unavailable';
  checks: Check[];
}

/** A check that takes longer counts as failed, so that the probe itself always answers. */
const CHECK_TIMEOUT_MS = 80;

/** Whether requests would be answered now. Names no host and quotes no error: the probe is public. */
@Service()
export class ReadinessService {
  constructor(
    private readonly database: Database,
    private readonly store: SharedStore,
    private readonly lifecycle: Lifecycle,
  ) {}

  async read(): Promise<Readiness> {
    const checks = await Promise.all([
      check('database', 'does not answer', () => this.database.ping(CHECK_TIMEOUT_MS)),
      check('sessions', 'the session store does not answer', () => this.store.ping(CHECK_TIMEOUT_MS)),
    ]);
    if (this.lifecycle.draining) checks.push({ name: 'lifecycle', status: 'failed', latencyMs: 0, detail: 'is stopping' });
    const failed = checks.filter((one) => one.status === 'failed').map((one) => one.name);
    // Without sessions tokens cannot be checked, without the database nothing can be done; nothing else is needed to answer.
    return { status: failed.length === 0 ? 'ready' : 'unavailable', checks };
  }
}

async function check(name: string, failure: string, run: () => Promise<void>): Promise<Check> {
  const started = performance.now();
  const latency = () => Math.round((performance.now() - started) * 10) / 10;
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  try {
    await Promise.race([run(), timeout.promise]);
    return { name, status: 'ok', latencyMs: latency() };
  } catch {
    return { name, status: 'failed', latencyMs: latency(), detail: failure };
  } finally {
    clearTimeout(timer);
  }
}
