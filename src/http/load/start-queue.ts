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

/** A measurement of at most this age (ms) is new enough: pauses shorter than this do not make a wait long. */
const FRESH_MS = 20;

/** A request that waits. Times are in ms, by the monotonic clock. */
interface Waiting {
  start(): void;
  share: Share;
  sinceTick: number;
  /** Pauses of the process before the request arrived. */
  pausedBefore: number;
}

/**
 * Queues admitted requests that begin in later turns of the event loop, so that turns stay short: everything else, such
 * as refusals and probes, waits for the end of a turn. In each turn the lightest accounts come first.
 */
export class StartQueue {
  private readonly waiting: Waiting[] = [];
  private perTurn = MAX_PER_TURN;
  /** Start of the current turn of the event loop (ms, monotonic clock). */
  private turnTick = 0;
  /** Number of requests that began in the current turn without waiting. */
  private begun = 0;
  /** Busy time of the event loop since the start of the process (ms), as of the last measurement. */
  private busyMs = 0;
  /** Sum of the pauses of the process while requests waited (ms), as of the last measurement. */
  private pausedMs = 0;
  /** Time and CPU time of this thread at the last measurement of pauses (ms). */
  private measuredTick = 0;
  private measuredCpuMs = 0;

  constructor(private readonly times: RunningTime) {}

  /**
   * Returns how long (ms) the oldest request has been waiting while the process ran; 0 when no request waits. Time in
   * which other programs had the processor does not count: it ends without anyone being refused.
   */
  waitedMs(now: number): number {
    const [first] = this.waiting;
    if (first === undefined) return 0;
    if (now - this.measuredTick > FRESH_MS) this.measurePause(now);
    return now - first.sinceTick - (this.pausedMs - first.pausedBefore);
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
      if (this.waiting.length === 0) {
        setImmediate(this.startWaiting);
        this.measuredTick = now;
        this.measuredCpuMs = ownCpuMs();
      }
      this.waiting.push({ start, share, sinceTick: now, pausedBefore: this.pausedMs });
    });
  }

  private readonly startWaiting = (): void => {
    this.measureTurn();
    this.measurePause(performance.now());
    for (let left = this.perTurn; left > 0 && this.waiting.length > 0; left -= 1) this.startLightest();
    if (this.waiting.length > 0) setImmediate(this.startWaiting);
  };

  /** Adds the pause since the last measurement. While requests wait, the event loop never waits by itself. */
  private measurePause(now: number): void {
    const cpuMs = ownCpuMs();
    this.pausedMs += Math.max(0, now - this.measuredTick - (cpuMs - this.measuredCpuMs));
    this.measuredTick = now;
    this.measuredCpuMs = cpuMs;
  }

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

/** Returns the CPU time of this thread (ms). */
function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
