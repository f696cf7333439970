import test from 'ava';
import { HoldingGains } from '../../../src/features/portfolios/attribution/holding-gains.js';
import { Ledger } from '../../../src/features/portfolios/ledger/ledger.js';
import { Decimal, zero } from '../../../src/features/portfolios/lots/decimal.js';
import { dailyValues } from '../../../src/features/portfolios/performance/daily-values.js';
import { type DailyInputs, DayPrices, walkDays } from '../../../src/features/portfolios/performance/day-walk.js';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import { transactionProblems } from '../../../src/features/portfolios/transactions/transaction-rules.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { dayOf } from '../../support/portfolio-cases.js';
import { type Entry, entry, ledgerOf } from '../../support/portfolio-entries.js';

const text = (value: Decimal | null | undefined) => value?.toDecimalPlaces(10).toFixed();
const cashOf = (ledger: Ledger, currency = 'USD') => text(ledger.cash.get(currency));

test('purchases, sales, dividends, fees and taxes change cash exactly', (t) => {
  const ledger = ledgerOf([
    { type: 'deposit', amount: '1000.10' },
    { type: 'buy', symbol: 'A.US', quantity: '3', price: '100.05', fee: '1.10', tax: '0.20' },
    { type: 'sell', symbol: 'A.US', quantity: '1', price: '120', fee: '0.30', tax: '2' },
    { type: 'dividend', symbol: 'A.US', amount: '4.40', tax: '0.66' },
    { type: 'interest', amount: '-0.10' },
    { type: 'fee', amount: '5' },
    { type: 'tax', tax: '1.5', amount: null },
    { type: 'withdrawal', amount: '100' },
  ]);
  t.is(cashOf(ledger), '713.49');
  t.is(text(ledger.books.get('A.US')?.cost), '200.8333333333');
  const [sale] = ledger.realized;
  t.deepEqual([text(sale?.proceeds), text(sale?.cost), text(sale?.gain)], ['119.7', '100.4166666667', '19.2833333333']);
  t.deepEqual(
    ledger.income.map(({ kind, amount }) => `${kind} ${amount.toFixed()}`),
    ['tax -0.2', 'tax -2', 'dividend 4.4', 'tax -0.66', 'interest -0.1', 'fee -5', 'tax -1.5'],
  );
  t.deepEqual(ledger.warnings, []);
});

test('a sale of more units than are held sells the held units and is reported', (t) => {
  const ledger = ledgerOf([
    { type: 'buy', symbol: 'A.US', quantity: '2', price: '10' },
    { type: 'sell', symbol: 'A.US', quantity: '5', price: '12' },
  ]);
  t.like(
    ledger.warnings.find(({ code }) => code === 'oversold'),
    { symbol: 'A.US', detail: 'On 2026-01-02 only 2 of the 5 units of A.US were held; what was missing is left out.' },
  );
  t.is(text(ledger.realized[0]?.gain), '4');
  t.is(text(ledger.books.get('A.US')?.quantity), '0');
  t.is(ledger.warnings.filter(({ code }) => code === 'negative_cash').length, 1);
});

test('splits, spin-offs and symbol changes preserve the total cost and the day of acquisition', (t) => {
  const ledger = ledgerOf([
    { type: 'buy', symbol: 'A.US', quantity: '10', price: '30' },
    { type: 'split', symbol: 'A.US', quantity: '3' },
    { type: 'spin_off', symbol: 'A.US', newSymbol: 'B.US', quantity: '0.5', costFraction: '0.2' },
    { type: 'symbol_change', symbol: 'A.US', newSymbol: 'C.US' },
  ]);
  t.false(ledger.books.has('A.US'));
  t.deepEqual([text(ledger.books.get('C.US')?.quantity), text(ledger.books.get('C.US')?.cost)], ['30', '240']);
  t.deepEqual([text(ledger.books.get('B.US')?.quantity), text(ledger.books.get('B.US')?.cost)], ['15', '60']);
  t.is(ledger.books.get('B.US')?.open[0]?.acquiredAt, ledger.books.get('C.US')?.open[0]?.acquiredAt);
  t.is(ledger.currencyOf('C.US'), 'USD');
});

test('units transferred in have the given cost, or an unknown one', (t) => {
  const ledger = ledgerOf([
    { type: 'transfer', symbol: 'A.US', quantity: '4', amount: '100' },
    { type: 'transfer', symbol: 'B.US', quantity: '1' },
    { type: 'transfer', symbol: 'A.US', quantity: '-1' },
    { type: 'transfer', amount: '50' },
  ]);
  t.is(text(ledger.books.get('A.US')?.cost), '75');
  t.is(ledger.books.get('B.US')?.cost, null);
  t.deepEqual(
    ledger.warnings.map(({ code }) => code),
    ['cost_unknown'],
  );
  t.is(ledger.flows.length, 4);
  t.is(ledger.realized.length, 0);
});

test('in a portfolio without cash, purchases are deposits and sales are withdrawals', (t) => {
  const ledger = ledgerOf(
    [
      { type: 'deposit', amount: '999' },
      { type: 'buy', symbol: 'A.US', quantity: '2', price: '10', fee: '1' },
      { type: 'dividend', symbol: 'A.US', amount: '3' },
      { type: 'sell', symbol: 'A.US', quantity: '2', price: '12' },
    ],
    { tracksCash: false },
  );
  t.is(ledger.cash.size, 0);
  t.deepEqual(
    ledger.flows.map(({ amount }) => amount?.toFixed()),
    ['21', '-3', '-24'],
  );
});

test('a purchase added in the past changes the gain of a later sale', (t) => {
  const later: Entry[] = [
    { type: 'buy', symbol: 'A.US', quantity: '1', price: '20', day: 10 },
    { type: 'sell', symbol: 'A.US', quantity: '1', price: '30', day: 20 },
  ];
  t.is(text(ledgerOf(later).realized[0]?.gain), '10');
  t.is(
    text(ledgerOf([{ type: 'buy', symbol: 'A.US', quantity: '1', price: '5', day: 5 }, ...later]).realized[0]?.gain),
    '25',
  );
});

test('the value of every day of a history is its cash and holdings, and the gain is the sum of its parts', async (t) => {
  const first = dayOf('2026-01-01');
  const transactions = [
    entry({ type: 'deposit', amount: '1000', day: 0 }),
    entry({ type: 'buy', symbol: 'A.US', quantity: '5', price: '100', fee: '2', day: 1 }),
    entry({ type: 'buy', symbol: 'E.XETRA', quantity: '2', price: '50', currency: 'EUR', day: 2 }),
    entry({ type: 'split', symbol: 'A.US', quantity: '2', day: 4 }),
    entry({ type: 'sell', symbol: 'A.US', quantity: '4', price: '60', fee: '1', day: 5 }),
    entry({ type: 'withdrawal', amount: '200', day: 6 }),
  ];
  const series = (values: number[]) =>
    dailySeries(
      values.map((value, index) => ({ day: first + index, value })),
      first - 1,
      first + 7,
      'test',
    );
  const prices = new Map([
    ['A.US', series([99, 101, 104, 108, 55, 61, 62, 63])],
    ['E.XETRA', series([50, 50, 51, 52, 52, 53, 54, 55])],
  ]);
  const rates = new Map([
    ['USD', series([1])],
    ['EUR', series([1.1, 1.1, 1.2, 1.2, 1.2, 1.2, 1.3, 1.3])],
  ]);
  const { days, withoutPrice, withoutRate } = await dailyValues({
    portfolio: { lotMethod: 'fifo', tracksCash: true },
    transactions,
    prices,
    rates,
    usesBooked: true,
    fromDay: first,
    toDay: first + 7,
  });
  t.deepEqual([withoutPrice.size, withoutRate.size], [0, 0]);
  // Cash: 1000 - 502 = 498 USD; -100 EUR from the third day on; +239 USD from the sale; -200 USD.
  const expected = [
    0,
    1000,
    498 + 505,
    498 + 520 + (102 - 100) * 1.2,
    498 + 540 + (104 - 100) * 1.2,
    498 + 550 + 4 * 1.2,
    737 + 366 + 6 * 1.2,
    537 + 372 + 8 * 1.3,
    537 + 378 + 10 * 1.3,
  ];
  t.deepEqual(
    days.map(({ endValue }) => Number(endValue.toFixed(9))),
    expected.map((value) => Number(value.toFixed(9))),
  );
  const { gain, netFlow, value } = performanceOf('twr', days);
  t.is(netFlow, 800);
  t.is(Number(gain.toFixed(9)), Number(((expected.at(-1) as number) - 800).toFixed(9)));
  // The withdrawal does not change the return of its day.
  const returns = days
    .slice(1)
    .map(
      ({ endValue, paidIn, takenOut }, index) => (endValue + takenOut) / ((days[index]?.endValue as number) + paidIn),
    );
  t.is(
    Number((value as number).toFixed(12)),
    Number((returns.reduce((product, one) => product * one, 1) - 1).toFixed(12)),
  );
});

test('a transaction must have the fields that its type needs and no others', (t) => {
  const pointers = (given: Entry) =>
    transactionProblems(entry(given), Date.parse('2027-01-01')).map(({ pointer }) => pointer);
  t.deepEqual(pointers({ type: 'buy', symbol: 'A.US', quantity: '1', price: '1' }), []);
  t.deepEqual(pointers({ type: 'buy' }), ['/symbol', '/quantity', '/amount']);
  t.deepEqual(pointers({ type: 'buy', symbol: 'A.US', quantity: '0', price: '-1', lotIds: ['x'] }), [
    '/price',
    '/lotIds',
    '/quantity',
  ]);
  t.deepEqual(pointers({ type: 'deposit', amount: '5', symbol: 'A.US' }), ['/symbol']);
  t.deepEqual(pointers({ type: 'transfer', symbol: 'A.US' }), ['/quantity']);
  t.deepEqual(pointers({ type: 'transfer', symbol: 'A.US', quantity: '-1', amount: '-1' }), ['/amount']);
  t.deepEqual(pointers({ type: 'spin_off', symbol: 'A.US', newSymbol: 'A.US', quantity: '1', costFraction: '1.5' }), [
    '/newSymbol',
    '/costFraction',
  ]);
  t.deepEqual(pointers({ type: 'fee' }), ['/amount']);
  t.deepEqual(pointers({ type: 'deposit', amount: '5', day: 400 }), ['/tradedAt']);
});

test('at the average cost, spin-offs, symbol changes and sales of named lots preserve the cost in the base currency', (t) => {
  const buy = { type: 'buy', symbol: 'A.US', quantity: '10' } as const;
  const steps: Entry[] = [
    { ...buy, amount: '100' },
    { ...buy, amount: '300' },
    { type: 'sell', symbol: 'A.US', quantity: '5', amount: '100' },
    { type: 'spin_off', symbol: 'A.US', newSymbol: 'B.US', quantity: '1', costFraction: '0.25' },
    { type: 'symbol_change', symbol: 'A.US', newSymbol: 'C.US' },
    { ...buy, symbol: 'C.US', amount: '50' },
    { type: 'sell', symbol: 'C.US', quantity: '10', amount: '100', lotIds: ['last'] },
    { type: 'sell', symbol: 'C.US', quantity: '3', amount: '60' },
  ];
  const ledger = ledgerOf([], { lotMethod: 'average' });
  const booked = ['0.5', '0.8', '1', '1', '1', '0.9', '1', '1'];
  for (const [day, one] of steps.entries())
    ledger.apply({
      ...entry({ ...one, day }),
      ...(day === 5 ? { id: 'last' } : {}),
      rate: new Decimal(booked[day] as string),
    });
  const costOf = (symbol: string) =>
    ledger.books.get(symbol)?.costIn(({ id }) => ledger.bookings.get(id)?.rate ?? null) as Decimal;
  const sold = ledger.realized.map(({ cost, costRate }) => (cost as Decimal).times(costRate as Decimal));
  // A cost of 100 × 0.5 + 300 × 0.8 is 290 for 20 units. 15 units with a cost of 217.5 remain, and a quarter of them is
  // moved.
  t.is(costOf('B.US').toFixed(6), '54.375000');
  t.is(costOf('C.US').toFixed(6), '130.500000');
  t.is(
    sold.reduce((sum, cost) => sum.plus(cost), zero).toFixed(6),
    new Decimal(335).minus('54.375').minus('130.5').toFixed(6),
  );
  t.is(
    ledger.books.get('C.US')?.costIn(() => null),
    null,
  );
});

test('with the average cost method, a lot that loses its known cost has no cost in the base currency either', (t) => {
  const ledger = ledgerOf(
    [
      { type: 'transfer', symbol: 'A.US', quantity: '10' },
      { type: 'buy', symbol: 'A.US', quantity: '10', amount: '100' },
      { type: 'sell', symbol: 'A.US', quantity: '12', amount: '150' },
      { type: 'buy', symbol: 'A.US', quantity: '5', amount: '60' },
      { type: 'sell', symbol: 'A.US', quantity: '8', amount: '100' },
    ],
    { lotMethod: 'average' },
  );
  t.deepEqual(
    [text(ledger.books.get('A.US')?.cost), text(ledger.books.get('A.US')?.costIn(() => new Decimal(2)))],
    ['60', '120'],
  );
});

test('a spin-off or symbol change on the day of a trade moves the units and the money of that time', async (t) => {
  const origin = dayOf('2026-01-01');
  const constant = (value: number) => dailySeries([{ day: origin, value }], origin, origin + 3, 'test');
  const transactions = [
    entry({ type: 'buy', symbol: 'A.US', quantity: '10', price: '100', day: 0 }),
    entry({ type: 'buy', symbol: 'A.US', quantity: '30', price: '100', day: 1 }),
    entry({ type: 'spin_off', symbol: 'A.US', newSymbol: 'B.US', quantity: '0.5', costFraction: '0.2', day: 1 }),
    entry({ type: 'sell', symbol: 'B.US', quantity: '20', price: '40', day: 1 }),
    entry({ type: 'buy', symbol: 'A.US', quantity: '10', price: '80', day: 2 }),
    entry({ type: 'symbol_change', symbol: 'A.US', newSymbol: 'C.US', day: 2 }),
  ];
  const inputs: DailyInputs = {
    portfolio: { lotMethod: 'fifo', tracksCash: false },
    transactions,
    usesBooked: false,
    fromDay: origin + 1,
    toDay: origin + 2,
    prices: new Map([
      ['A.US', constant(80)],
      ['B.US', constant(40)],
      ['C.US', constant(80)],
    ]),
    rates: new Map([['USD', constant(1)]]),
  };
  const gains = new HoldingGains(new DayPrices(inputs), origin + 1);
  const days: Array<Record<string, number>> = [];
  await walkDays(inputs, (walked, ledger) => {
    const own = gains.next(walked, ledger);
    if (own !== undefined)
      days.push(Object.fromEntries(own.parts.map(({ symbol, contribution }) => [symbol ?? 'cash', contribution])));
  });
  // 10 units valued at 80 and 30 units bought at 100 become 40 units at 80 and 20 units of B.US at 40.
  const expected = [
    { 'A.US': (40 * 80 + 20 * 40 - (10 * 80 + 30 * 100)) / (10 * 80 + 30 * 100), 'B.US': 0 },
    { 'A.US': 0, 'C.US': 0 },
  ];
  for (const [index, parts] of expected.entries())
    for (const [symbol, part] of Object.entries(parts)) t.is(days[index]?.[symbol]?.toFixed(12), part.toFixed(12));
});

test('units, cash, flows, income and warnings are the same when computed without lots', (t) => {
  const entries: Entry[] = [
    { type: 'deposit', amount: '10000' },
    { type: 'buy', symbol: 'A.US', quantity: '10', price: '100', fee: '1', tax: '0.5' },
    { type: 'split', symbol: 'A.US', quantity: '3' },
    { type: 'sell', symbol: 'A.US', quantity: '7.5', price: '40', fee: '1', tax: '2' },
    { type: 'spin_off', symbol: 'A.US', newSymbol: 'B.US', quantity: '0.25', costFraction: '0.2' },
    { type: 'transfer', symbol: 'C.US', quantity: '4' },
    { type: 'transfer', symbol: 'C.US', quantity: '-1' },
    { type: 'sell', symbol: 'B.US', quantity: '100', price: '1' },
    { type: 'spin_off', symbol: 'B.US', newSymbol: 'D.US', quantity: '1', costFraction: '0.1' },
    { type: 'symbol_change', symbol: 'A.US', newSymbol: 'E.US' },
    { type: 'buy', symbol: 'E.US', quantity: '1', price: '90000' },
    { type: 'dividend', symbol: 'E.US', amount: '4', tax: '1' },
  ];
  for (const tracksCash of [true, false]) {
    const [full, units] = [{ tracksCash }, { tracksCash, lotMethod: null }].map((options) => {
      const ledger = ledgerOf(entries, options);
      const held = [...ledger.books]
        .filter(([, { quantity }]) => !quantity.isZero())
        .map(([symbol, { quantity }]) => [symbol, text(quantity), ledger.currencyOf(symbol)]);
      const own = JSON.stringify([held, [...ledger.cash], ledger.flows, ledger.income, ledger.warnings]);
      return own.replaceAll(/"transactionId":"\d+"/g, '');
    });
    t.is(units, full);
    t.is(units?.match(/oversold|negative_cash|cost_unknown/g)?.length, tracksCash ? 3 : 2);
  }
});
