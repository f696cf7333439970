import { between, keyOf, mix, spread, WIDEST } from '../../../simulation/noise.js';
import { LAST_STEP, STEPS } from './minute-shape.js';
import { priceOf, type SimulatedAsset } from './simulated-asset.js';

const VOLUME = keyOf(0, 'volume');

/**
 * What is traded in a day, from its opening to any moment of it. Counted in whole parts, so that what the minutes have adds up to what
 * the day has, to the last.
 */
export class DayVolume {
  private readonly total: number;
  private readonly key: number;

  /** @param level logarithm of the price at the opening */
  constructor(
    private readonly asset: SimulatedAsset,
    day: number,
    private readonly count: number,
    level: number,
  ) {
    this.key = mix(asset.key ^ VOLUME, day);
    const { volume } = asset;
    this.total = volume === undefined ? 0 : Math.round((volume.perDay * volume.at * volume.perUnit * between(this.key, -1, 0.5, 2)) / priceOf(asset, level));
  }

  /** Of the minutes from `first` up to `end`, and of that one as far as the given step (−1: nothing of it). @returns null where nobody counts */
  between(first: number, end: number, step = -1): number | null {
    const { volume } = this.asset;
    if (volume === undefined) return null;
    return (this.upTo(end, step) - this.upTo(first, -1)) / volume.perUnit;
  }

  /** In parts. */
  private upTo(minute: number, step: number): number {
    // The same number for the end of a minute and the beginning of the next.
    if (step === LAST_STEP) return this.upTo(minute + 1, -1);
    const [from, to] = [this.elapsed(minute), this.elapsed(minute + 1)];
    return Math.floor(this.total * this.share(from + ((to - from) * (step + 1)) / STEPS));
  }

  /** Minutes as trade sees them: in some there is more of it, in some less. */
  private elapsed(minute: number): number {
    if (minute <= 0) return 0;
    if (minute >= this.count) return this.count;
    return minute + (0.45 * spread(this.key, minute)) / WIDEST;
  }

  /** The part of a day's trade done so far: the integral of `1 + curve · (2x − 1)²`, which is high at both ends and low between them. */
  private share(elapsed: number): number {
    const curve = this.asset.volume?.curve ?? 0;
    const [x, whole] = [elapsed / this.count, 1 + curve / 3];
    return (x + (curve * ((2 * x - 1) ** 3 + 1)) / 6) / whole;
  }
}
