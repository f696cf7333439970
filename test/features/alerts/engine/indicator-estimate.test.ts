import test from 'ava';
import { dayStarts } from '../../../../src/features/alerts/engine/candle-history.js';
import { IndicatorEstimate, type LineOf } from '../../../../src/features/alerts/engine/indicator-estimate.js';
import {
  type CandleColumns,
  candlesBetween,
  columnsFor,
} from '../../../../src/features/markets/indicators/candle-columns.js';
import type { IndicatorMemory } from '../../../../src/features/markets/indicators/kinds/indicator-kind.js';
import { linesOf } from '../../../../src/features/markets/indicators/run-indicator.js';
import { indicatorKind } from '../../../support/indicator-lines.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const LENGTH = 6_000;
const MINUTE_MS = 60_000;

/** Returns candles with movement, hours without change, and jumps. */
function candles(seed: number): CandleColumns {
  const random = randomNumbers(seed);
  const made = columnsFor(LENGTH);
  let price = 100;
  for (let index = 0; index < LENGTH; index += 1) {
    const isStill = index % 1_500 > 1_200;
    const before = price;
    if (!isStill) price *= 1 + (random() - 0.5) * (random() < 0.01 ? 0.2 : 0.002);
    made.time[index] = index * MINUTE_MS;
    made.open[index] = before;
    made.close[index] = price;
    made.high[index] = Math.max(before, price) * (isStill ? 1 : 1 + random() * 1e-3);
    made.low[index] = Math.min(before, price) * (isStill ? 1 : 1 - random() * 1e-3);
    made.volume[index] = Math.floor(random() * 1e6);
  }
  return made;
}

for (const [name, parameters, warmUp] of [
  ['rsi', [14], 280],
  ['adx', [14], 560],
  ['adx', [3], 120],
  ['obv', [], 500],
  ['ema', [20], 200],
] as const)
  test(`the bounds of ${name} ${parameters.join(':')} include the value over its warm-up, also after hours without movement`, (t) => {
    const kind = indicatorKind(name);
    const line: LineOf = (columns) =>
      Object.values(
        linesOf(kind, { candles: columns, sessionStarts: () => dayStarts(columns) }, parameters),
      )[0] as Float64Array;
    let [estimated, all] = [0, 0];
    for (const seed of [1, 2, 3]) {
      const series = candles(seed);
      const estimate = new IndicatorEstimate(series, line, warmUp, kind.memory as IndicatorMemory);
      for (let index = warmUp; index < LENGTH; index += 37) {
        all += 1;
        if (!estimate.move(index)) continue;
        estimated += 1;
        const exact = line(candlesBetween(series, index - warmUp, index + 1)).at(-1) as number;
        t.true(
          exact >= estimate.low && exact <= estimate.high,
          `${seed} ${index}: ${exact} is not in ${estimate.low}..${estimate.high}`,
        );
      }
    }
    t.true(estimated > all / 4, `${estimated} of ${all}`);
  });
