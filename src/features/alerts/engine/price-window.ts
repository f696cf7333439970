import { milliseconds } from './milliseconds.js';

/** Number of slots of a window; each slot keeps only its last price. */
const SLOTS = 256;

export interface PriceChange {
  percent: number;
  price: number;
  /** Base price: the last price at or before the start of the window, and its time (ms). */
  basePrice: number;
  baseAt: number;
}

/**
 * The prices of one symbol over a window, oldest first. The window is divided into 256 slots that keep only their last
 * price, so that a day of ticks takes 4 kB; the base price is at most one slot older than the last price before the
 * window. All rules with the same symbol and length share one window.
 */
export class PriceWindow {
  readonly windowMs: number;
  private readonly slotMs: number;
  private times = new Float64Array(SLOTS + 4);
  private prices = new Float64Array(SLOTS + 4);
  private start = 0;
  private count = 0;
  /** The most recently calculated change; undefined before the first calculation. */
  last: PriceChange | undefined;

  constructor(windowSeconds: number) {
    this.windowMs = milliseconds(windowSeconds);
    this.slotMs = Math.max(1, this.windowMs / SLOTS);
  }

  /** Adds a price. Prices older than the last one are ignored. */
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

  /** Returns the change at a time, which must not be before the last price; undefined while the window is not full. */
  change(now: number): PriceChange | undefined {
    this.evict(now);
    this.last = undefined;
    if (this.count === 0 || this.timeAt(0) > now - this.windowMs) return undefined;
    const [price, basePrice] = [this.priceAt(this.count - 1), this.priceAt(0)];
    // A change from zero or below it, or to below zero, has no percentage.
    if (basePrice <= 0 || price < 0) return undefined;
    this.last = { percent: (price / basePrice - 1) * 100, price, basePrice, baseAt: this.timeAt(0) };
    return this.last;
  }

  /** Returns the time after `now` (ms) at which the change differs without a new price; undefined if never. */
  nextChange(now: number): number | undefined {
    const next = this.count > 0 && this.timeAt(0) + this.windowMs <= now ? 1 : 0;
    return next < this.count ? this.timeAt(next) + this.windowMs : undefined;
  }

  /** Removes prices from before the base price of a window that ends at `now`. */
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
