import { LIGHT, type RunningTime, type Share } from './running-time.js';

/** When requests of a turn of the event loop have taken this long (ms), those that follow begin in later turns. */
const TURN_BUDGET_MS = 5;
/** A turn longer than this (ms) is too long to keep probes waiting for several of them. */
const LONG_TURN_MS = 8;
/** Number of requests that begin in a turn, at least and at most; as many again of light accounts. */
const MIN_PER_TURN = 2;
const MAX_PER_TURN = 16;

/**
 * Requests that were let in and begin in later turns of the event loop, so that turns stay short: everything else,
 * refusals and probes among it, waits for the end of a turn. In each turn the lightest accounts come first.
 */
export class StartQueue {
  private readonly waiting: Array<{ start(): void; share: Share; sinceTick: number }> = [];
  private perTurn = MAX_PER_TURN;
  /** When the present turn began. */
  private turnTick = 0;
  /** Requests that began in it without waiting. */
  private begun = 0;
  /** Busy time of the event loop (ms) when a turn was last measured. */
  private busyMs = 0;

  constructor(private readonly times: RunningTime) {}

  /** For how long (ms) the first has been waiting; 0 when none waits. */
  waitedMs(now: number): number {
    const [first] = this.waiting;
    return first === undefined ? 0 : now - first.sinceTick;
  }

  /** A turn of the event loop begins to read requests. */
  beginTurn(now: number): void {
    this.turnTick = now;
    this.begun = 0;
    if (this.waiting.length === 0) this.measureTurn();
  }

  /** Whether the present turn has taken long enough, or enough requests began in it. */
  mustWait(share: Share, now: number): boolean {
    const isEarly = this.waiting.length === 0 && now - this.turnTick < TURN_BUDGET_MS;
    if (isEarly && this.begun < this.perTurn) return false;
    const isLight = share.running + share.waiting === 0 && this.times.heaviness(share, now) < LIGHT;
    return !isLight || this.begun >= 2 * this.perTurn;
  }

  begin(share: Share, now: number): void {
    this.begun += 1;
    this.times.begin(share, now);
  }

  /**
   * Resolves when the request begins. Its running time begins then: waiting must not make an account heavier, which
   * would make it wait longer.
   */
  wait(share: Share, now: number): Promise<void> {
    share.waiting += 1;
    return new Promise((resolve) => {
      const start = () => {
        share.waiting -= 1;
        this.times.begin(share, performance.now());
        resolve();
      };
      if (this.waiting.push({ start, share, sinceTick: now }) === 1) setImmediate(this.startWaiting);
    });
  }

  private readonly startWaiting = (): void => {
    this.measureTurn();
    for (let left = this.perTurn; left > 0 && this.waiting.length > 0; left -= 1) this.startLightest();
    if (this.waiting.length > 0) setImmediate(this.startWaiting);
  };

  /**
   * One more request may begin in a turn while turns are short, half as many after a long one. The time to start a
   * request says little of what it costs, since most of its work comes with the answer of the database.
   */
  private measureTurn(): void {
    const { active } = performance.eventLoopUtilization();
    const isLong = active - this.busyMs > LONG_TURN_MS;
    this.perTurn = isLong ? Math.max(MIN_PER_TURN, this.perTurn >> 1) : Math.min(MAX_PER_TURN, this.perTurn + 1);
    this.busyMs = active;
  }

  /** There are no more waiting than the limit, so that looking at each costs little. */
  private startLightest(): void {
    let lightest = 0;
    for (const [index, { share }] of this.waiting.entries())
      if (share.weighted < (this.waiting[lightest]?.share.weighted ?? 0)) lightest = index;
    this.waiting.splice(lightest, 1)[0]?.start();
  }
}
