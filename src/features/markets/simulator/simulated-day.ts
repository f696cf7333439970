import type { Session } from '../calendar/trading-calendar.js';
import { DayPath, type Range } from './day-path.js';
import { DayVolume } from './day-volume.js';
import { LAST_STEP } from './minute-shape.js';
import { priceOf, type SimulatedAsset } from './simulated-asset.js';
import { type Moment, TradingMinutes } from './trading-minutes.js';
import { dayNumber } from './trading-week.js';

/** Prices and volume of a range of trading minutes. */
export interface Ohlcv {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/** One simulated trading day of an asset. */
export class SimulatedDay {
  /** In days since 1970-01-01. */
  readonly day: number;
  readonly minutes: TradingMinutes;
  private readonly path: DayPath;
  private readonly volume: DayVolume;

  constructor(
    private readonly asset: SimulatedAsset,
    readonly session: Session,
  ) {
    this.day = dayNumber(session.day);
    this.minutes = new TradingMinutes(session, this.day, asset.halts ? asset.key : undefined);
    this.path = new DayPath(asset, this.day, this.minutes.count);
    this.volume = new DayVolume(asset, this.day, this.minutes.count, this.path.node(0));
  }

  get opening(): number {
    return priceOf(this.asset, this.path.node(0));
  }

  get closing(): number {
    return priceOf(this.asset, this.path.node(this.minutes.count));
  }

  priceAt({ minute, step }: Moment): number {
    return priceOf(this.asset, this.path.at(minute, step));
  }

  /** Returns the volume from the opening to the end of a step. */
  volumeAt({ minute, step }: Moment): number | null {
    return this.volume.between(0, minute, step);
  }

  /** Returns prices and volume of the minutes in `[first, end)`, as far as they have passed. @returns undefined if the first minute has not begun */
  candle(first: number, end: number, now: Moment): Ohlcv | undefined {
    if (first >= end || now.minute < first) return undefined;
    // A completed minute is the same from its last step on.
    const isOver = now.minute >= end || (now.minute === end - 1 && now.step === LAST_STEP);
    if (isOver) {
      const range = this.path.range(first, end);
      return this.priced(first, range, this.path.node(end), this.volume.between(first, end));
    }
    const { minute, step } = now;
    const begun = this.path.begun(minute, step);
    const range = minute === first ? begun : widest(this.path.range(first, minute), begun);
    return this.priced(first, range, this.path.at(minute, step), this.volume.between(first, minute, step));
  }

  private priced(first: number, { high, low }: Range, close: number, volume: number | null): Ohlcv {
    const [open, highest, lowest, last] = [this.path.node(first), high, low, close].map((value) => priceOf(this.asset, value)) as [
      number,
      number,
      number,
      number,
    ];
    return { open, high: highest, low: lowest, close: last, volume };
  }
}

const widest = (one: Range, other: Range): Range => ({ high: Math.max(one.high, other.high), low: Math.min(one.low, other.low) });

/** Returns the last moment of a completed day. */
export const whole = ({ minutes }: SimulatedDay): Moment => ({ minute: minutes.count - 1, step: LAST_STEP, at: minutes.session.close.getTime() });
