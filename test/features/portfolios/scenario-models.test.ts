import test from 'ava';
import { changesOf } from '../../../src/features/portfolios/scenarios/factors.js';
import { type MonteCarloInput, simulate } from '../../../src/features/portfolios/scenarios/monte-carlo.js';
import type { Position, Positions } from '../../../src/features/portfolios/scenarios/position.js';
import { replayWindow } from '../../../src/features/portfolios/scenarios/replay.js';
import {
  fractionDone,
  newRunControl,
  RunStopped,
  stopRun,
} from '../../../src/features/portfolios/scenarios/run-control.js';
import { applyShocks, type FactorBeta } from '../../../src/features/portfolios/scenarios/shocks.js';
import { simulationHistory } from '../../../src/features/portfolios/scenarios/simulation-input.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';

const holding = (symbol: string, value: number, more: Partial<Position> = {}): Position => ({
  symbol,
  value,
  currency: 'USD',
  assetClass: 'equity',
  sector: 'Energy',
  country: 'US',
  ...more,
});
const positions = (holdings: Position[], cash: Positions['cash'] = []): Positions => ({
  day: 20_000,
  currency: 'USD',
  holdings,
  cash,
  providers: [],
  warnings: [],
  value: [...holdings, ...cash].reduce((sum, { value }) => sum + value, 0),
});
const noBeta = (): FactorBeta => ({ beta: 0, source: 'asset_class' });
const series = (values: number[], firstDay = 19_000) =>
  dailySeries(
    values.map((value, index) => ({ day: firstDay + index, value })),
    firstDay,
    firstDay + values.length - 1,
    'p',
  );
/** Returns the cumulative growth of assets from rows of daily returns. */
function growthOf(rows: number[][]): Float64Array<ArrayBuffer> {
  const growth = [(rows[0] as number[]).map(() => 1)];
  for (const row of rows) growth.push(row.map((change, asset) => (growth.at(-1)?.[asset] as number) * (1 + change)));
  return Float64Array.from(growth.flat());
}
const wave = (index: number) => 0.02 * Math.sin(index * 1.3) + 0.001;
const input = (more: Partial<MonteCarloInput>): MonteCarloInput => ({
  values: Float64Array.of(1_000),
  growth: growthOf(Array.from({ length: 300 }, (_, index) => [wave(index)])),
  constant: 0,
  paths: 400,
  months: 12,
  blockLength: 21,
  seed: 1,
  isRebalanced: false,
  confidence: 0.95,
  ...more,
});

test('shocks of a symbol, sector, country, asset class and currency are multiplied, and other holdings do not change', (t) => {
  const some = positions(
    [holding('A.US', 100), holding('B.XETRA', 200, { currency: 'EUR', country: 'DE', sector: null })],
    [{ currency: 'EUR', value: 50 }],
  );
  const { holdings, cash, valueAfter, unmatched } = applyShocks(
    some,
    [
      { target: 'symbol', symbol: 'a.us', change: -0.5 },
      { target: 'sector', sector: 'energy', change: 0.1 },
      { target: 'country', country: 'DE', change: -0.2 },
      { target: 'currency', currency: 'EUR', change: -0.1 },
      { target: 'asset_class', assetClass: 'crypto', change: -1 },
    ],
    noBeta,
  );
  const values = [...holdings, ...cash].map((one) => Math.round(one.valueAfter * 1e9) / 1e9);
  t.deepEqual(values, [55, 144, 45]);
  t.true(Math.abs(valueAfter - 244) < 1e-9);
  t.deepEqual(unmatched, [4]);
});

test('a factor changes each holding by its beta, and no holding loses more than its value', (t) => {
  const betas: Record<string, FactorBeta> = {
    'A.US': { beta: 0.5, source: 'history' },
    'B.US': { beta: -3, source: 'asset_class' },
  };
  const { holdings } = applyShocks(
    positions([holding('A.US', 100), holding('B.US', 100)]),
    [{ target: 'factor', factor: 'oil', change: 0.5 }],
    (symbol) => betas[symbol] as FactorBeta,
  );
  t.deepEqual(
    holdings.map(({ valueAfter }) => valueAfter),
    [125, 0],
  );
});

test('a replay applies the returns of the window, and reports what had no price', (t) => {
  const some = positions(
    [holding('A.US', 100), holding('LATE.US', 100), holding('NEW.US', 50)],
    [{ currency: 'USD', value: 10 }],
  );
  const prices = new Map([
    ['A.US', series([10, 8, 12])],
    ['LATE.US', series([Number.NaN, 5, 6])],
  ]);
  const run = (missing: 'unchanged' | 'proxy') =>
    replayWindow(some, { holdings: prices, rates: new Map() }, 3, missing, 19_000);
  const kept = run('unchanged');
  t.deepEqual(
    kept.holdings.map(({ treatment, valueAfter, pricedFrom }) => [treatment, valueAfter, pricedFrom]),
    [
      ['own_prices', 120, 19_000],
      ['partial', 120, 19_001],
      ['unchanged', 50, null],
    ],
  );
  t.deepEqual(
    kept.days.map(({ value }) => value),
    [260, 240, 300],
  );
  t.is(kept.worstDay?.day, 19_001);
  t.true(Math.abs(kept.maxDrawdown + 20 / 260) < 1e-12);
  t.deepEqual(
    run('proxy').holdings.map(({ treatment, valueAfter }) => [treatment, Math.round(valueAfter * 1e6) / 1e6]),
    [
      ['own_prices', 120],
      ['partial', 96],
      ['proxy', 60],
    ],
  );
});

test('constant growth gives a single possible future', (t) => {
  const { months, probabilityOfLoss, distribution } = simulate(
    input({ growth: growthOf(Array.from({ length: 100 }, () => [0.001])), constant: 500 }),
  );
  const expected = 500 + 1_000 * 1.001 ** (21 * 12);
  for (const value of [...(months.at(-1)?.quantiles ?? []), distribution.min, distribution.max])
    t.true(Math.abs(value - expected) < 1e-6);
  t.is(probabilityOfLoss, 0);
});

test('the same days are drawn for all assets, so that their correlations are preserved', (t) => {
  const rows = Array.from({ length: 300 }, (_, index) => wave(index));
  const one = simulate(input({}));
  const same = simulate(
    input({ values: Float64Array.of(500, 500), growth: growthOf(rows.map((change) => [change, change])) }),
  );
  for (const [index, value] of (one.months.at(-1)?.quantiles ?? []).entries())
    t.true(Math.abs(value - (same.months.at(-1)?.quantiles[index] as number)) < 1e-6);
  // A hedge returns the opposite of the first asset. With weights restored each month, little deviation remains.
  const hedged = simulate(
    input({
      values: Float64Array.of(500, 500),
      growth: growthOf(rows.map((change) => [change, -change])),
      isRebalanced: true,
    }),
  );
  t.true(hedged.distribution.deviation < one.distribution.deviation / 5);
});

test('the mean of many paths is the compounded mean of the blocks', (t) => {
  const { months } = simulate(input({ paths: 20_000, months: 1, blockLength: 21 }));
  const growth = input({}).growth;
  const blocks = Array.from(
    { length: growth.length - 21 },
    (_, start) => (growth[start + 21] as number) / (growth[start] as number),
  );
  const mean = (1_000 * blocks.reduce((sum, one) => sum + one, 0)) / blocks.length;
  t.true(Math.abs((months.at(-1)?.mean as number) - mean) < 2, `${months.at(-1)?.mean} ${mean}`);
});

test('the same seed gives the same bytes, and the figures of the tail are in order', (t) => {
  const [first, again, other] = [simulate(input({})), simulate(input({})), simulate(input({ seed: 2 }))];
  t.is(JSON.stringify(first), JSON.stringify(again));
  t.not(JSON.stringify(first), JSON.stringify(other));
  t.true((first.expectedShortfall as number) <= (first.valueAtRisk as number));
  t.is(
    first.distribution.bins.reduce((sum, { paths }) => sum + paths, 0),
    400,
  );
  for (const { quantiles } of first.months)
    t.deepEqual(
      quantiles,
      quantiles.toSorted((a, b) => a - b),
    );
});

test('a simulation reports its progress, and stops when it is aborted', (t) => {
  const control = newRunControl();
  simulate(input({ control }));
  t.is(fractionDone(control), 1);
  stopRun(control);
  t.throws(() => simulate(input({ control })), { instanceOf: RunStopped });
});

test('histories are aligned from the day on which all assets have one, and short ones are held constant', (t) => {
  const lastDay = 20_000;
  const long = series(
    Array.from({ length: 1_001 }, (_, index) => 100 + index),
    lastDay - 1_000,
  );
  const middle = series(
    Array.from({ length: 1_001 }, (_, index) => (index < 500 ? Number.NaN : 50)),
    lastDay - 1_000,
  );
  const short = series(
    Array.from({ length: 1_001 }, (_, index) => (index < 990 ? Number.NaN : 50)),
    lastDay - 1_000,
  );
  const some = positions(
    [holding('LONG.US', 10), holding('MIDDLE.US', 20), holding('SHORT.US', 5)],
    [{ currency: 'USD', value: 7 }],
  );
  const history = new Map(Object.entries({ 'LONG.US': long, 'MIDDLE.US': middle, 'SHORT.US': short }));
  const found = simulationHistory(some, { holdings: history, rates: new Map() }, lastDay - 1_000, lastDay);
  t.deepEqual([found.heldConstant, found.constant, [...found.values]], [['SHORT.US'], 12, [10, 20]]);
  t.true((found.fromDay as number) >= lastDay - 500 && found.observations > 300 && found.observations < 400);
  t.deepEqual([...found.growth.subarray(0, 2)], [1, 1]);
  t.is(found.growth.length, 2 * (found.observations + 1));
  t.true((found.growth.at(-2) as number) > 1 && found.growth.at(-1) === 1);
});

test('a rebalanced portfolio that holds only cash keeps its value', (t) => {
  const { months } = simulate(input({ values: Float64Array.of(0), constant: 500, isRebalanced: true, months: 3 }));
  t.deepEqual(
    months.map(({ mean }) => mean),
    [500, 500, 500, 500],
  );
});

test('the changes of an economic series are those of its first prints, in complete periods of the time', (t) => {
  const at = new Date('2026-01-01');
  const period = (start: string, ...values: Array<number | null>) => ({
    period: start.slice(0, 7),
    start,
    vintages: values.map((value) => ({ value, publishedAt: at })),
  });
  const observations = [
    period('2025-11-01', 4),
    period('2025-12-01', 4.5, 9),
    period('2026-01-01', 4.25),
    period('2026-02-01', null),
    period('2026-03-01', 4),
    period('2026-04-01', 5),
    period('2026-05-01', 6),
  ];
  const dayOf = (day: string) => Date.parse(day) / 86_400_000;
  const changes = changesOf(observations, dayOf('2025-12-01'), dayOf('2026-05-01'));
  t.deepEqual(changes, [
    { firstDay: dayOf('2025-12-01'), endDay: dayOf('2026-01-01'), change: 0.5 },
    { firstDay: dayOf('2026-01-01'), endDay: dayOf('2026-02-01'), change: -0.25 },
    { firstDay: dayOf('2026-04-01'), endDay: dayOf('2026-05-01'), change: 1 },
  ]);
});
