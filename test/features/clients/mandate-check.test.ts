import test from 'ava';
import { checkMandate } from '../../../src/features/clients/mandate/mandate-check.js';
import type { InstrumentFacts } from '../../../src/features/clients/mandate/mandate-subject.js';
import type { MandateTerms } from '../../../src/features/clients/mandate.js';
import { combinedDays, periodsOf } from '../../../src/features/clients/report/combined-days.js';
import { incomeOf, salesOf } from '../../../src/features/clients/report/report-cash-flows.js';
import { Ledger } from '../../../src/features/portfolios/ledger/ledger.js';
import { Decimal } from '../../../src/features/portfolios/lots/decimal.js';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import { dayOf } from '../../support/portfolio-cases.js';
import { type Entry, entry } from '../../support/portfolio-entries.js';

const free: MandateTerms = {
  modelPortfolioId: null,
  targetWeights: null,
  absoluteBand: null,
  relativeBand: null,
  excludedSymbols: [],
  excludedCountries: [],
  excludedAssetClasses: [],
  maxHoldingWeight: null,
  minCashWeight: null,
  groupLimits: [],
  lookThrough: false,
};
const held = {
  value: 1_000,
  cashValue: 100,
  holdings: [
    { symbol: 'A.US', value: 600 },
    { symbol: 'B.US', value: 300 },
  ],
  cash: [{ currency: 'USD', value: 100 }],
};
const facts = new Map<string, InstrumentFacts>([
  ['A.US', { country: 'US', assetClass: 'equity', sector: null, currency: 'USD' }],
]);
const near = (a: number | null, b: number) => a !== null && Math.abs(a - b) < 1e-12;

test('drift is the fraction that would have to be traded, including cash', (t) => {
  const check = checkMandate(
    free,
    held,
    new Map([
      ['A.US', 0.5],
      ['C.US', 0.4],
    ]),
    facts,
  );
  t.true(near(check.drift, 0.4));
  t.deepEqual(
    check.targets.map(({ symbol, target, difference }) => [symbol, target, Number(difference.toFixed(9))]),
    [
      ['C.US', 0.4, -0.4],
      ['B.US', 0, 0.3],
      ['A.US', 0.5, 0.1],
      [null, 0.09999999999999998, 0],
    ],
  );
  t.deepEqual(check.breaches, []);
  t.is(checkMandate(free, { ...held, value: 0 }, new Map([['A.US', 1]]), facts).drift, null);
  t.is(checkMandate(free, held, undefined, facts).drift, null);
});

test('the narrower band applies, and a relative band alone allows nothing outside the target', (t) => {
  const target = new Map([
    ['A.US', 0.5],
    ['B.US', 0.3],
  ]);
  const outside = (terms: Partial<MandateTerms>) =>
    checkMandate({ ...free, ...terms }, held, target, facts).breaches.map(({ symbol }) => symbol);
  t.deepEqual(outside({ absoluteBand: 0.1 }), []);
  t.deepEqual(outside({ absoluteBand: 0.09 }), ['A.US', null]);
  t.deepEqual(outside({ absoluteBand: 0.2, relativeBand: 0.1 }), ['A.US', null]);
  t.deepEqual(
    checkMandate(
      { ...free, relativeBand: 0.5 },
      held,
      new Map([
        ['A.US', 0.6],
        ['C.US', 0.3],
      ]),
      facts,
    ).breaches.map(({ symbol }) => symbol),
    ['B.US', 'C.US'],
  );
  const [breach] = checkMandate({ ...free, absoluteBand: 0.05 }, held, target, facts).breaches;
  t.like(breach, {
    code: 'outside_band',
    weight: 0.6,
    detail: 'A.US is 60% of the value; the target is 50%, and at most 55% is within its band.',
  });
});

test('restrictions name each holding that violates them; unknown facts are listed', (t) => {
  const terms = {
    ...free,
    excludedSymbols: ['B.US'],
    excludedCountries: ['US'],
    excludedAssetClasses: ['equity' as const],
    maxHoldingWeight: 0.5,
    minCashWeight: 0.2,
  };
  const { breaches, unknownFacts } = checkMandate(terms, held, undefined, facts);
  t.deepEqual(
    breaches.map(({ code, symbol, limit }) => [code, symbol, limit]),
    [
      ['excluded_country', 'A.US', null],
      ['excluded_asset_class', 'A.US', null],
      ['holding_too_large', 'A.US', 0.5],
      ['excluded_symbol', 'B.US', null],
      ['cash_too_low', null, 0.2],
    ],
  );
  t.deepEqual(unknownFacts, ['B.US']);
  const unpriced = { ...held, value: 100, holdings: [{ symbol: 'B.US', value: null }] };
  t.deepEqual(
    checkMandate(terms, unpriced, undefined, facts).breaches.map(({ code }) => code),
    ['excluded_symbol'],
  );
});

test('portfolios that begin on different days are added up as one, and the months of a report compound to its return', (t) => {
  const start = dayOf('2026-01-10');
  const days = (first: number, count: number, paid: number, growth: number) => {
    const own = [{ day: first - 1, endValue: 0, paidIn: 0, takenOut: 0 }];
    for (let at = 0; at < count; at += 1)
      own.push({ day: first + at, endValue: paid * growth ** (at + 1), paidIn: at === 0 ? paid : 0, takenOut: 0 });
    return own;
  };
  const both = combinedDays([days(start, 60, 1_000, 1.001), days(start + 30, 30, 500, 0.999)]);
  t.is(both.length, 61);
  t.deepEqual([both[0]?.endValue, both[30]?.paidIn, both[31]?.paidIn], [0, 0, 500]);
  const whole = performanceOf('twr', both);
  t.is(whole.netFlow, 1_500);
  const periods = periodsOf(both, undefined);
  t.is(periods.length, 3);
  t.true(near(periods.reduce((growth, { return: own }) => growth * (1 + (own ?? 0)), 1) - 1, whole.value as number));
  t.true(periods.every(({ startValue }, at) => startValue === (at === 0 ? 0 : periods[at - 1]?.endValue)));
});

test('income and sales are in one currency: at booked rates into it, otherwise at the rates of the day', (t) => {
  const at = new Date('2026-03-02T12:00:00Z');
  const entry = { transactionId: 't', at, symbol: 'A.US', currency: 'USD' };
  const income = [
    { ...entry, kind: 'dividend' as const, amount: new Decimal('10'), rate: new Decimal('0.8') },
    { ...entry, kind: 'dividend' as const, amount: new Decimal('5'), rate: null },
    { ...entry, kind: 'fee' as const, amount: new Decimal('-1'), rate: null, currency: 'XXX' },
  ];
  const rateOn = (currency: string) => (currency === 'USD' ? new Decimal('0.9') : null);
  const total = (usesBooked: boolean) =>
    incomeOf([{ income, usesBooked }], rateOn).map(({ kind, amount }) => `${kind} ${amount.toFixed(1)}`);
  t.deepEqual([total(true), total(false)], [['dividend 12.5'], ['dividend 13.5']]);
  const sale = {
    ...entry,
    lotId: 'l',
    acquiredAt: at,
    quantity: new Decimal(2),
    proceeds: new Decimal(100),
    cost: new Decimal(60),
    gain: new Decimal(40),
    rate: null,
    costRate: null,
    costOrigins: null,
  };
  const [sold] = salesOf(
    [{ realized: [sale, { ...sale, symbol: 'B.US', cost: null, gain: null }], usesBooked: false }],
    rateOn,
  );
  t.deepEqual([sold?.proceeds.toFixed(), sold?.cost?.toFixed(), sold?.gain?.toFixed()], ['90', '54', '36']);
  t.is(salesOf([{ realized: [{ ...sale, cost: null }, sale], usesBooked: false }], rateOn)[0]?.gain, null);
});

test('an average cost is converted at the rates of all its purchases, so realized and unrealized gains sum to the whole', (t) => {
  // The rate is in units of EUR for one USD and changes daily. The first case has no booked rate, the second one has a
  // booked rate for one purchase.
  const rateAt = (day: number) => new Decimal(1).plus(new Decimal(day).div(100));
  const start = new Date('2026-01-01T12:00:00Z').getTime();
  const rateOn = (_: string, at: Date) => rateAt(Math.round((at.getTime() - start) / 86_400_000));
  const entries: Entry[] = [
    { type: 'buy', symbol: 'A.US', quantity: '10', amount: '100', day: 0 },
    { type: 'buy', symbol: 'A.US', quantity: '30', amount: '500', day: 10 },
    { type: 'sell', symbol: 'A.US', quantity: '15', amount: '300', day: 20 },
    { type: 'buy', symbol: 'A.US', quantity: '5', amount: '200', day: 30 },
    { type: 'sell', symbol: 'A.US', quantity: '12', amount: '250', day: 40 },
  ];
  for (const booked of [null, new Decimal(3)]) {
    const ledger = new Ledger({ lotMethod: 'average', tracksCash: false });
    for (const [index, one] of entries.entries()) ledger.apply({ ...entry(one), rate: index === 1 ? booked : null });
    const rateOf = (id: string, acquiredAt: number) =>
      ledger.bookings.get(id)?.rate ?? rateOn('USD', new Date(acquiredAt));
    const [sales] = salesOf([{ realized: ledger.realized, usesBooked: true }], rateOn);
    const left = ledger.books.get('A.US')?.costIn(({ id, acquiredAt }) => rateOf(id, acquiredAt)) as Decimal;
    const paid = new Decimal(100).plus(new Decimal(500).times(booked ?? '1.1')).plus(new Decimal(200).times('1.3'));
    t.is(sales?.cost?.plus(left).toFixed(8), paid.toFixed(8));
    // The first sale takes 15 of 40 units, which is the same fraction of both purchases.
    const [first] = salesOf([{ realized: ledger.realized.slice(0, 2), usesBooked: true }], rateOn);
    t.is(
      first?.cost?.toFixed(8),
      new Decimal(100)
        .plus(new Decimal(500).times(booked ?? '1.1'))
        .times(15)
        .div(40)
        .toFixed(8),
    );
  }
  const ledger = new Ledger({ lotMethod: 'average', tracksCash: false });
  for (const one of entries) ledger.apply(entry(one));
  const [unknown] = salesOf([{ realized: ledger.realized, usesBooked: false }], (currency, at) =>
    at.getTime() === start ? null : rateOn(currency, at),
  );
  t.deepEqual([unknown?.cost, unknown?.gain, typeof unknown?.proceeds], [null, null, 'object']);
});

test('a weight at the edge of its band is inside it', (t) => {
  const holding = {
    value: 1_000,
    cashValue: 0,
    cash: [],
    holdings: [
      { symbol: 'A.US', value: 750 },
      { symbol: 'B.US', value: 250 },
    ],
  };
  const target = new Map([
    ['A.US', 0.5],
    ['B.US', 0.5],
  ]);
  const within = (absoluteBand: number) =>
    checkMandate({ ...free, absoluteBand }, holding, target, facts).targets.map(({ isWithinBands }) => isWithinBands);
  t.deepEqual(within(0.25), [true, true, true]);
  t.deepEqual(within(0.249), [false, false, true]);
});

test('the days of portfolios are added up: values, deposits and withdrawals', (t) => {
  const day = dayOf('2026-01-10');
  t.deepEqual(
    combinedDays([[{ day, endValue: 100, paidIn: 20, takenOut: 5 }], [{ day, endValue: 30, paidIn: 4, takenOut: 1 }]]),
    [{ day, endValue: 130, paidIn: 24, takenOut: 6 }],
  );
});
