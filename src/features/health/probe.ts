/** The result of one check. */
export interface Check {
  name: string;
  status: 'ok' | 'slow' | 'failed';
  latencyMs: number;
  detail?: string;
}

/** Timeout of a check, so that the probe itself always answers within 100 ms. */
const TIMEOUT_MS = 50;
/** For how long after its last answer something that does not answer in time counts as slow and not as gone. */
const TRUST_MS = 5_000;

/**
 * An answer no older than this (ms) holds still: probes of many callers are not passed on, and wait for nothing. Half
 * as old, it is asked for again while the old one is given, so that frequent probes never wait.
 */
const FRESH_MS = 500;

/**
 * Asks one dependency whether it answers. A question still open is not asked again: a dead dependency is not buried in
 * questions.
 */
export class Probe {
  private answeredAt: number;
  /** The latest answer, and how long it took. */
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
