import test from 'ava';
import { dailyValues } from '../../../src/features/portfolios/performance/daily-values.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { dayOf } from '../../support/portfolio-cases.js';
import { type Entry, entry } from '../../support/portfolio-entries.js';

const origin = dayOf('2026-01-01');
const constant = (value: number) => dailySeries([{ day: origin, value }], origin, origin + 10, 'test');

/** Returns the value of a portfolio without cash at the end of each day; entries are a day apart, without prices. */
async function valuesAfter(...entries: Entry[]): Promise<number[]> {
  const { days } = await dailyValues({
    portfolio: { lotMethod: 'fifo', tracksCash: false },
    transactions: entries.map((one, day) => entry({ day, ...one })),
    prices: new Map(),
    rates: new Map([
      ['USD', constant(1)],
      ['GBP', constant(2)],
    ]),
    usesBooked: false,
    fromDay: origin,
    toDay: origin + entries.length - 1,
  });
  return days.slice(1).map(({ endValue }) => Number(endValue.toFixed(9)));
}

const bought: Entry = { type: 'buy', symbol: 'A', quantity: '10', price: '100' };

test('the amount of a dividend per unit is not used as price of the units', async (t) => {
  t.deepEqual(await valuesAfter(bought, { type: 'dividend', symbol: 'A', quantity: '10', price: '2' }), [1_000, 1_000]);
});

test('purchases and sales set the price of units without a market price, also by their amount', async (t) => {
  t.deepEqual(
    await valuesAfter(
      bought,
      { type: 'sell', symbol: 'A', quantity: '1', price: '110' },
      { type: 'buy', symbol: 'A', quantity: '1', amount: '120' },
      { type: 'transfer', symbol: 'A', quantity: '1', amount: '7' },
    ),
    [1_000, 990, 1_200, 1_320],
  );
});

test('splits, spin-offs and symbol changes do not change the value of units without a market price', async (t) => {
  t.deepEqual(
    await valuesAfter(
      bought,
      { type: 'split', symbol: 'A', quantity: '4' },
      { type: 'split', symbol: 'A', quantity: '0.1' },
      { type: 'spin_off', symbol: 'A', newSymbol: 'B', quantity: '0.5', costFraction: '0.2' },
      { type: 'symbol_change', symbol: 'A', newSymbol: 'C' },
      // The two units of B are worth 100 each.
      { type: 'sell', symbol: 'B', quantity: '1', price: '100' },
      { type: 'buy', symbol: 'C', quantity: '1', price: '200' },
    ),
    [1_000, 1_000, 1_000, 1_000, 1_000, 900, 1_100],
  );
});

test('a spin-off keeps the last price of a symbol that was traded before', async (t) => {
  t.deepEqual(
    await valuesAfter({ type: 'buy', symbol: 'B', quantity: '1', price: '30' }, bought, {
      type: 'spin_off',
      symbol: 'A',
      newSymbol: 'B',
      quantity: '1',
      costFraction: '0.25',
    }),
    [30, 1_030, 750 + 11 * 30],
  );
});

test('the price of a sale in another currency is not used as price of units bought in their own', async (t) => {
  t.deepEqual(
    await valuesAfter(
      { ...bought, currency: 'GBP' },
      { type: 'sell', symbol: 'A', quantity: '1', price: '210', currency: 'USD' },
      { type: 'sell', symbol: 'A', quantity: '1', price: '110', currency: 'GBP' },
    ),
    [2_000, 1_800, 8 * 110 * 2],
  );
});
