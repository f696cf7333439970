export interface GradientLimitOptions {
  initial: number;
  /** Bounds of the limit; both may change at run time. */
  readonly min: number;
  readonly max: number;
}

/** A latency of up to this many times the usual one does not indicate a queue: `rttTolerance` of the source. */
const TOLERANCE = 1.5;
/**
 * Additional tolerance (ms), as in Envoy's filter. Without it, operations that usually take a fraction of a millisecond
 * would seem slow all the time.
 */
const ALLOWANCE_MS = 25;
/** Fractions of the distance to the wanted limit by which the limit moves in one step, up and down. */
const GROWTH = 0.2;
const SHRINKAGE = 0.5;
/** Number of requests added to the wanted limit, so that the limit can grow again. */
const HEADROOM = 4;
/** The limit is updated when there are enough samples and they span this long (ms). */
const WINDOW_MS = 100;
const WINDOW_SAMPLES = 10;
/** Number of samples over which the usual latency is averaged. */
const LONG_WINDOW = 600;
const WARM_UP = 10;

/** The usual latency of one operation without a queue. */
export class UsualLatency {
  private samples = 0;
  /** Usual latency (ms); 0 before the first sample. */
  ms = 0;

  /**
   * Adds a sample of the latency.
   * @param isCalm true: measured without a queue. Until the first such sample, the lowest of the other samples counts,
   * because with a queue any of them may be far too long.
   */
  add(ms: number, isCalm: boolean): void {
    if (!isCalm) {
      if (this.samples === 0) this.ms = this.ms === 0 ? ms : Math.min(this.ms, ms);
      return;
    }
    this.samples = Math.min(this.samples + 1, LONG_WINDOW);
    this.ms += (ms - this.ms) / (this.samples <= WARM_UP ? this.samples : LONG_WINDOW / 2);
  }
}

/**
 * Limits the number of concurrent requests by the increase of their duration over the usual one: Gradient2 of Netflix's
 * concurrency-limits (https://github.com/Netflix/concurrency-limits, `Gradient2Limit`), `limit ← limit × gradient +
 * headroom`, smoothed. It differs from its source in four ways:
 * - The usual latency is kept for each operation, because latencies of a chart and a profile are not comparable.
 * - The usual latency is learned only while less than half of the limit is in use, so that a lasting queue does not
 *   become usual.
 * - A delay of less than 25 ms does not count as a queue (from Envoy's adaptive concurrency filter).
 * - The limit starts low, grows by a fifth at a time until responses first become slow, and afterwards shrinks faster
 *   than it grows.
 *
 * The limit changes only when at least half of it is used.
 */
export class GradientLimit {
  private limit: number;
  /** True until responses first become slow. */
  private isStarting = true;
  private windowStart = 0;
  private count = 0;
  private sum = 0;
  private peak = 0;

  constructor(private readonly options: GradientLimitOptions) {
    this.limit = options.initial;
  }

  get current(): number {
    return Math.max(this.options.min, Math.min(this.options.max, this.limit));
  }

  /**
   * Adds the latency of a request that has ended, and adjusts the limit.
   * @param inFlight number of running requests when this one ended, itself included
   * @param nowMs time by a monotonic clock
   */
  sample(usual: UsualLatency, ms: number, inFlight: number, nowMs: number): void {
    usual.add(ms, inFlight * 2 < this.limit);
    this.sum += Math.max(0.5, Math.min(1, (TOLERANCE * usual.ms + ALLOWANCE_MS) / ms));
    this.count += 1;
    if (inFlight > this.peak) this.peak = inFlight;
    if (this.count < WINDOW_SAMPLES || nowMs - this.windowStart < WINDOW_MS) return;
    const gradient = this.sum / this.count;
    const isUsed = this.peak * 2 >= this.limit;
    if (isUsed && this.limit * gradient + HEADROOM < this.limit) this.isStarting = false;
    const wanted = this.limit * gradient + (this.isStarting ? this.limit : HEADROOM);
    if (isUsed) {
      const next = this.limit + (wanted < this.limit ? SHRINKAGE : GROWTH) * (wanted - this.limit);
      this.limit = Math.max(this.options.min, Math.min(this.options.max, next));
    }
    this.windowStart = nowMs;
    this.count = this.sum = this.peak = 0;
  }
}
