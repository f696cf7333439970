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
 * Time for which a question may be open (ms) before a dependency that has always answered counts as failed. Until then
 * it counts as slow, because a busy machine delays answers, too.
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
  /** Time until which the last successful check is reused, and how long that check took (ms). */
  private fresh = { until: Number.NEGATIVE_INFINITY, latencyMs: 0 };
  private pending?: Promise<void>;
  /** When the open question was asked. */
  private askedAt = 0;
  /** Whether the last question got no answer, or an error. */
  private hasFailed = false;

  /** @param isSilent whether other work has just waited for the dependency in vain */
  constructor(
    private readonly name: string,
    private readonly ask: () => Promise<void>,
    private readonly isSilent: () => boolean = () => false,
    private readonly now = () => performance.now(),
  ) {}

  async check(): Promise<Check> {
    const started = this.now();
    if (started < this.fresh.until) {
      if (started > this.fresh.until - FRESH_MS / 2) this.question().catch(() => this.forget());
      return { name: this.name, status: 'ok', latencyMs: this.fresh.latencyMs };
    }
    const verdict = await this.verdict();
    const latencyMs = Math.round((this.now() - started) * 10) / 10;
    if (verdict === 'ok') return { name: this.name, status: 'ok', latencyMs };
    const isTrusted = !this.hasFailed && !this.isSilent() && this.now() - this.askedAt < TRUST_MS;
    if (verdict === 'late' && isTrusted)
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
    if (this.pending !== undefined) return this.pending;
    const asked = this.now();
    this.askedAt = asked;
    this.pending = this.ask()
      .then(
        () => {
          const answered = this.now();
          this.hasFailed = false;
          this.fresh = { until: answered + FRESH_MS, latencyMs: Math.round((answered - asked) * 10) / 10 };
        },
        (error) => {
          this.hasFailed = true;
          throw error;
        },
      )
      .finally(() => {
        this.pending = undefined;
      });
    return this.pending;
  }
}
