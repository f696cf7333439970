import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { AttributionSum } from '../../../src/features/portfolios/attribution/attribution.js';
import { HoldingGains } from '../../../src/features/portfolios/attribution/holding-gains.js';
import { benchmarkSeries, currencyEffect } from '../../../src/features/portfolios/benchmark/benchmark-series.js';
import type { RealizedGain } from '../../../src/features/portfolios/ledger/ledger-entries.js';
import { Decimal, zero } from '../../../src/features/portfolios/lots/decimal.js';
import type { LotBook } from '../../../src/features/portfolios/lots/lot-book.js';
import { dailyValues } from '../../../src/features/portfolios/performance/daily-values.js';
import { type DailyInputs, DayPrices, walkDays } from '../../../src/features/portfolios/performance/day-walk.js';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import { timeWeighted } from '../../../src/features/portfolios/returns/time-weighted.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { casesOf, dayOf } from '../../support/portfolio-cases.js';
import { type Entry, entry, ledgerOf } from '../../support/portfolio-entries.js';

interface Case {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  expected: any;
  tolerance: number;
}
const caseOf = (file: 'currency' | 'returns', name: string) =>
  casesOf<Case>(file).find((one) => one.name === name) as Case;
const near = (t: ExecutionContext, one: number | null | undefined, other: number, tolerance = 1e-9) =>
  t.true(
    typeof one === 'number' && Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other)),
    `${one} is not ${other}`,
  );

interface Activity {
  date: string;
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'FEE';
  symbol: string;
  quantity: number;
  unitPrice: number;
  fee: number;
  splitsAfter?: Array<{ date: string; numerator: number; denominator: number }>;
}

/** Returns the ledger entries of a case; splits precede the trades of their day. */
function entriesOf(activities: readonly Activity[], withFees: boolean): Entry[] {
  const trades = activities.map(({ date, type, symbol, quantity, unitPrice, fee }): [string, Entry] => {
    const paid = withFees ? String(fee) : '0';
    if (type === 'FEE') return [`${date} 1`, { type: 'fee', amount: String(fee) }];
    const kind = type === 'BUY' ? 'buy' : type === 'SELL' ? 'sell' : 'dividend';
    return [`${date} 1`, { type: kind, symbol, quantity: String(quantity), price: String(unitPrice), fee: paid }];
  });
  const splits = activities.flatMap(({ symbol, splitsAfter = [] }) =>
    splitsAfter.map(({ date, numerator, denominator }): [string, Entry] => [
      `${date} 0`,
      { type: 'split', symbol, quantity: String(numerator / denominator) },
    ]),
  );
  return [...trades, ...splits].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}

for (const { name, input, expected } of casesOf<Case>('holdings'))
  test(`the holding of ${name} has the published figures`, (t) => {
    const [gross, net] = [false, true].map((withFees) =>
      ledgerOf(entriesOf(input.activities, withFees), { lotMethod: 'average' }),
    ) as [ReturnType<typeof ledgerOf>, ReturnType<typeof ledgerOf>];
    const sumOf = (values: Decimal[]) => values.reduce((sum, value) => sum.plus(value), zero);
    const positions = expected.positions ?? [expected];
    for (const { quantity, averagePrice, investment, ...figures } of positions) {
      const symbol = figures.symbol ?? input.activities[0].symbol;
      const [book, withFees] = [gross.books.get(symbol), net.books.get(symbol)];
      const cost = book?.cost as Decimal;
      t.is(book?.quantity.toFixed(), quantity);
      t.is(cost.toFixed(), investment);
      if (averagePrice !== undefined && quantity !== '0')
        t.is(cost.div(book?.quantity as Decimal).toFixed(), averagePrice);
      const value = new Decimal(quantity).times(figures.marketPrice ?? 0);
      if (figures.valueInBaseCurrency !== undefined) t.is(value.toFixed(), figures.valueInBaseCurrency);
      if (figures.grossPerformance === undefined) continue;
      const gainOf = (ledger: typeof gross, held: Decimal) =>
        sumOf(ledger.realized.map(({ gain }) => gain as Decimal))
          .plus(value)
          .minus(held);
      t.is(gainOf(gross, cost).toFixed(), figures.grossPerformance);
      t.is(gainOf(net, withFees?.cost as Decimal).toFixed(), figures.netPerformance);
      t.is(
        sumOf(net.income.filter(({ kind }) => kind === 'dividend').map(({ amount }) => amount)).toFixed(),
        figures.dividend,
      );
    }
    if (expected.positions?.length === 0)
      t.is(sumOf(net.income.map(({ amount }) => amount)).toFixed(), `-${expected.totalFeesWithCurrencyEffect}`);
  });

test('exchange rates and local returns multiply', (t) => {
  const { input, expected } = caseOf('currency', 'local-to-base-return');
  const pair = (to: number) =>
    dailySeries(
      [1, to].map((value, day) => ({ day, value })),
      0,
      1,
      'test',
    );
  for (const [index, base] of expected.base.entries()) {
    const { index: total, local } = benchmarkSeries('A', [
      { symbol: 'A', weight: 1, prices: pair(1 + input.local[index]), rates: pair(1 + input.currency[index]) },
    ]);
    near(t, (total[1] as number) - 1, base, 1e-12);
    near(t, currencyEffect((total[1] as number) - 1, (local[1] as number) - 1), input.currency[index], 1e-12);
    near(t, base - input.local[index] - input.currency[index], expected.crossTerm[index], 1e-12);
  }
});

const origin = dayOf('2026-01-01');
const seriesFrom = (known: Record<string, number>, from: number, to: number) =>
  dailySeries(
    Object.entries(known).map(([date, value]) => ({ day: dayOf(date), value })),
    from - 1,
    to,
    'test',
  );

test('a time-weighted return in another currency contains the effect of exchange rates, independent of purchases', async (t) => {
  const { input, expected } = caseOf('currency', 'fava-twr-in-other-currency');
  const first = dayOf('2020-01-01');
  const buys: Array<[string, number]> = [
    ['2020-01-01', input.quantity],
    [input.secondBuy.date, input.secondBuy.quantity],
  ];
  const transactions = buys.map(([date, quantity]) =>
    entry({
      type: 'buy',
      symbol: 'A.US',
      day: dayOf(date) - origin,
      quantity: String(quantity),
      price: String(input.pricesInBase[date]),
    }),
  );
  for (const [rates, wanted] of [
    [{ '2020-01-01': 1 }, expected.twrBase],
    [input.targetPerBase, expected.twrTarget],
  ])
    for (const [date, value] of Object.entries(wanted as Record<string, number>)) {
      const toDay = dayOf(date);
      const { days } = await dailyValues({
        ...{ portfolio: { lotMethod: 'fifo', tracksCash: false }, usesBooked: false, fromDay: first, toDay },
        transactions: transactions.filter(({ tradedAt }) => tradedAt.getTime() < (toDay + 1) * 86_400_000),
        prices: new Map([['A.US', seriesFrom(input.pricesInBase, first, toDay)]]),
        rates: new Map([['USD', seriesFrom(rates, first, toDay)]]),
      });
      near(t, performanceOf('twr', days).value, value, 1e-12);
    }
});

test('a gain in the base currency uses the recorded rates', (t) => {
  const { input, expected } = caseOf('currency', 'pp-realised-gain-two-currencies');
  const entries = input.events.map(
    ({ type, quantity, usd }: Record<string, string>): Entry => ({
      type: type === 'BUY' ? ('buy' as const) : ('sell' as const),
      symbol: 'A.US',
      quantity,
      amount: usd,
    }),
  );
  const rates: string[] = input.events.map(({ eurPerUsd }: Record<string, string>) => eurPerUsd);
  const [ledger, averaged] = [ledgerOf([]), ledgerOf([], { lotMethod: 'average' })];
  for (const [index, one] of entries.entries())
    for (const each of [ledger, averaged])
      each.apply({ ...entry({ ...one, day: index }), rate: new Decimal(rates[index] as string) });
  const [gain] = ledger.realized;
  t.is(gain?.gain?.toFixed(2), expected.realisedUsd.FIFO);
  const inEuro = gain?.proceeds
    .times(gain.rate as Decimal)
    .minus((gain.cost as Decimal).times(gain.costRate as Decimal));
  t.is(inEuro?.toFixed(2), expected.realisedEur.FIFO);
  const [book, rest] = [ledger.books.get('A.US') as LotBook, averaged.books.get('A.US') as LotBook];
  const value = book.quantity.times(input.lastPriceUsd);
  t.is(value.minus(book.cost as Decimal).toFixed(2), expected.unrealisedUsd.FIFO);
  const sumOf = (of: (one: RealizedGain) => Decimal) => averaged.realized.reduce((sum, one) => sum.plus(of(one)), zero);
  const sold = sumOf(({ cost, costRate }) => (cost as Decimal).times(costRate as Decimal));
  const kept = rest.costIn(({ id }) => averaged.bookings.get(id)?.rate ?? null) as Decimal;
  const last = new Decimal(1).div(input.lastUsdPerEur);
  const [received, atSaleRate] = [
    sumOf(({ proceeds, rate }) => proceeds.times(rate as Decimal)),
    sumOf(({ cost, rate }) => rate?.times(cost as Decimal) ?? zero),
  ];
  t.is(received.minus(sold).toFixed(2), expected.realisedEur.AVERAGE);
  t.is(atSaleRate.minus(sold).toFixed(2), expected.realisedCurrencyPartEur.AVERAGE);
  t.is(value.times(last).minus(kept).toFixed(2), expected.unrealisedEur.AVERAGE);
  t.is((rest.cost as Decimal).times(last).minus(kept).toFixed(2), expected.unrealisedCurrencyPartEur.AVERAGE);
  t.is(sold.plus(kept).toFixed(2), '7050.00');
});

test('the weights of holdings change with their returns; those of a benchmark are rebalanced', async (t) => {
  const { input, expected } = caseOf('returns', 'pa-drift-versus-rebalance');
  const [{ A, B }] = input.returns;
  const price = (own: number) =>
    dailySeries(
      [1, 1, 1 + own, (1 + own) * (1 + own)].map((value, day) => ({ day, value: value * 100 })),
      0,
      3,
      'test',
    );
  const one = dailySeries([{ day: 0, value: 1 }], 0, 3, 'test');
  const { index } = benchmarkSeries('A,B', [
    { symbol: 'A', weight: input.weights[0], prices: price(A), rates: one },
    { symbol: 'B', weight: input.weights[1], prices: price(B), rates: one },
  ]);
  near(t, (index[2] as number) - 1, expected.period1Return);
  near(
    t,
    (index[3] as number) / (index[2] as number) - 1,
    expected.beginWeightA2Rebalanced * A + (1 - expected.beginWeightA2Rebalanced) * B,
  );
  const transactions = ['A', 'B'].map((symbol) =>
    entry({ type: 'buy', symbol, quantity: '1', price: '100', day: 1 - origin }),
  );
  const inputs: DailyInputs = {
    ...{ portfolio: { lotMethod: 'fifo', tracksCash: false }, transactions, usesBooked: false, fromDay: 1, toDay: 3 },
    prices: new Map([
      ['A', price(A)],
      ['B', price(B)],
    ]),
    rates: new Map([['USD', one]]),
  };
  const gains = new HoldingGains(new DayPrices(inputs), 1);
  const days: Array<[number, number]> = [];
  await walkDays(inputs, (walked, ledger) => {
    const parts = gains.next(walked, ledger);
    if (parts !== undefined)
      days.push([parts.return, parts.parts.find(({ symbol }) => symbol === 'A')?.weight as number]);
  });
  near(t, days[1]?.[0], expected.period1Return);
  near(t, days[2]?.[1], expected.beginWeightA2Drift);
});

const symbols = ['A.US', 'B.US', 'C.US'];
interface Action {
  kind: string;
  day: number;
  symbol: string;
  units: number;
  cents: number;
}
const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(
    'buy',
    'buy',
    'sell',
    'dividend',
    'deposit',
    'withdrawal',
    'fee',
    'interest',
    'split',
    'transfer',
    'spin_off',
    'symbol_change',
  ),
  day: fc.integer({ min: 0, max: 19 }),
  symbol: fc.constantFrom('A.US', 'B.US'),
  units: fc.integer({ min: 1, max: 20 }),
  cents: fc.integer({ min: 100, max: 20_000 }),
});

function entryOf({ kind, day, symbol, units, cents }: Action): Entry {
  const money = { type: kind, day, amount: String(cents / 100) } as Entry;
  if (kind === 'buy' || kind === 'sell')
    return { ...money, amount: null, symbol, quantity: String(units), price: String(cents / 100), fee: '0.5' };
  if (kind === 'dividend') return { ...money, symbol, tax: '0.1' };
  if (kind === 'split') return { type: 'split', day, symbol, quantity: '2' };
  if (kind === 'transfer')
    return { type: 'transfer', day, symbol, quantity: String(units), amount: String(cents / 100) };
  if (kind === 'spin_off')
    return { type: 'spin_off', day, symbol, newSymbol: 'C.US', quantity: '0.5', costFraction: '0.2' };
  if (kind === 'symbol_change') return { type: 'symbol_change', day, symbol, newSymbol: 'C.US' };
  return money;
}

test('for any transactions lots sum to holdings, the value of each day is cash and holdings, and contributions sum to the return', async (t) => {
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 1, maxLength: 25 }),
    fc.boolean(),
    async (actions, tracksCash) => {
      const start: Entry = { type: 'deposit', day: 0, amount: '100000' };
      const given = [start, ...actions.map(entryOf)].sort((a, b) => (a.day as number) - (b.day as number));
      const transactions = given.map(entry);
      const [fromDay, toDay] = [origin, origin + 20];
      const prices = new Map(
        symbols.map((symbol, index) => [
          symbol,
          dailySeries(
            Array.from({ length: 22 }, (_, day) => ({
              day: origin - 1 + day,
              value: 100 + 30 * Math.sin(day + index),
            })),
            origin - 1,
            toDay,
            'test',
          ),
        ]),
      );
      const rate = (day: number) => 1 + 0.1 * Math.cos(day);
      const rates = new Map([
        [
          'USD',
          dailySeries(
            Array.from({ length: 22 }, (_, day) => ({ day: origin - 1 + day, value: rate(day) })),
            origin - 1,
            toDay,
            'test',
          ),
        ],
      ]);
      const inputs: DailyInputs = {
        portfolio: { lotMethod: 'fifo', tracksCash },
        transactions,
        prices,
        rates,
        usesBooked: false,
        fromDay,
        toDay,
      };
      const { days } = await dailyValues(inputs);
      const gains = new HoldingGains(new DayPrices(inputs), fromDay);
      const sum = new AttributionSum((symbol) => [{ segment: symbol ?? 'cash', fraction: 1 }], fromDay);
      const end = await walkDays(inputs, (walked, ledger) => {
        const parts = gains.next(walked, ledger);
        if (parts !== undefined) {
          const total = parts.parts.reduce((all, { contribution }) => all + contribution, 0);
          t.true(Math.abs(total - parts.return) < 1e-9);
          sum.add(parts);
        }
        const money = [...ledger.cash.values()].reduce((all, amount) => all.plus(amount), zero).toNumber();
        const holdings = [...ledger.books].reduce(
          (all, [symbol, { quantity }]) =>
            all + quantity.toNumber() * (prices.get(symbol)?.values[walked.day - origin + 1] ?? 0),
          0,
        );
        const valued = days[walked.day - origin + 1]?.endValue as number;
        t.true(
          Math.abs(valued - (money + holdings) * rate(walked.day - origin + 1)) < 1e-6 * Math.max(1, Math.abs(valued)),
        );
      });
      for (const book of end.books.values())
        t.true(
          book.open
            .reduce((all, { quantity }) => all.plus(quantity), zero)
            .minus(book.quantity)
            .abs()
            .lt('1e-30'),
        );
      const { value } = timeWeighted(days.slice(1), days[0]);
      const result = sum.result();
      if (value === null || result === undefined) return;
      t.true(Math.abs(result.portfolioReturn - value) < 1e-9);
      const contributions = result.segments.reduce((all, { contribution }) => all + contribution, 0);
      t.true(Math.abs(contributions - value) < 1e-7 * Math.max(1, Math.abs(value)), `${contributions} ${value}`);
      const effect = (1 + result.localReturn) * (1 + (result.currencyEffect ?? 0)) - 1;
      t.true(Math.abs(effect - value) < 1e-9);
    },
  );
  await t.notThrowsAsync(() => fc.assert(property, { numRuns: 40 }));
});
