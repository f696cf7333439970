import test from 'ava';
import { actionsIn, type DailyAction } from '../../../src/features/portfolios/demo/corporate-actions.js';
import {
  type DemonstrationMarket,
  demonstrationSymbols,
  demonstrationTransactions,
  modelTransactions,
} from '../../../src/features/portfolios/demo/demonstration-ledger.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { dayOf } from '../../support/portfolio-cases.js';

const START = dayOf('2023-01-16');

/** Returns markets in which prices never change. */
function marketsAt(
  price: number,
  lastDay: number,
  actions: Record<string, DailyAction[]> = {},
): Map<string, DemonstrationMarket> {
  const prices = dailySeries([{ day: START, value: price }], START, lastDay, 'p');
  return new Map(demonstrationSymbols.map((symbol) => [symbol, { prices, actions: actions[symbol] ?? [] }]));
}
const entriesUntil = (last: string, price = 100, actions: Record<string, DailyAction[]> = {}) =>
  demonstrationTransactions(marketsAt(price, dayOf(last), actions), dayOf(last)).map(
    ({ tradedAt, type, symbol, quantity, amount, fee, tax }) =>
      [
        tradedAt.toISOString().slice(0, 13),
        type,
        symbol,
        quantity?.toFixed() ?? amount?.toFixed(),
        fee.toFixed(),
        tax.toFixed(),
      ].join(' '),
  );

test('the model portfolio is bought for 100,000 dollars according to its weights', (t) => {
  const bought = modelTransactions(marketsAt(100, START), START, new Map([['EUR', 1.25]]));
  const value = bought.reduce(
    (sum, { quantity, currency }) => sum + (quantity?.toNumber() ?? 0) * 100 * (currency === 'EUR' ? 1.25 : 1),
    0,
  );
  t.true(Math.abs(value - 100_000) < 0.05, String(value));
  t.deepEqual(
    [bought[0]?.symbol, bought[0]?.quantity?.toFixed(), bought[0]?.externalId],
    ['VTI.US', '400', 'demonstration:model:1'],
  );
  t.is(bought.find(({ symbol }) => symbol === 'AI.PA')?.quantity?.toFixed(), '48');
  t.is(bought[0]?.tradedAt.toISOString(), '2023-01-16T21:00:00.000Z');
  t.throws(() => modelTransactions(new Map(), START, new Map()), { message: 'No price of VTI.US' });
});

test('the demonstration begins with deposits and purchases in whole units, or fractions of coins, with fees of at least 1', (t) => {
  const entries = entriesUntil('2023-01-16', 300);
  t.deepEqual(entries.slice(0, 5), [
    '2023-01-16T00 deposit  62000 0 0',
    '2023-01-16T00 deposit  17000 0 0',
    '2023-01-16T00 deposit  7500 0 0',
    '2023-01-16T00 deposit  7500 0 0',
    '2023-01-16T21 buy VTI.US 83 24.9 0',
  ]);
  t.true(entries.includes('2023-01-16T21 buy BTC-USD.CC 8.3333 2.5 0'));
  t.is(entries.length, 14);
  // Instruments whose price exceeds the amount are not bought.
  const costly = entriesUntil('2023-01-16', 8_000);
  t.true(costly.includes('2023-01-16T21 buy AI.PA 1 8 0'));
  t.false(costly.some((entry) => entry.includes('XOM.US')));
  t.true(entriesUntil('2023-04-15', 900).includes('2023-04-15T21 buy XOM.US 1 1 0'));
});

test('every third month a deposit pays for the next of three funds, and each January a fee is paid', (t) => {
  const later = entriesUntil('2024-01-15').slice(14);
  t.deepEqual(later, [
    '2023-04-15T00 deposit  1800 0 0',
    '2023-04-15T21 buy XOM.US 17 1.7 0',
    '2023-07-15T00 deposit  1800 0 0',
    '2023-07-15T21 buy VTI.US 17 1.7 0',
    '2023-10-15T00 deposit  1800 0 0',
    '2023-10-15T21 buy AGG.US 17 1.7 0',
    '2024-01-15T00 deposit  1800 0 0',
    '2024-01-15T00 fee  48 0 0',
    '2024-01-15T21 buy XOM.US 17 1.7 0',
  ]);
});

test('sales take a part of the units held after splits, and dividends are paid on them less tax', (t) => {
  const day = dayOf('2023-02-01');
  const actions = {
    'MSFT.US': [
      { day, kind: 'split', value: 2 },
      { day: day + 1, kind: 'dividend', value: 0.333 },
    ],
    'BTC-USD.CC': [{ day: START - 1, kind: 'split', value: 3 }],
  } satisfies Record<string, DailyAction[]>;
  const entries = entriesUntil('2025-10-16', 100, actions);
  t.deepEqual(entries.slice(14, 16), [
    '2023-02-01T00 split MSFT.US 2 0 0',
    '2023-02-02T00 dividend MSFT.US 59.94 0 8.99',
  ]);
  t.deepEqual(
    entries.filter((entry) => entry.includes(' sell ')),
    [
      '2024-03-14T21 sell BTC-USD.CC 10 1 0',
      '2025-02-13T21 sell MSFT.US 45 4.5 0',
      '2025-10-16T21 sell SAP.XETRA 16 1.6 0',
    ],
  );
});

test('actions of the first day, before anything is held, are left out', (t) => {
  const action = (day: number): DailyAction => ({ day, kind: 'dividend', value: 1 });
  const entries = entriesUntil('2023-01-17', 100, { 'PG.US': [action(START), action(START + 1)] });
  t.deepEqual(entries.slice(14), ['2023-01-17T00 dividend PG.US 60 0 9']);
});

test('changes of adjustment factors that are too small for a split or dividend are rounding', (t) => {
  const series = (values: number[]) =>
    dailySeries(
      values.map((value, index) => ({ day: 100 + index, value })),
      100,
      99 + values.length,
      'p',
    );
  const found = (asTraded: number[], bySplits: number[], byAll: number[]) =>
    actionsIn({ asTraded: series(asTraded), bySplits: series(bySplits), byAll: series(byAll) }).map(
      ({ kind, value }) => `${kind} ${value}`,
    );
  t.deepEqual(found([100.5, 100], [100, 100], [100, 100]), []);
  t.deepEqual(found([102, 100], [100, 100], [100, 100]), ['split 1.02']);
  t.deepEqual(found([98, 100], [100, 100], [100, 100]), ['split 0.98']);
  t.deepEqual(found([100, 100], [100, 100], [99.981, 100]), []);
  t.deepEqual(found([100, 100], [100, 100], [99.979, 100]), ['dividend 0.021']);
  t.deepEqual(found([200, 100], [100, 100], [99, 100]), ['split 2', 'dividend 1']);
});
