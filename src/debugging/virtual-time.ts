import { Service } from 'typedi';
import { Clock, SystemClock } from '../time/clock.js';
import { DAY_MS } from '../time/durations.js';
import { Timers } from '../time/timers.js';

/** Maximum difference between the virtual clock and the machine's clock (ms). */
export const MAX_OFFSET_MS = 3_650 * DAY_MS;
/** Maximum delay of a timer of Node.js (ms). */
const MAX_DELAY_MS = 2_147_483_647;

/** The virtual time of this process: the machine's clock plus an offset. */
@Service()
export class VirtualTime {
  private readonly machine = new SystemClock();
  private readonly followers: Array<(movedMs: number) => void> = [];
  private offset = 0;

  /** Milliseconds since the Unix epoch, by the machine's clock. */
  get machineNow(): number {
    return this.machine.now();
  }

  /** Milliseconds since the Unix epoch, in virtual time. */
  get now(): number {
    return this.machine.now() + this.offset;
  }

  get offsetMs(): number {
    return this.offset;
  }

  /** Sets the offset. @param offsetMs negative: behind the machine's clock */
  move(offsetMs: number): void {
    const movedMs = offsetMs - this.offset;
    this.offset = offsetMs;
    for (const follow of this.followers) follow(movedMs);
  }

  /** Registers a listener. @param moved called after each change with its size (ms) */
  follow(moved: (movedMs: number) => void): void {
    this.followers.push(moved);
  }
}

export class VirtualClock extends Clock {
  constructor(private readonly time: VirtualTime) {
    super();
  }

  now(): number {
    return this.time.now;
  }
}

interface Pending {
  /** Time at which the timer is due, in virtual time (ms). */
  dueAt: number;
  everyMs: number | undefined;
  run: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Timers that follow the virtual time. When it moves forward, due timers run at once in the order of their times, and
 * periodic ones only once. When it moves back, the remaining delays stay the same.
 */
export class VirtualTimers extends Timers {
  private readonly pending = new Set<Pending>();

  constructor(private readonly time: VirtualTime) {
    super();
    time.follow((movedMs) => this.adjust(movedMs));
  }

  after(ms: number, run: () => void): () => void {
    return this.start(ms, run);
  }

  every(ms: number, run: () => void): () => void {
    return this.start(ms, run, ms);
  }

  private start(ms: number, run: () => void, everyMs?: number): () => void {
    const dueAt = this.time.now + ms;
    const pending: Pending = { dueAt, everyMs, run, timer: this.arm(ms, () => this.fire(pending)) };
    this.pending.add(pending);
    return () => {
      clearTimeout(pending.timer);
      this.pending.delete(pending);
    };
  }

  private arm(ms: number, run: () => void): NodeJS.Timeout {
    return setTimeout(run, Math.min(Math.max(0, ms), MAX_DELAY_MS)).unref();
  }

  private fire(pending: Pending): void {
    if (pending.everyMs === undefined) this.pending.delete(pending);
    else {
      pending.dueAt = this.time.now + pending.everyMs;
      pending.timer = this.arm(pending.everyMs, () => this.fire(pending));
    }
    pending.run();
  }

  private adjust(movedMs: number): void {
    const inOrder = [...this.pending].sort((one, other) => one.dueAt - other.dueAt);
    for (const pending of inOrder) {
      if (movedMs < 0) pending.dueAt += movedMs;
      else {
        clearTimeout(pending.timer);
        pending.timer = this.arm(pending.dueAt - this.time.now, () => this.fire(pending));
      }
    }
  }
}
