import test from 'ava';
import { legsThrough, rateOf } from '../../../../src/features/markets/fx/cross-rate.js';
import { inverse, numberOf, type Rational, times } from '../../../../src/features/markets/fx/rational.js';
import fc from '../../../support/properties.js';
import { recordedTables } from '../../../support/recorded-rates.js';

const table = recordedTables.at(-1) as (typeof recordedTables)[number];
const codes = [table.base, ...Object.keys(table.rates)];
const currency = fc.constantFrom(...codes);
const rate = (from: string, to: string) => rateOf(legsThrough(table, from, to, 'ecb'));
const isSame = (a: Rational, b: Rational) => a.over * b.under === b.over * a.under;

test('a rate times its inverse rate is exactly 1', (t) => {
  fc.assert(
    fc.property(
      currency,
      currency,
      (a, b) =>
        isSame(times(rate(a, b), rate(b, a)), { over: 1n, under: 1n }) && isSame(rate(a, b), inverse(rate(b, a))),
    ),
  );
  t.true(codes.length > 25);
});

test('the rate through a third currency is exactly the same', (t) => {
  fc.assert(fc.property(currency, currency, currency, (a, b, c) => isSame(times(rate(a, b), rate(b, c)), rate(a, c))));
  t.pass();
});

test('a conversion has no step for one currency, one step to or from the base, and otherwise two', (t) => {
  for (const from of codes) {
    for (const to of codes) {
      const legs = legsThrough(table, from, to, 'ecb');
      t.is(legs.length, from === to ? 0 : from === table.base || to === table.base ? 1 : 2);
      if (legs.length > 0) t.deepEqual([legs[0]?.from, legs.at(-1)?.to], [from, to]);
    }
  }
});

test('a rate to or from the base is the published rate to the last digit', (t) => {
  for (const [code, published] of Object.entries(table.rates)) t.is(numberOf(rate(table.base, code)), published);
});
