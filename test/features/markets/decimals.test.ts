import test from 'ava';
import {
  fractionDigits,
  middle,
  minus,
  percentOf,
  plus,
  product,
  quotient,
  ratio,
  withoutNoise,
} from '../../../src/features/markets/decimals.js';
import { changeOf } from '../../../src/features/markets/quotes/quote-of.js';
import fc from '../../support/properties.js';

test('the decimals of a number are counted as they are written', (t) => {
  for (const [value, digits] of [
    [231.41, 2],
    [7, 0],
    [1e21, 0],
    [1.5e-8, 9],
    [1e-7, 7],
    [-0.000_001_9, 7],
  ] as const) {
    t.is(fractionDigits(value), digits, String(value));
  }
});

test('changes of large and small prices are exact', (t) => {
  t.is(changeOf(745_123.45, 745_123.31).change, 0.14);
  t.is(changeOf(152_345_678.9, 152_345_678.2).change, 0.7);
  t.is(changeOf(1_045_678_901.3, 1_045_678_901.2).change, 0.1);
  t.is(changeOf(0.000_019_01, 0.000_018_99).change, 0.000_000_02);
  t.is(changeOf(231.41, 230.57).change, 0.84);
});

/** Generates a decimal of up to twelve digits, as a number of units of its last decimal. */
const decimal = fc.record({
  units: fc.integer({ min: 1, max: 999_999_999_999 }),
  digits: fc.integer({ min: 0, max: 8 }),
});
const numberOf = ({ units, digits }: { units: number; digits: number }) => Number(`${units}e-${digits}`);
const exact = (units: bigint, digits: number) => Number(`${units}e-${digits}`);

test('sums, differences, means and products of decimals are the doubles nearest to the exact results', (t) => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const digits = Math.max(one.digits, other.digits);
      const [a, b] = [
        BigInt(one.units) * 10n ** BigInt(digits - one.digits),
        BigInt(other.units) * 10n ** BigInt(digits - other.digits),
      ];
      const [x, y] = [numberOf(one), numberOf(other)];
      fc.pre(a + b < 10n ** 15n);
      return (
        plus(x, y) === exact(a + b, digits) &&
        minus(x, y) === exact(a - b, digits) &&
        middle(x, y) === exact((a + b) * 5n, digits + 1) &&
        changeOf(x, y).change === exact(a - b, digits)
      );
    }),
  );
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const digits = one.digits + other.digits;
      const whole = BigInt(one.units % 10_000_000) * BigInt(other.units % 10_000_000);
      const [x, y] = [
        Number(`${one.units % 10_000_000}e-${one.digits}`),
        Number(`${other.units % 10_000_000}e-${other.digits}`),
      ];
      return product(x, y) === exact(whole, digits);
    }),
  );
  t.pass();
});

test('a ratio has one decimal more than its prices justify, at least 4 and at most 10', (t) => {
  for (const [change, base, percent] of [
    [0.84, 230.57, 0.3643],
    [1, 3, 33.3333],
    [12.34, 43123.45, 0.028616],
    [0.00000012, 0.00001234, 0.9724],
    [1.23456789012, 9876.54321098, 0.0124999999],
    [-0.84, 230.57, -0.3643],
  ] as const)
    t.is(percentOf(change, base), percent, `${change} of ${base}`);
  t.is(ratio(231.41, 230.57, 100), 100.3643);
  t.is(ratio(230.57, 230.57, 1000), 1000);
});

test('a line has no more decimals than its inputs justify', (t) => {
  t.deepEqual(
    [...withoutNoise(Float64Array.of(53.18273645123, 0.00000123456, Number.NaN), 6)],
    [53.182736, 0.000001, Number.NaN],
  );
});

test('a number divided by itself is 1, and quotients have at most 12 digits', (t) => {
  fc.assert(fc.property(decimal, (one) => quotient(100 * numberOf(one), numberOf(one)) === 100));
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const shown = quotient(numberOf(one), numberOf(other));
      return shown === Number(shown.toPrecision(12));
    }),
  );
  t.pass();
});

test('indicator values keep nine digits and have no floating-point noise', (t) => {
  t.deepEqual(
    [...withoutNoise(Float64Array.of(169.796_499_999_999_98, 0.1 + 0.2, Number.NaN, 1_234_567))],
    [169.7965, 0.3, Number.NaN, 1_234_567],
  );
  const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(values, (line) => {
      const shown = withoutNoise(Float64Array.from(line));
      return line.every(
        (value, index) =>
          Math.abs((shown[index] as number) - value) <= 1e-9 * Math.abs(value) || Math.abs(value) < 1e-12,
      );
    }),
  );
});
