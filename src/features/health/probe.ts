/** The result of one check. */
export interface Check {
  name: string;
  status: 'ok' | 'slow' | 'failed';
  latencyMs: number;
  detail?: string;
}

/** Timeout of a check (ms), so that the response takes less than 100 ms. */
const TIMEOUT_MS = 50;
/**
 * Time after its last successful response for which a dependency that does not respond in time counts as slow, not as
 * failed (ms).
 */
const TRUST_MS = 5_000;

/**
 * Time for which a successful check is reused (ms), so that many requests cause one check. In the second half of this
 * time a new check runs in the background, so that frequent requests never wait.
 */
const FRESH_MS = 500;

/**
 * Checks whether a dependency responds. Only one check runs at a time, so that a dead dependency does not accumulate
 * checks.
 */
export class Probe {
  private answeredAt: number;
  /** Time until which the last successful check is reused, and how long that check took (ms). */
  private fresh = { until: Number.NEGATIVE_INFINITY, latencyMs: 0 };
  private pending?: Promise<void>;

  constructor(
    private readonly name: string,
    private readonly ask: () => Promise<void>,
    private readonly now = () => performance.now(),
  ) {
    this.answeredAt = this.now();
  }

  async check(): Promise<Check> {
    const started = this.now();
    if (started < this.fresh.until) {
      if (started > this.fresh.until - FRESH_MS / 2) this.question().catch(() => this.forget());
      return { name: this.name, status: 'ok', latencyMs: this.fresh.latencyMs };
    }
    const verdict = await this.verdict();
    const latencyMs = Math.round((this.now() - started) * 10) / 10;
    if (verdict === 'ok') return { name: this.name, status: 'ok', latencyMs };
    if (verdict === 'late' && this.now() - this.answeredAt < TRUST_MS)
      return { name: this.name, status: 'slow', latencyMs, detail: 'takes long to answer' };
    return { name: this.name, status: 'failed', latencyMs, detail: 'does not answer' };
  }

  private forget(): void {
    this.fresh.until = Number.NEGATIVE_INFINITY;
  }

  private async verdict(): Promise<'ok' | 'late' | 'failed'> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), TIMEOUT_MS);
    const answer = this.question().then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
    return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
  }

  private question(): Promise<void> {
    const asked = this.now();
    this.pending ??= this.ask()
      .then(() => {
        this.answeredAt = this.now();
        this.fresh = { until: this.answeredAt + FRESH_MS, latencyMs: Math.round((this.answeredAt - asked) * 10) / 10 };
      })
      .finally(() => {
        this.pending = undefined;
      });
    return this.pending;
  }
}
