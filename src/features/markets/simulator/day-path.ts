import { mix, spread, WIDEST } from '../../../simulation/noise.js';
import { type Ends, endsOf, type Leg, sigmaWithin } from './leg.js';
import { LAST_STEP, MinuteShape } from './minute-shape.js';
import type { SimulatedAsset } from './simulated-asset.js';

/** The highest and lowest logarithm of a range. */
export interface Range {
  high: number;
  low: number;
}

/** The maximum trading minutes of a day. */
const MAX_MINUTES = 1_500;

/** The standard deviation of the midpoint of a walk with a number of steps and fixed ends: √(k (n − k) / n) for a Brownian bridge. */
const displacement = Float64Array.from({ length: MAX_MINUTES + 1 }, (_, count) => Math.sqrt(((count >> 1) * (count - (count >> 1))) / Math.max(1, count)));

/** How far a walk with a number of steps can rise above the higher of its ends. */
const reach = new Float64Array(MAX_MINUTES + 1);
for (let count = 2; count <= MAX_MINUTES; count += 1) {
  reach[count] = (displacement[count] as number) * WIDEST + (reach[count - (count >> 1)] as number);
}

/**
 * The price of one trading day by minute, as logarithms: a Brownian bridge from open to close by midpoint displacement. A point costs O(log n) of the
 * number of minutes; so does, nearly, the range of any part, because displacements are bounded and parts that cannot contain the extreme are skipped.
 */
export class DayPath {
  private readonly opening: number;
  private readonly closing: number;
  /** For both legs: keys, and signed standard deviations of a minute. */
  private readonly keys: [number, number];
  private readonly sigmas: [number, number];
  private readonly swing: number;

  /** @param count trading minutes, at least 1 */
  constructor(
    private readonly asset: SimulatedAsset,
    private readonly day: number,
    readonly count: number,
  ) {
    const { base, quote } = asset;
    const [one, other] = [endsOf(base, day), quote === undefined ? still : endsOf(quote, day)];
    this.opening = one.opening - other.opening;
    this.closing = one.closing - other.closing;
    this.keys = [mix(base.key, day ^ 0x10000000), quote === undefined ? 0 : mix(quote.key, day ^ 0x10000000)];
    const minutely = (leg: Leg | undefined) => (leg === undefined ? 0 : sigmaWithin(leg, day) / Math.sqrt(count));
    this.sigmas = [minutely(base), -minutely(quote)];
    this.swing = base.swing - (quote?.swing ?? 0);
  }

  /** Returns the value at the start of a minute, which is the end of the previous one. */
  node(minute: number): number {
    let from = 0;
    let to = this.count;
    let before = this.opening;
    let after = this.closing;
    for (;;) {
      if (minute === from) return before;
      if (minute === to) return after;
      const middle = from + ((to - from) >> 1);
      const value = this.middle(from, to, before, after);
      if (minute < middle) {
        to = middle;
        after = value;
      } else {
        from = middle;
        before = value;
      }
    }
  }

  at(minute: number, step: number): number {
    return this.shape(minute).at(step, this.node(minute), this.node(minute + 1), this.swing);
  }

  /** Returns the range of the minutes in `[first, end)`, at least one. */
  range(first: number, end: number): Range {
    const up = this.highest(first, end, 1, 0, this.count, this.opening, this.closing, Number.NEGATIVE_INFINITY);
    const down = this.highest(first, end, -1, 0, this.count, this.opening, this.closing, Number.NEGATIVE_INFINITY);
    return { high: up, low: -down };
  }

  /** Returns the range of a minute up to a step. */
  begun(minute: number, step: number): Range {
    if (step === LAST_STEP) return this.range(minute, minute + 1);
    const [shape, opening, closing] = [this.shape(minute), this.node(minute), this.node(minute + 1)];
    let [high, low] = [opening, opening];
    for (let at = 1; at <= step; at += 1) {
      const value = shape.at(at, opening, closing, this.swing);
      high = Math.max(high, value);
      low = Math.min(low, value);
    }
    return { high, low };
  }

  /** Returns the maximum of the path times `sign` in `[first, end)`, or `best` if no value exceeds it. */
  private highest(first: number, end: number, sign: 1 | -1, from: number, to: number, before: number, after: number, best: number): number {
    if (to <= first || from >= end) return best;
    const length = to - from;
    const bound = Math.max(sign * before, sign * after) + Math.abs(this.swing) + (this.sigmas[0] - this.sigmas[1]) * (reach[length] as number);
    if (bound <= best) return best;
    if (length === 1) {
      const shape = this.shape(from);
      return Math.max(best, sign === 1 ? shape.highest(before, after, this.swing) : -shape.lowest(before, after, this.swing));
    }
    const middle = from + (length >> 1);
    const value = this.middle(from, to, before, after);
    // The half with the higher end first: the other one can then be skipped more often.
    if (sign * before > sign * after) {
      const found = this.highest(first, end, sign, from, middle, before, value, best);
      return this.highest(first, end, sign, middle, to, value, after, found);
    }
    const found = this.highest(first, end, sign, middle, to, value, after, best);
    return this.highest(first, end, sign, from, middle, before, value, found);
  }

  private middle(from: number, to: number, before: number, after: number): number {
    const length = to - from;
    const half = length >> 1;
    // Most assets have only one moving leg.
    const other = this.sigmas[1] === 0 ? 0 : this.sigmas[1] * spread(this.keys[1], from + half);
    const moved = this.sigmas[0] * spread(this.keys[0], from + half) + other;
    return before + ((after - before) * half) / length + (displacement[length] as number) * moved;
  }

  private shape(minute: number): MinuteShape {
    return new MinuteShape(this.asset.shapeKey, this.day, minute);
  }
}

const still: Ends = { opening: 0, closing: 0 };
