import test from 'ava';
import { decimalsOf, isCurrency } from '../../../../src/features/markets/fx/currency.js';
import { recordedTables } from '../../../support/recorded-rates.js';

for (const [code, decimals] of [
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['CLF', 4],
  ['HRK', 2],
  ['XAU', 8],
  ['BTC', 8],
] as const) {
  test(`an amount of ${code} has ${decimals} decimals`, (t) => t.is(decimalsOf(code), decimals));
}

test('current and withdrawn currencies are currencies, crypto-assets are not', (t) => {
  t.true(['EUR', 'JPY', 'DEM', 'BGN', 'XAU'].every(isCurrency));
  t.false(['BTC', 'USDT', 'eur', '', 'toString'].some(isCurrency));
});

test('every currency of the recorded rates is known', (t) => {
  for (const { rates } of recordedTables)
    t.deepEqual(
      Object.keys(rates).filter((code) => !isCurrency(code)),
      [],
    );
  t.true(recordedTables.length > 15);
});
