/** The weight of past running time decreases by a factor of e in this time (ms). */
const MEMORY_MS = 10_000;
/** Weights grow until they are scaled back after this time (ms), so that the numbers stay precise. */
const RESCALE_MS = 6 * MEMORY_MS;
/** Interval at which the time of running requests is added (ms). */
const REFRESH_MS = 20;
/**
 * Shares are compared only with shares that had a running request within this time (ms), so that a heavy account that
 * has left does not make the others look light.
 */
const PRESENT_MS = 1_000;
/** Shares with less weighted running time (ms) are removed. */
const FORGOTTEN_MS = 0.5;

/** An account is light when its running time is less than this fraction of the heaviest one's. */
export const LIGHT = 0.3;

/** The recent running time of one account, or of one address for requests without an account. */
export class Share {
  /** Number of refused requests since they were last logged. */
  refused = 0;
  running = 0;
  /** Number of admitted requests that have not begun yet. */
  waiting = 0;
  /** Number of requests that the overload gate admitted and that do not run yet (admitted-requests.ts). */
  arriving = 0;
  /** Running time is counted up to this time (ms, monotonic clock). */
  countedTick = 0;
  /** Weighted running time (ms); comparable only with the time of other shares. */
  weighted = 0;

  /** @param key the account's id, or the address */
  constructor(readonly key: string) {}
}

/**
 * Measures the recent running time of each account's requests. Later time weighs more, so that older values need not be
 * reduced as time passes (Cormode, Shkapenyuk, Srivastava, Xu: "Forward decay", ICDE 2009).
 */
export class RunningTime {
  private readonly shares = new Map<string, Share>();
  private landmark = Number.NEGATIVE_INFINITY;
  private weight = 1;
  private refreshedTick = Number.NEGATIVE_INFINITY;
  private sum = 0;
  private sumOfSquares = 0;

  /** Number of accounts and addresses with recent running time. */
  get size(): number {
    return this.shares.size;
  }

  of(key: string): Share {
    const known = this.shares.get(key);
    if (known !== undefined) return known;
    const share = new Share(key);
    this.shares.set(key, share);
    return share;
  }

  /**
   * Returns the share with the most refused requests since the last call and resets the counts; undefined when none was
   * refused.
   */
  takeMostRefused(): { key: string; refused: number } | undefined {
    let most: { key: string; refused: number } | undefined;
    for (const share of this.shares.values()) {
      if (share.refused > (most?.refused ?? 0)) most = { key: share.key, refused: share.refused };
      share.refused = 0;
    }
    return most;
  }

  /** Sets the current time for new weights (ms, monotonic clock); a few milliseconds make no difference. */
  advance(nowMs: number): void {
    if (nowMs - this.landmark > RESCALE_MS) this.rescale(nowMs);
    this.weight = Math.exp((nowMs - this.landmark) / MEMORY_MS);
  }

  /** Counts one more running request. */
  begin(share: Share, nowMs: number): void {
    this.count(share, nowMs);
    share.running += 1;
  }

  /** Counts one running request less. */
  end(share: Share, nowMs: number): void {
    this.count(share, nowMs);
    share.running -= 1;
  }

  /** Adds running time (ms) without a request. */
  charge(share: Share, ms: number, nowMs: number): void {
    this.count(share, nowMs);
    share.weighted += ms * this.weight;
  }

  /**
   * Returns the running time of a share relative to the running time of heavy accounts, running requests included. 1 is
   * the mean of the shares' running times weighted by themselves (Σu² ÷ Σu), over recently active shares, so that a
   * thousand light accounts do not make an average account look heavy. 0 when nothing ran.
   */
  heaviness(share: Share, nowMs: number): number {
    if (nowMs - this.refreshedTick >= REFRESH_MS) this.refresh(nowMs);
    return this.sumOfSquares <= 0 ? 0 : (share.weighted * this.sum) / this.sumOfSquares;
  }

  private count(share: Share, nowMs: number): void {
    if (share.running > 0) {
      share.weighted += share.running * (nowMs - share.countedTick) * this.weight;
    }
    share.countedTick = nowMs;
  }

  private refresh(nowMs: number): void {
    this.refreshedTick = nowMs;
    this.sum = this.sumOfSquares = 0;
    for (const share of this.shares.values()) {
      if (share.running > 0) this.count(share, nowMs);
      if (nowMs - share.countedTick > PRESENT_MS) continue;
      this.sum += share.weighted;
      this.sumOfSquares += share.weighted * share.weighted;
    }
  }

  private rescale(nowMs: number): void {
    const factor = Math.exp((this.landmark - nowMs) / MEMORY_MS);
    this.landmark = nowMs;
    this.refreshedTick = Number.NEGATIVE_INFINITY;
    for (const [key, share] of this.shares) {
      share.weighted *= factor;
      if (share.running + share.waiting + share.arriving === 0 && share.weighted < FORGOTTEN_MS)
        this.shares.delete(key);
    }
  }
}
