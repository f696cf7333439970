import { between, keyOf, mix, spread, unit } from '../../../simulation/noise.js';
import type { Session } from '../calendar/trading-calendar.js';
import { dayNumber, endsOf, type Leg, type LegEnds, sigmaWithin } from './leg.js';
import { priceOf, type SimulatedAsset } from './simulated-universe.js';
import { LAST_STEP, type Moment, STEPS, TradingMinutes } from './trading-minutes.js';

/** Prices and volume of a range of trading minutes. */
export interface Ohlcv {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/**
 * Steps of a minute before which the price stays near the open of the minute, and from which it stays near the close.
 */
const EARLY = STEPS / 4;
const LATE = (STEPS * 3) / 4;
/** Fraction of a swing that most steps do not exceed. */
const INNER = 0.8;
const [PATH, VOLUME] = [keyOf(0, 'path'), keyOf(0, 'volume')];

/**
 * One simulated trading day of an asset: a random walk from open to close by minute, in logarithms; within a minute, a
 * swing around its open, a move, and a swing around its close. Each swing reaches its highest and its lowest value, so
 * the range of a minute is known without computing its steps. Both legs of a pair add to every step, so currency
 * crosses are consistent.
 */
export class SimulatedDay {
  /** The day, in days since 1970-01-01. */
  readonly day: number;
  readonly minutes: TradingMinutes;
  private readonly ends: LegEnds;
  private readonly swing: number;
  private readonly shapeKey: number;
  private path?: Float64Array;

  /**
   * @param buffer memory for the path, used if it is long enough: a day must not be used after its buffer was given to
   * another day
   */
  constructor(
    private readonly asset: SimulatedAsset,
    readonly session: Session,
    private readonly buffer?: Float64Array,
  ) {
    const { base, quote } = asset;
    this.day = dayNumber(session.day);
    this.minutes = new TradingMinutes(session);
    const [one, other] = [
      endsOf(base, this.day),
      quote === undefined ? { opening: 0, closing: 0 } : endsOf(quote, this.day),
    ];
    this.ends = { opening: one.opening - other.opening, closing: one.closing - other.closing };
    this.swing = base.swing - (quote?.swing ?? 0);
    this.shapeKey = mix(asset.shapeKey, this.day);
  }

  get closing(): number {
    return priceOf(this.asset, this.ends.closing);
  }

  /** The last step of the day, for times after the close. */
  get end(): Moment {
    return { minute: this.minutes.count - 1, step: LAST_STEP, at: this.session.close.getTime() };
  }

  priceAt({ minute, step }: Moment): number {
    return priceOf(this.asset, this.at(minute, step));
  }

  /** Returns the volume of one step. @returns null for assets without a volume */
  volumeOf({ minute, step }: Moment): number | null {
    return this.volume(minute + step / STEPS, minute + (step + 1) / STEPS);
  }

  /**
   * Returns prices and volume of the minutes in `[first, end)` that have passed at `now`.
   * @returns undefined if the first minute has not begun
   */
  candle(first: number, end: number, now: Moment): Ohlcv | undefined {
    if (first >= end || now.minute < first) return undefined;
    const { minute, step } = now.minute < end ? now : { minute: end - 1, step: LAST_STEP };
    const nodes = this.nodes;
    // A minute is complete at its last step.
    let [high, low] = this.range(first, minute + (step === LAST_STEP ? 1 : 0));
    for (let at = 0; step < LAST_STEP && at <= step; at += 1) {
      const value = this.at(minute, at);
      high = Math.max(high, value);
      low = Math.min(low, value);
    }
    const price = (logarithm: number) => priceOf(this.asset, logarithm);
    return {
      open: price(nodes[first] as number),
      high: price(high),
      low: price(low),
      close: price(this.at(minute, step)),
      volume: this.volume(first, minute + (step + 1) / STEPS),
    };
  }

  /**
   * Returns the highest and lowest logarithm of completed minutes. It uses no temporary arrays, since a day of a
   * currency has 1,440 minutes.
   */
  private range(first: number, end: number): [high: number, low: number] {
    const nodes = this.nodes;
    const swing = Math.abs(this.swing);
    let high = nodes[first] as number;
    let low = high;
    for (let at = first + 1; at <= end; at += 1) {
      const node = nodes[at] as number;
      if (node > high) high = node;
      else if (node < low) low = node;
    }
    for (let at = first; at <= end; at += 1) {
      const node = nodes[at] as number;
      // Amplitudes are below 1, so only minutes near the highest or lowest price can exceed it: the amplitude is
      // computed only for these minutes.
      if (node + swing <= high && node - swing >= low) continue;
      for (let next = Math.max(first, at - 1); next < end && next <= at; next += 1) {
        const reach = swing * this.amplitude(next);
        high = Math.max(high, node + reach);
        low = Math.min(low, node - reach);
      }
    }
    return [high, low];
  }

  /** The logarithm of the price at the start of each minute, and at the close. */
  private get nodes(): Float64Array {
    this.path ??= this.walk();
    return this.path;
  }

  private walk(): Float64Array {
    const { count } = this.minutes;
    const { opening, closing } = this.ends;
    const nodes =
      this.buffer === undefined || this.buffer.length <= count
        ? new Float64Array(count + 1)
        : this.buffer.fill(0, 0, count + 1);
    this.add(nodes, this.asset.base, 1);
    if (this.asset.quote !== undefined) this.add(nodes, this.asset.quote, -1);
    // A linear trend is added to the walk, so that it ends at the close.
    const tilt = closing - opening - (nodes[count] as number);
    for (let at = 0; at <= count; at += 1) nodes[at] = opening + (nodes[at] as number) + (tilt * at) / count;
    nodes[count] = closing;
    return nodes;
  }

  private add(nodes: Float64Array, leg: Leg, sign: 1 | -1): void {
    const key = mix(leg.key ^ PATH, this.day);
    const sigma = (sign * sigmaWithin(leg, this.day)) / Math.sqrt(this.minutes.count);
    let sum = 0;
    for (let at = 1; at <= this.minutes.count; at += 1) {
      sum += sigma * spread(key, at);
      nodes[at] = (nodes[at] as number) + sum;
    }
  }

  /** Returns the fraction of the swing that the price of a minute reaches up and down. */
  private amplitude(minute: number): number {
    return 0.25 + 0.75 * unit(this.shapeKey, minute);
  }

  /**
   * Returns the logarithm of the price at a step.
   * @param step from 0, the opening of the minute, to `LAST_STEP`, its close
   */
  private at(minute: number, step: number): number {
    const [opening, closing] = [this.nodes[minute] as number, this.nodes[minute + 1] as number];
    if (step === 0) return opening;
    if (step === LAST_STEP) return closing;
    const moved =
      step < EARLY
        ? opening
        : step >= LATE
          ? closing
          : opening + ((closing - opening) * (step - EARLY + 1)) / (LATE - EARLY + 1);
    const key = mix(this.shapeKey, ~minute);
    const turn = 1 + (key % (EARLY / 2 - 2));
    const after = step % LATE;
    const share = after === turn ? 1 : after === turn + EARLY / 2 ? -1 : INNER * (2 * unit(key, step) - 1);
    return moved + this.swing * this.amplitude(minute) * share;
  }

  /**
   * Returns the volume between two times, in minutes since the opening. It is a whole number of parts of a unit, so
   * that the minutes add up to the day exactly.
   */
  private volume(from: number, to: number): number | null {
    const { volume } = this.asset;
    if (volume === undefined) return null;
    const typical = (volume.perDay * volume.at * volume.perUnit) / priceOf(this.asset, this.ends.opening);
    const total = Math.round(typical * between(this.asset.key ^ VOLUME, this.day, 0.5, 2));
    const upTo = (minutes: number) =>
      Math.floor(total * shareOf(this.activity(minutes) / this.minutes.count, volume.curve));
    return (upTo(to) - upTo(from)) / volume.perUnit;
  }

  /** Distorts the time since the opening (minutes) so that some minutes have more volume than others. */
  private activity(minutes: number): number {
    const minute = Math.floor(minutes);
    const shifted = (at: number) =>
      at <= 0 || at >= this.minutes.count ? at : at + 0.8 * unit(this.asset.key ^ VOLUME ^ this.day, at);
    return shifted(minute) + (shifted(minute + 1) - shifted(minute)) * (minutes - minute);
  }
}

/**
 * Returns the fraction of a day's volume at the fraction `x` of the day: the integral of `1 + curve · (2x − 1)²`, whose
 * density is high at both ends.
 */
const shareOf = (x: number, curve: number): number => (x + (curve * ((2 * x - 1) ** 3 + 1)) / 6) / (1 + curve / 3);
