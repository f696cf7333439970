import test from 'ava';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { columnsOf } from '../../../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../../../src/features/markets/indicators/indicator-catalog.js';
import { indicatorLines, publishedCandles, readIndicatorFixture } from '../../../support/indicator-lines.js';

type Point = [index: number, value: number];
type Recorded = Record<string, Record<string, Point[]>>;

const columns = columnsOf(publishedCandles());
const { version: _, ...talib } = JSON.parse(readIndicatorFixture('talib/indicators.json')) as Recorded;
const others = JSON.parse(readIndicatorFixture('stock-indicators.json')) as Recorded;

/**
 * Indicators whose first values differ from those of the library, with the index from which on the values are equal:
 * TA-Lib begins the fast average of MACD together with the slow one, and its sums of directional movement with one
 * value less; Stock.Indicators begins the Fisher transform before its window is full.
 */
const equalFrom: Readonly<Record<string, number>> = { 'macd:12:26:9': 330, 'adx:14': 380, 'fisher:10': 110 };
/** Returns whether TA-Lib omits the first values of a line that it could calculate, until the signal line begins. */
const isEarlier = (indicator: string, line: string) => indicator.startsWith('stoch') && line === 'k';
/** OBV begins with 0 instead of the first volume, and so differs by it on every candle. */
const offsets: Readonly<Record<string, number>> = { obv: columns.volume[0] as number };

for (const [library, recorded] of Object.entries({ 'TA-Lib': talib, 'Stock.Indicators': others }))
  for (const [indicator, lines] of Object.entries(recorded))
    for (const [line, points] of Object.entries(lines))
      test(`${line} of ${indicator} equals the recorded answer of ${library} to a billionth, from its first value on`, (t) => {
        const found = indicatorLines(indicator, columns)[line] as Float64Array;
        const scale = Math.max(...points.map(([, value]) => Math.abs(value)));
        const compared = points.filter(([index]) => index >= (equalFrom[indicator] ?? 0));
        t.true(compared.length >= 15);
        for (const [index, value] of compared) {
          const own = (found[index] as number) + (offsets[indicator] ?? 0);
          t.true(Math.abs(own - value) <= 1e-9 * Math.max(Math.abs(value), 1e-3 * scale), `${index}: ${own} ${value}`);
        }
        if (equalFrom[indicator] === undefined && !isEarlier(indicator, line)) {
          const first = found.findIndex((value) => !Number.isNaN(value));
          t.deepEqual(first, points[0]?.[0]);
        }
      });

const { candles: made, ...patterns } = JSON.parse(readIndicatorFixture('talib/patterns.json')) as {
  candles: Array<[number, number, number, number]>;
} & Record<string, { start: number; signals: Point[] }>;
const madeColumns = columnsOf(
  made.map(
    ([open, high, low, close], index): Candle => ({
      time: new Date(index * 86_400_000),
      open,
      high,
      low,
      close,
      volume: null,
    }),
  ),
);

for (const [name, { start, signals }] of Object.entries(patterns))
  test(`the pattern ${name} is found at the same candles as by TA-Lib`, (t) => {
    const values = indicatorLines(name, madeColumns).pattern as Float64Array;
    const found = Array.from(values, (value, index): Point => [index, value]).filter(([, value]) => value !== 0);
    t.deepEqual(
      found.slice(0, start).map(([, value]) => Number.isNaN(value)),
      Array.from({ length: start }, () => true),
    );
    t.deepEqual(found.slice(start), signals);
    t.true(signals.length > 1);
  });

test('there are at least sixty indicators and twenty patterns, each with a recorded answer or a formula in a test', (t) => {
  const isPattern = (name: string) => indicatorKinds[name]?.outputs[0]?.unit === 'signal';
  const names = Object.keys(indicatorKinds);
  t.is(names.filter(isPattern).length, 20);
  t.true(names.filter((name) => !isPattern(name)).length >= 60, String(names.length));
  const recorded = [...Object.keys(talib), ...Object.keys(others)].map((text) => text.split(':')[0]);
  const byFormula = ['vwap', 'pivots', 'dpo', 'coppock', 'kst', 'mass', 'ulcer', 'pvt'];
  t.deepEqual(
    names.filter((name) => !recorded.includes(name) && !isPattern(name)),
    names.filter((name) => byFormula.includes(name)),
  );
});
