import type { ChartLine, ChartLines } from '../../../charts/panels.js';
import type { ChartCandle } from './join-candles.js';

/** The value of every instrument at the first common close. */
export const INDEX_BASE = 100;

/** An instrument whose closes are drawn over the candles of another one. */
export interface ComparedCloses {
  symbol: string;
  /** Currency of the closes: ISO 4217, or the code of a crypto-asset. Nothing is converted. */
  currency: string;
  /** The close at each candle, or the last one before; NaN before the first and after the last close. */
  closes: Float64Array;
}

/** Returns for each time the close at that time, or the last one before; NaN before the first and after the last. */
export function closesAt(
  times: readonly Date[],
  items: ReadonlyArray<{ time: Date; close: number }>,
): Float64Array<ArrayBuffer> {
  const last = items.at(-1)?.time ?? new Date(Number.NaN);
  let next = 0;
  return Float64Array.from(times, (time) => {
    while (next < items.length && (items[next] as { time: Date }).time <= time) next += 1;
    return next === 0 || time > last ? Number.NaN : (items[next - 1] as { close: number }).close;
  });
}

/** Returns the index of the first candle at which all instruments have a close; -1 if they never do. */
export const firstCommon = (candles: readonly unknown[], compared: readonly ComparedCloses[]): number =>
  candles.findIndex((_, index) => compared.every(({ closes }) => Number.isFinite(closes[index])));

/** Returns candles whose prices are multiplied by a factor. */
export const scaledCandles = (candles: readonly ChartCandle[], factor: number): ChartCandle[] =>
  candles.map(({ time, open, high, low, close, volume }) => ({
    time,
    open: open * factor,
    high: high * factor,
    low: low * factor,
    close: close * factor,
    volume,
  }));

const scaledLine = (line: ChartLine, factor: number): ChartLine => ({
  ...line,
  values: line.values.map((value) => value * factor),
});

/** Returns lines whose values are multiplied by a factor. */
export const scaledLines = (all: readonly ChartLines[], factor: number): ChartLines[] =>
  all.map((one) => ({ ...one, lines: one.lines.map((line) => scaledLine(line, factor)) }));
