import { milliseconds } from './milliseconds.js';

/** Samples in a window: prices closer together are represented by the last of them. */
const SLOTS = 256;

/** The change of a price between two moments. */
export interface PriceChange {
  percent: number;
  price: number;
  /** The base: the last price at or before the start of the window, and its time (ms). */
  basePrice: number;
  baseAt: number;
}

/**
 * The prices of one symbol over a window, oldest first. A window is divided into 256 slots and keeps the last price of
 * each, so that a day of ticks takes 4 kB; the base is at most one slot older than the last price before the window.
 * One window serves all rules with its symbol and length.
 */
export class PriceWindow {
  readonly windowMs: number;
  private readonly slotMs: number;
  private times = new Float64Array(SLOTS + 4);
  private prices = new Float64Array(SLOTS + 4);
  private start = 0;
  private count = 0;
  /** The change as it was last calculated. */
  last: PriceChange | undefined;

  constructor(windowSeconds: number) {
    this.windowMs = milliseconds(windowSeconds);
    this.slotMs = Math.max(1, this.windowMs / SLOTS);
  }

  /** Adds a price; times ascend, others are ignored. */
  add(at: number, price: number): void {
    const last = this.count - 1;
    if (last >= 0 && at <= this.timeAt(last)) return;
    if (last >= 0 && Math.floor(at / this.slotMs) === Math.floor(this.timeAt(last) / this.slotMs)) {
      this.set(last, at, price);
      return;
    }
    this.evict(at);
    this.set(this.count, at, price);
    this.count += 1;
  }

  /** The change as of a time, which is not before the last price; undefined while the window is not full. */
  change(now: number): PriceChange | undefined {
    this.evict(now);
    this.last = undefined;
    if (this.count === 0 || this.timeAt(0) > now - this.windowMs) return undefined;
    const [price, basePrice] = [this.priceAt(this.count - 1), this.priceAt(0)];
    // A change from zero or across it has no percentage.
    if (basePrice <= 0 || price < 0) return undefined;
    this.last = { percent: (price / basePrice - 1) * 100, price, basePrice, baseAt: this.timeAt(0) };
    return this.last;
  }

  /** When the change is next another one without a new price, after `now`; undefined if never. */
  nextChange(now: number): number | undefined {
    const next = this.count > 0 && this.timeAt(0) + this.windowMs <= now ? 1 : 0;
    return next < this.count ? this.timeAt(next) + this.windowMs : undefined;
  }

  /** Removes prices before the base of a window that ends at a time. */
  private evict(now: number): void {
    while (this.count > 1 && this.timeAt(1) <= now - this.windowMs) {
      this.start = (this.start + 1) % this.times.length;
      this.count -= 1;
    }
  }

  private set(index: number, at: number, price: number): void {
    const slot = (this.start + index) % this.times.length;
    this.times[slot] = at;
    this.prices[slot] = price;
  }

  private timeAt(index: number): number {
    return this.times[(this.start + index) % this.times.length] as number;
  }

  private priceAt(index: number): number {
    return this.prices[(this.start + index) % this.times.length] as number;
  }
}
