/** Running time counts less the longer ago it was: after this long (ms) by a factor of e. */
const MEMORY_MS = 10_000;
/** Weights grow until they are scaled back: after this long (ms), so that numbers stay precise. */
const RESCALE_MS = 6 * MEMORY_MS;
/** What still runs is counted again after this long (ms). */
const REFRESH_MS = 20;
/** What is less than this (ms) is forgotten. */
const FORGOTTEN_MS = 0.5;

/** What one account, or one address without an account, has running and had running lately. */
export class Share {
  running = 0;
  /** Up to when its running time is counted (ms). */
  countedTick = 0;
  /** Running time (ms), weighted: to be compared with that of other shares only. */
  weighted = 0;
}

/**
 * How long the requests of each account ran lately. Time is weighted forward (Cormode, Shkapenyuk, Srivastava, Xu: "Forward decay", ICDE 2009):
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
    const share = new Share();
    this.shares.set(key, share);
    return share;
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

  /**
   * The running time of a share as a part of that of the heaviest, what still runs included. 1 stands for the mean over all running time of the
   * running time of the share it belongs to (Σu² ÷ Σu), so that a thousand light accounts do not make heavy one that is in between. 0 when
   * nothing ran.
   */
  heaviness(share: Share, nowMs: number): number {
    if (nowMs - this.refreshedTick >= REFRESH_MS) this.refresh(nowMs);
    return this.sumOfSquares <= 0 ? 0 : (share.weighted * this.sum) / this.sumOfSquares;
  }

  private count(share: Share, nowMs: number): void {
    if (share.running > 0) {
      const before = share.weighted;
      const after = before + share.running * (nowMs - share.countedTick) * this.weight;
      share.weighted = after;
      this.sum += after - before;
      this.sumOfSquares += after * after - before * before;
    }
    share.countedTick = nowMs;
  }

  private refresh(nowMs: number): void {
    this.refreshedTick = nowMs;
    for (const share of this.shares.values()) if (share.running > 0) this.count(share, nowMs);
  }

  private rescale(nowMs: number): void {
    const factor = Math.exp((this.landmark - nowMs) / MEMORY_MS);
    this.landmark = nowMs;
    this.sum = this.sumOfSquares = 0;
    for (const [key, share] of this.shares) {
      share.weighted *= factor;
      if (share.running === 0 && share.weighted < FORGOTTEN_MS) this.shares.delete(key);
      else {
        this.sum += share.weighted;
        this.sumOfSquares += share.weighted * share.weighted;
      }
    }
  }
}
