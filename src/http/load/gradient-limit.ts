export interface GradientLimitOptions {
  initial: number;
  /** Bounds of the limit; both may change. */
  readonly min: number;
  readonly max: number;
}

/** A latency within this factor of the usual one is no sign of a queue: `rttTolerance` of the source. */
const TOLERANCE = 1.5;
/**
 * Nor is this much more (ms), or answers that usually take a fraction of a millisecond would never be quick enough: the
 * buffer of Envoy's filter.
 */
const ALLOWANCE_MS = 25;
/** The limit goes no faster than this part of the way at a time, up and down. */
const GROWTH = 0.2;
const SHRINKAGE = 0.5;
/** Room for requests above what the gradient says, so that the limit finds its way up again. */
const HEADROOM = 4;
/** Samples make up a new limit when there are enough of them and they span this long (ms). */
const WINDOW_MS = 100;
const WINDOW_SAMPLES = 10;
/** Number of samples over which the usual latency is averaged. */
const LONG_WINDOW = 600;
const WARM_UP = 10;

/** The usual latency of one operation while there is no queue. */
export class UsualLatency {
  private samples = 0;
  /** 0 before the first sample. */
  ms = 0;

  /**
   * @param isCalm without a queue. Until there was such a sample the least of the others counts: with a queue, any of
   * them may be far too long.
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
 * The limit of requests at a time, by the increase of their duration over the usual: Gradient2 of Netflix's
 * concurrency-limits (https://github.com/Netflix/concurrency-limits, `Gradient2Limit`),
 * `limit ← limit × gradient + headroom`, smoothed. It differs from its source in four things: the usual latency is kept
 * for each operation, since a chart and a profile have nothing in common; it learns only while less than half of the
 * limit is in use, so that a lasting queue does not become usual; less than 25 ms of waiting is no queue (from Envoy's
 * adaptive concurrency filter); and the limit starts low, grows by a fifth at a time until answers come late for the
 * first time, and shrinks faster than it grows afterwards. It moves only when half of it is used: what few requests
 * wait for is no queue here.
 */
export class GradientLimit {
  private limit: number;
  /** Until answers come late for the first time. */
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
   * @param inFlight requests that ran when this one ended, itself included
   * @param nowMs of a clock that only goes forward
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
