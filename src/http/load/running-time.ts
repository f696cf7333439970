/** Running time counts less the longer ago it was: after this long (ms) by a factor of e. */
const MEMORY_MS = 10_000;
/** Weights grow until they are scaled back: after this long (ms), so that numbers stay precise. */
const RESCALE_MS = 6 * MEMORY_MS;
/** Running requests are counted again after this long (ms). */
const REFRESH_MS = 20;
/**
 * Shares are compared with those that had something running within this time (ms): one that was heavy and left makes no
 * other light.
 */
const PRESENT_MS = 1_000;
/** Smaller values (ms) are forgotten. */
const FORGOTTEN_MS = 0.5;

/** An account with less than this part of the running time of the heaviest is light. */
export const LIGHT = 0.3;

/** The running time of one account, or of one address without an account, now and lately. */
export class Share {
  /** Requests that were refused since that was logged. */
  refused = 0;
  running = 0;
  /** Requests that were let in and have not begun yet. */
  waiting = 0;
  /** Requests that were let pass and do not run yet (arrivals.ts). */
  arriving = 0;
  /** Up to when its running time is counted (ms). */
  countedTick = 0;
  /** Running time (ms), weighted: to be compared with that of other shares only. */
  weighted = 0;

  /** @param key the account's id, or the address */
  constructor(readonly key: string) {}
}

/**
 * The running time of each account's requests lately. Time is weighted forward (Cormode, Shkapenyuk, Srivastava, Xu:
 * "Forward decay", ICDE 2009):
 * later time weighs more, so that nothing has to be made less as time goes by.
 */
export class RunningTime {
  private readonly shares = new Map<string, Share>();
  private landmark = Number.NEGATIVE_INFINITY;
  private weight = 1;
  private refreshedTick = Number.NEGATIVE_INFINITY;
  private sum = 0;
  private sumOfSquares = 0;

  /** Accounts and addresses that are remembered. */
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

  /** The share with the most refused requests since this was asked last; undefined when there was none. */
  takeMostRefused(): { key: string; refused: number } | undefined {
    let most: { key: string; refused: number } | undefined;
    for (const share of this.shares.values()) {
      if (share.refused > (most?.refused ?? 0)) most = { key: share.key, refused: share.refused };
      share.refused = 0;
    }
    return most;
  }

  /** Sets the time for what follows (ms of a clock that only goes forward); a few milliseconds make no difference. */
  advance(nowMs: number): void {
    if (nowMs - this.landmark > RESCALE_MS) this.rescale(nowMs);
    this.weight = Math.exp((nowMs - this.landmark) / MEMORY_MS);
  }

  /** One request more runs. */
  begin(share: Share, nowMs: number): void {
    this.count(share, nowMs);
    share.running += 1;
  }

  /** One request less. */
  end(share: Share, nowMs: number): void {
    this.count(share, nowMs);
    share.running -= 1;
  }

  /** Counts as if a request had run for this long (ms). */
  charge(share: Share, ms: number, nowMs: number): void {
    this.count(share, nowMs);
    share.weighted += ms * this.weight;
  }

  /**
   * The running time of a share as a part of that of the heaviest, what still runs included. 1 stands for the mean over
   * all running time of the running time of the share it belongs to (Σu² ÷ Σu), over the shares present lately, so that
   * a thousand light accounts do not make heavy one that is in between. 0 when nothing ran.
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
