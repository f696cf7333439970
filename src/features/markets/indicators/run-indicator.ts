import type { CandleColumns } from './candle-columns.js';
import type { Bar, IndicatorKind } from './kinds/indicator-kind.js';

export interface IndicatorInput {
  candles: CandleColumns;
  /**
   * Returns an array with 1 for each candle that begins a session, otherwise 0; for days and longer, only the first
   * candle has 1. Calculated on demand.
   */
  sessionStarts(): Uint8Array;
}

/** Calculates an indicator over candles. @returns a value of each output for each candle; NaN if absent */
export function linesOf(
  { outputs, reads, start }: IndicatorKind,
  { candles, sessionStarts }: IndicatorInput,
  parameters: readonly number[],
): Record<string, Float64Array> {
  const { open, high, low, close, volume, length } = candles;
  const starts = reads === 'sessions' ? sessionStarts() : undefined;
  const out = new Float64Array(outputs.length).fill(Number.NaN);
  const step = start(out, ...parameters);
  const lines = outputs.map(() => new Float64Array(length));
  const [first] = lines as [Float64Array, ...Float64Array[]];
  const bar: Bar = { open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 0.5, isSessionStart: false };
  for (let index = 0; index < length; index += 1) {
    bar.open = open[index] as number;
    bar.high = high[index] as number;
    bar.low = low[index] as number;
    bar.close = close[index] as number;
    bar.volume = volume[index] as number;
    if (starts !== undefined) bar.isSessionStart = starts[index] === 1;
    step(bar);
    first[index] = out[0] as number;
    for (let line = 1; line < lines.length; line += 1) (lines[line] as Float64Array)[index] = out[line] as number;
  }
  return Object.fromEntries(outputs.map(({ name }, line) => [name, lines[line] as Float64Array]));
}
