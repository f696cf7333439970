import { readFileSync } from 'node:fs';
import test from 'ava';
import { firstDayOf } from '../../../src/features/markets/first-day.js';
import { parseSymbol } from '../../../src/features/markets/market-symbol.js';

test('a pair exists since the newer of its currencies and crypto-assets', (t) => {
  const days = ['AAPL.US', 'BTC-USD.CC', 'ETH-BTC.CC', 'BTC-EUR.CC', 'EURUSD.FOREX', 'USDJPY.FOREX', 'NOSUCH.US'].map(
    firstDayOf,
  );
  t.deepEqual(days, ['1980-12-12', '2009-01-03', '2014-07-21', '2009-01-03', '1999-01-01', null, null]);
});

test('every first day is in the past, and its symbol or code is listed once', (t) => {
  const lines = readFileSync(new URL('../../../src/features/markets/first-days.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t') as [string, string]);
  t.true(rows.length > 80);
  t.is(new Set(rows.map(([name]) => name)).size, rows.length);
  for (const [name, day] of rows) {
    t.true(new Date(day).toISOString().startsWith(day) && day < '2026-01-01', name);
    t.true(/^[A-Z]{3,5}$/.test(name) || parseSymbol(name)?.text === name, name);
  }
});
