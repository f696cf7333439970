import { LIGHT, type RunningTime, type Share } from './running-time.js';

/** When the requests of a turn of the event loop have taken this long (ms), further ones begin in later turns. */
const TURN_BUDGET_MS = 5;
/** A turn longer than this (ms) is too long: probes may have to wait for several turns. */
const LONG_TURN_MS = 8;
/**
 * Bounds of the number of requests that begin in a turn; requests of light accounts may begin until there are twice as
 * many.
 */
const MIN_PER_TURN = 2;
const MAX_PER_TURN = 16;

/**
 * Queues admitted requests that begin in later turns of the event loop, so that turns stay short: everything else, such
 * as refusals and probes, waits for the end of a turn. In each turn the lightest accounts come first.
 */
export class StartQueue {
  private readonly waiting: Array<{ start(): void; share: Share; sinceTick: number }> = [];
  private perTurn = MAX_PER_TURN;
  /** Start of the current turn of the event loop (ms, monotonic clock). */
  private turnTick = 0;
  /** Number of requests that began in the current turn without waiting. */
  private begun = 0;
  /** Busy time of the event loop since the start of the process (ms), as of the last measurement. */
  private busyMs = 0;

  constructor(private readonly times: RunningTime) {}

  /** Returns how long (ms) the oldest request has been waiting; 0 when no request waits. */
  waitedMs(now: number): number {
    const [first] = this.waiting;
    return first === undefined ? 0 : now - first.sinceTick;
  }

  /** Notes that a turn of the event loop begins to read requests. */
  beginTurn(now: number): void {
    this.turnTick = now;
    this.begun = 0;
    if (this.waiting.length === 0) this.measureTurn();
  }

  /** Returns true when the current turn has taken long enough or enough requests began in it. */
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
   * Resolves when the request begins. Only then does its running time begin: if waiting counted, it would make the
   * account heavier and the wait longer.
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
   * Adjusts the number of requests that begin in a turn: one more after a short turn, half as many after a long one.
   * The time to start a request is no measure of its cost, because most of its work follows the response of the
   * database.
   */
  private measureTurn(): void {
    const { active } = performance.eventLoopUtilization();
    const isLong = active - this.busyMs > LONG_TURN_MS;
    this.perTurn = isLong ? Math.max(MIN_PER_TURN, this.perTurn >> 1) : Math.min(MAX_PER_TURN, this.perTurn + 1);
    this.busyMs = active;
  }

  /**
   * Starts the request of the lightest account. The queue is never longer than the limit, so a linear search is cheap.
   */
  private startLightest(): void {
    let lightest = 0;
    for (const [index, { share }] of this.waiting.entries())
      if (share.weighted < (this.waiting[lightest]?.share.weighted ?? 0)) lightest = index;
    this.waiting.splice(lightest, 1)[0]?.start();
  }
}
