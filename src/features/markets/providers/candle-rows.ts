import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Candle } from '../candle.js';
import { readVolume, requirePrice } from './answer-values.js';

/** A candle as sent by a vendor: numbers or texts. */
export interface RawCandle {
  open: unknown;
  high: unknown;
  low: unknown;
  close: unknown;
  volume?: unknown;
}

/** Tolerance, as a fraction: vendors that calculate with single precision send 146.949996 for 146.95. */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * Reads a candle.
 * @throws UpstreamError `bad_answer` for a candle without prices, or whose high and low do not enclose open and close
 */
export function readCandle(time: Date, raw: RawCandle, place: string): Candle {
  const [open, high, low, close] = [raw.open, raw.high, raw.low, raw.close].map((price) =>
    requirePrice(price, `A price of ${place}`),
  ) as [number, number, number, number];
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  if (high < top * (1 - ROUNDING_TOLERANCE) || low > bottom * (1 + ROUNDING_TOLERANCE))
    throw badAnswer(`The prices of ${place} contradict each other.`);
  return {
    time,
    open,
    high: Math.max(high, top),
    low: Math.min(low, bottom),
    close,
    volume: readVolume(raw.volume, `The volume of ${place}`),
  };
}

/**
 * Returns the candles that open in `[from, to)`, ascending, one per time. If a vendor sends several for one time, the
 * last one is used.
 */
export function candlesWithin(candles: readonly Candle[], from: Date, to: Date): Candle[] {
  const byTime = new Map<number, Candle>();
  for (const candle of candles) {
    const time = candle.time.getTime();
    if (time >= from.getTime() && time < to.getTime()) byTime.set(time, candle);
  }
  return [...byTime.values()].sort((a, b) => a.time.getTime() - b.time.getTime());
}

/** Returns the UTC day of an instant, such as `2024-01-15`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the last UTC day of `[from, to)`. */
export const lastDayBefore = (to: Date): string => dayOf(new Date(to.getTime() - 1));
