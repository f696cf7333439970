import 'reflect-metadata';
import test from 'ava';
import { assetClasses } from '../../../../src/features/markets/asset-class.js';
import { exchangeOf } from '../../../../src/features/markets/calendar/exchanges.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { parseSymbol } from '../../../../src/features/markets/market-symbol.js';

const table = new InstrumentTable();

/**
 * Returns whether the check digit of an ISIN is right (ISO 6166, annex A). Letters count as two digits, every second
 * digit from the right is doubled, and the sum of all digits is a multiple of ten.
 */
function hasCheckDigit(isin: string): boolean {
  const digits = [...isin].map((sign) => Number.parseInt(sign, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return sum % 10 === 0;
}

test('every asset class has instruments, and every symbol is valid and unique', (t) => {
  for (const assetClass of assetClasses) t.true(table.ofClass(assetClass).length >= 8, assetClass);
  t.is(new Set(table.all.map(({ symbol }) => symbol)).size, table.all.length);
  for (const { symbol, assetClass } of table.all) {
    const parsed = parseSymbol(symbol);
    t.is(parsed?.text, symbol);
    t.is(parsed?.assetClass, assetClass === 'etf' ? 'equity' : assetClass, symbol);
  }
});

test('every ISIN has a valid check digit', (t) => {
  t.false(hasCheckDigit('US0378331006'));
  const isins = table.all.flatMap(({ isin }) => isin ?? []);
  t.true(isins.length > 200);
  for (const isin of isins) t.true(/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) && hasCheckDigit(isin), isin);
});

test('exchanges are known and match the venue, and pairs have their quote currency', (t) => {
  for (const { symbol, exchange, currency, assetClass, country, name } of table.all) {
    const parsed = parseSymbol(symbol);
    if (exchange !== null && assetClass !== 'index') t.is(exchangeOf(exchange)?.venue, parsed?.venue, symbol);
    if (exchange !== null) t.truthy(exchangeOf(exchange), symbol);
    if (parsed?.pair !== undefined) t.is(currency, parsed.pair.quote, symbol);
    t.regex(currency, /^[A-Z]{3,5}$/, symbol);
    if (country !== null) t.regex(country, /^[A-Z]{2}$/, symbol);
    t.true(
      name.length > 1 &&
        name.length < 100 &&
        name === name.trim() &&
        !/\t| - (?:class|common|ordinary|american)/i.test(name),
      name,
    );
  }
});

test('instruments.tsv takes precedence over the US listings', (t) => {
  t.like(table.find('AAPL.US'), {
    name: 'Apple Inc.',
    exchange: 'XNAS',
    isin: 'US0378331005',
    sector: 'Information Technology',
    country: 'US',
  });
  t.like(table.find('VOD.LSE'), { name: 'Vodafone Group plc', exchange: 'XLON', currency: 'GBP' });
  t.like(table.find('ZM.US'), { exchange: 'XNAS', currency: 'USD', isin: null, assetClass: 'equity' });
  t.like(table.find('BTC-USD.CC'), { assetClass: 'crypto', exchange: null });
  t.is(table.find('NOSUCH.US'), undefined);
});

test('the listings contain no warrants, rights or test issues', (t) => {
  const odd = table.all.filter(({ name }) => /\b(?:warrants?|test (?:stock|common|issue)|senior notes)\b/i.test(name));
  t.deepEqual(
    odd.map(({ name }) => name),
    [],
  );
});
