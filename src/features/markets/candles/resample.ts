import type { Candle } from '../candle.js';
import { plus } from '../decimals.js';
import type { Interval } from '../interval.js';
import { type ExpectedCandle, periodStart } from './expected-candles.js';

/** Joins consecutive candles with the same key; candles without a key are dropped. */
function joinByKey(candles: readonly Candle[], keyOf: (time: number) => number | undefined): Candle[] {
  const joined: Candle[] = [];
  let current: Candle | undefined;
  let currentKey: number | undefined;
  for (const candle of candles) {
    const key = keyOf(candle.time.getTime());
    if (key === undefined) continue;
    if (current === undefined || key !== currentKey) {
      current = { ...candle, time: new Date(key) };
      currentKey = key;
      joined.push(current);
      continue;
    }
    if (candle.high > current.high) current.high = candle.high;
    if (candle.low < current.low) current.low = candle.low;
    current.close = candle.close;
    if (candle.volume !== null) current.volume = plus(current.volume ?? 0, candle.volume);
  }
  return joined;
}

/**
 * Joins intraday candles into longer ones or days: first open, highest high, lowest low, last close, sum of volumes.
 * Candles outside the regular trading hours are dropped.
 * @param candles ascending
 * @param expected ascending, without overlap
 */
export function joinInto(candles: readonly Candle[], expected: readonly ExpectedCandle[]): Candle[] {
  let index = 0;
  return joinByKey(candles, (time) => {
    while (index < expected.length && (expected[index] as ExpectedCandle).to <= time) index += 1;
    const one = expected[index];
    return one !== undefined && one.from <= time ? one.time : undefined;
  });
}

/** Joins daily candles into weeks (from Monday) or months. @param candles ascending */
export function joinDays(candles: readonly Candle[], interval: Interval): Candle[] {
  return joinByKey(candles, (time) => periodStart(interval, time));
}

/**
 * Returns the candles that overlap trading hours, unchanged.
 * @param candles ascending.
 * @param length of a candle in ms
 */
export function duringTrading(
  candles: readonly Candle[],
  expected: readonly ExpectedCandle[],
  length: number,
): Candle[] {
  let index = 0;
  return candles.filter(({ time }) => {
    const opens = time.getTime();
    while (index < expected.length && (expected[index] as ExpectedCandle).to <= opens) index += 1;
    const one = expected[index];
    return one !== undefined && one.from < opens + length;
  });
}
