import test from 'ava';
import { inverse, numberOf, rationalOf, rounded, times } from '../../../../src/features/markets/fx/rational.js';
import fc from '../../../support/properties.js';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, point]) => rounded({ over: digits, under: 10n ** BigInt(point) }, point));
const rate = fc.double({ min: 1e-12, max: 1e12, noNaN: true });

test('every number written by JavaScript is read exactly', (t) => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => numberOf(rationalOf(String(value))) === value,
    ),
  );
  t.deepEqual(rationalOf('1e-7'), { over: 1n, under: 10_000_000n });
  t.deepEqual(rationalOf('1.5e+21'), { over: 15n * 10n ** 20n, under: 1n });
});

test('rounding a decimal number to its own decimals does not change it', (t) => {
  fc.assert(
    fc.property(decimal, (text) => {
      const decimals = text.split('.')[1]?.length ?? 0;
      return rounded(rationalOf(text), decimals) === text;
    }),
  );
  t.is(rounded(rationalOf('-0.001'), 3), '-0.001');
});

for (const [text, decimals, expected] of [
  ['2.5', 0, '3'],
  ['-2.5', 0, '-3'],
  ['2.4999', 0, '2'],
  ['1.005', 2, '1.01'],
  ['0.004', 2, '0.00'],
  ['-0.004', 2, '0.00'],
  ['0.0005', 3, '0.001'],
  ['7', 2, '7.00'],
  ['-0.05', 1, '-0.1'],
] as const) {
  test(`${text} to ${decimals} decimals is ${expected}`, (t) => t.is(rounded(rationalOf(text), decimals), expected));
}

test('the inverse of the inverse is the same number, and a number times its inverse is 1', (t) => {
  fc.assert(
    fc.property(rate, (value) => {
      const exact = rationalOf(String(value));
      return numberOf(inverse(inverse(exact))) === value && numberOf(times(exact, inverse(exact))) === 1;
    }),
  );
  t.is(numberOf(inverse(rationalOf('3'))), 1 / 3);
});

test('the rounding error is at most half of the last decimal', (t) => {
  fc.assert(
    fc.property(decimal, rate, fc.integer({ min: 0, max: 8 }), (amount, by, decimals) => {
      const exact = times(rationalOf(amount), rationalOf(String(by)));
      const answer = rationalOf(rounded(exact, decimals));
      const off = answer.over * exact.under - exact.over * answer.under;
      return (off < 0n ? -off : off) * 2n * 10n ** BigInt(decimals) <= answer.under * exact.under;
    }),
  );
  t.pass();
});
