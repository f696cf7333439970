import { between, keyOf, mix, spread, WIDEST } from '../../../simulation/noise.js';
import { LAST_STEP, STEPS } from './minute-shape.js';
import { priceOf, type SimulatedAsset } from './simulated-asset.js';

const VOLUME = keyOf(0, 'volume');

/** The volume of a day up to any moment, counted in whole parts, so that the minutes add up to the day exactly. */
export class DayVolume {
  private readonly total: number;
  private readonly key: number;

  /** @param level logarithm of the opening price */
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

  /** Returns the volume of the minutes in `[first, end)`, and of minute `end` up to a step (−1: none). @returns null for assets without a volume */
  between(first: number, end: number, step = -1): number | null {
    const { volume } = this.asset;
    if (volume === undefined) return null;
    return (this.upTo(end, step) - this.upTo(first, -1)) / volume.perUnit;
  }

  /** In parts of a unit. */
  private upTo(minute: number, step: number): number {
    // The end of a minute equals the beginning of the next.
    if (step === LAST_STEP) return this.upTo(minute + 1, -1);
    const [from, to] = [this.elapsed(minute), this.elapsed(minute + 1)];
    return Math.floor(this.total * this.share(from + ((to - from) * (step + 1)) / STEPS));
  }

  /** Maps minutes to trading activity: some minutes have more, some less. */
  private elapsed(minute: number): number {
    if (minute <= 0) return 0;
    if (minute >= this.count) return this.count;
    return minute + (0.45 * spread(this.key, minute)) / WIDEST;
  }

  /** The share of a day's volume so far: the integral of `1 + curve · (2x − 1)²`, which is high at both ends. */
  private share(elapsed: number): number {
    const curve = this.asset.volume?.curve ?? 0;
    const [x, whole] = [elapsed / this.count, 1 + curve / 3];
    return (x + (curve * ((2 * x - 1) ** 3 + 1)) / 6) / whole;
  }
}
