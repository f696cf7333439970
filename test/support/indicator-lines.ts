import { readFileSync } from 'node:fs';
import type { Candle } from '../../src/features/markets/candle.js';
import type { CandleColumns } from '../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../src/features/markets/indicators/indicator-catalog.js';
import { parseSpec } from '../../src/features/markets/indicators/indicator-spec.js';
import type { IndicatorKind } from '../../src/features/markets/indicators/kinds/indicator-kind.js';
import { linesOf } from '../../src/features/markets/indicators/run-indicator.js';

/** Returns the text of a fixture of indicators. */
export const readIndicatorFixture = (name: string): string =>
  readFileSync(`test/fixtures/markets/indicators/${name}`, 'utf8');

/** Reads the daily candles to which published values belong. */
export const publishedCandles = (): Candle[] =>
  readIndicatorFixture('default.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((row): Candle => {
      const [date = '', ...numbers] = row.split(',');
      const [open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers.map(Number);
      return { time: new Date(date), open, high, low, close, volume };
    });

export const indicatorKind = (name: string): IndicatorKind => indicatorKinds[name] as IndicatorKind;

/** Calculates an indicator such as `sma:20`. @param sessionStarts 1 for candles that begin a session */
export function indicatorLines(
  text: string,
  candles: CandleColumns,
  sessionStarts: Uint8Array = Uint8Array.of(1),
): Record<string, Float64Array> {
  const spec = parseSpec(text);
  if (typeof spec === 'string') throw new Error(`${text} ${spec}`);
  return linesOf(spec.kind, { candles, sessionStarts: () => sessionStarts }, spec.parameters);
}

/** Calculates the first line of an indicator over a series of closes. */
export function closesLine(text: string, close: Float64Array): Float64Array {
  const candles = { length: close.length, time: close, open: close, high: close, low: close, close, volume: close };
  return Object.values(indicatorLines(text, candles))[0] as Float64Array;
}
