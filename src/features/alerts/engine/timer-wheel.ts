/** Width of the finest slots (ms). Due times within a slot are compared exactly, so timers fire at their exact time. */
const TICK_MS = 64;
const BITS = 8;
const SLOTS = 1 << BITS;
const LEVELS = 4;
/** Number of ticks in a slot of each level. */
const SPANS = Array.from({ length: LEVELS + 1 }, (_, level) => SLOTS ** level);
/** Last tick; due times after it (8.7 years) are treated as this tick. */
const MAX_TICK = 2 ** (BITS * LEVELS) - 1;

/** A task with a due time; it is in the wheel at most once. */
export interface Timer {
  /** Due time (ms); set by the wheel. */
  due: number;
  /** Order among timers that are due at the same time. */
  order: number;
  /** Slot that contains the timer. This field and the neighbors in the slot are private to the wheel. */
  slot: number;
  next: Timer | undefined;
  previous: Timer | undefined;
  /** Called once, with the due time. It may start timers. */
  fire(due: number): void;
}

export const newTimer = (fire: (due: number) => void): Timer => ({
  due: 0,
  order: 0,
  slot: -1,
  next: undefined,
  previous: undefined,
  fire,
});

/**
 * A hierarchical timing wheel (Varghese and Lauck 1987, scheme 7): starting and cancelling take constant time, and
 * empty slots cost nothing. The level of a timer is the position of the highest digit (base 256) in which its tick
 * differs from the current tick, so that all timers of a level are due before the timers of the next level.
 */
export class TimerWheel {
  private readonly heads: Array<Timer | undefined> = new Array(LEVELS * SLOTS).fill(undefined);
  private readonly counts = new Int32Array(LEVELS);
  private readonly origin: number;
  private tick = 0;
  private started = 0;

  /** Creates an empty wheel. @param now time at which its ticks start (ms) */
  constructor(now: number) {
    this.origin = now;
  }

  get size(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  /** Starts a timer, or moves it if it is running. A due time in the past is due at once. */
  start(timer: Timer, due: number): void {
    this.cancel(timer);
    timer.due = due;
    timer.order = this.started++;
    this.insert(timer);
  }

  cancel(timer: Timer): void {
    if (timer.slot < 0) return;
    if (timer.previous === undefined) this.heads[timer.slot] = timer.next;
    else timer.previous.next = timer.next;
    if (timer.next !== undefined) timer.next.previous = timer.previous;
    (this.counts[timer.slot >> BITS] as number) -= 1;
    timer.slot = -1;
    timer.next = undefined;
    timer.previous = undefined;
  }

  /** Returns when the next timer is due (ms); undefined without timers. */
  nextDue(): number | undefined {
    const slot = this.firstSlot();
    if (slot === undefined) return undefined;
    let due = Number.POSITIVE_INFINITY;
    for (let timer = this.heads[slot]; timer !== undefined; timer = timer.next) due = Math.min(due, timer.due);
    return due;
  }

  /**
   * Fires all timers that are due at or before `now`, in the order of their due times, including timers started
   * meanwhile.
   * @param settle called after each group of timers with the same due time, to evaluate their changes together
   */
  advance(now: number, settle: (due: number) => void): void {
    for (let timer = this.first(now); timer !== undefined; timer = this.first(now)) {
      const { due } = timer;
      for (; timer?.due === due; timer = this.first(due)) {
        this.cancel(timer);
        timer.fire(due);
      }
      settle(due);
    }
  }

  /** Returns the earliest timer if it is due by `now`, and advances the current tick towards it. */
  private first(now: number): Timer | undefined {
    const last = this.tickOf(now);
    for (;;) {
      const slot = this.firstSlot();
      if (slot === undefined) {
        this.tick = Math.max(this.tick, last);
        return undefined;
      }
      const level = slot >> BITS;
      if (level === 0) {
        const tick = this.tick - (this.tick % SLOTS) + (slot & (SLOTS - 1));
        this.tick = Math.max(this.tick, Math.min(tick, last));
        return tick > last ? undefined : earliest(this.heads[slot], now);
      }
      const span = SPANS[level] as number;
      const start = (Math.floor(this.tick / (span * SLOTS)) * SLOTS + (slot & (SLOTS - 1))) * span;
      if (start > last) {
        this.tick = Math.max(this.tick, last);
        return undefined;
      }
      this.tick = Math.max(this.tick, start);
      this.spread(slot);
    }
  }

  /** Moves the timers of a slot that begins at the current tick to finer levels. */
  private spread(slot: number): void {
    for (let timer = this.heads[slot]; timer !== undefined; timer = this.heads[slot]) {
      this.cancel(timer);
      this.insert(timer);
    }
  }

  private insert(timer: Timer): void {
    const tick = Math.max(this.tick, this.tickOf(timer.due));
    let level = 0;
    while (digitsFrom(level + 1, tick) !== digitsFrom(level + 1, this.tick)) level += 1;
    const slot = (level << BITS) | (digitsFrom(level, tick) % SLOTS);
    const head = this.heads[slot];
    timer.slot = slot;
    timer.next = head;
    if (head !== undefined) head.previous = timer;
    this.heads[slot] = timer;
    (this.counts[level] as number) += 1;
  }

  private firstSlot(): number | undefined {
    let level = 0;
    while (level < LEVELS && this.counts[level] === 0) level += 1;
    if (level === LEVELS) return undefined;
    for (let index = digitsFrom(level, this.tick) % SLOTS; index < SLOTS; index += 1) {
      const slot = (level << BITS) | index;
      if (this.heads[slot] !== undefined) return slot;
    }
    return undefined;
  }

  private tickOf(time: number): number {
    return Math.min(MAX_TICK, Math.max(0, Math.floor((time - this.origin) / TICK_MS)));
  }
}

/** Returns a tick with the digits below a level set to zero. */
const digitsFrom = (level: number, tick: number): number => Math.floor(tick / (SPANS[level] as number));

function earliest(head: Timer | undefined, now: number): Timer | undefined {
  let found: Timer | undefined;
  for (let timer = head; timer !== undefined; timer = timer.next) {
    if (
      timer.due > now ||
      (found !== undefined && (timer.due > found.due || (timer.due === found.due && timer.order > found.order)))
    )
      continue;
    found = timer;
  }
  return found;
}
