import type { Check } from './readiness.service.js';

/** How long an answer is waited for, so that the probe itself always answers within 100 ms. */
const PATIENCE_MS = 80;
/** For how long after its last answer something that does not answer in time counts as slow and not as gone. */
const TRUST_MS = 5_000;

/** Asks one dependency whether it answers. A question still open is not asked again: a dead dependency is not buried in questions. */
export class Probe {
  private answeredAt = performance.now();
  private pending?: Promise<void>;

  constructor(
    private readonly name: string,
    private readonly ask: () => Promise<void>,
  ) {}

  async check(): Promise<Check> {
    const started = performance.now();
    const verdict = await this.verdict();
    const latencyMs = Math.round((performance.now() - started) * 10) / 10;
    if (verdict === 'ok') return { name: this.name, status: 'ok', latencyMs };
    if (verdict === 'late' && performance.now() - this.answeredAt < TRUST_MS)
      return { name: this.name, status: 'slow', latencyMs, detail: 'takes long to answer' };
    return { name: this.name, status: 'failed', latencyMs, detail: 'does not answer' };
  }

  private async verdict(): Promise<'ok' | 'late' | 'failed'> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), PATIENCE_MS);
    const answer = this.question().then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
    return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
  }

  private question(): Promise<void> {
    this.pending ??= this.ask()
      .then(() => {
        this.answeredAt = performance.now();
      })
      .finally(() => {
        this.pending = undefined;
      });
    return this.pending;
  }
}
