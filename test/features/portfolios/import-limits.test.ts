import test from 'ava';
import type { ReadFile } from '../../../src/features/portfolios/import/file/import-entry.js';
import { finishRows, MAX_PREVIEWED, ROWS_PER_CHUNK } from '../../../src/features/portfolios/import/finish-rows.js';
import { UnreadableFile } from '../../../src/text/unreadable-file.js';
import { chunksOf, readerFor } from './read-import.js';

const read = readerFor('USD');
const issuesOf = ({ issues }: { issues: ReadFile['issues'] }) =>
  issues.map(({ row, column, code }) => [row, column, code]);
const known = { cryptoAssets: new Set(['ETH']), renamings: new Map<string, number>(), now: Date.UTC(2026, 0, 1) };
const finish = (file: ReadFile, currency: string | null = null) =>
  finishRows({
    ...known,
    chunks: chunksOf(file),
    labels: file.labels,
    format: file.format,
    currency,
    resolved: file.instruments.map(({ symbol }) => ({ symbol: `${symbol}.US`, currency: 'USD', firstDay: null })),
  });
const plain = (...rows: string[]) =>
  read(['type,tradedAt,symbol,quantity,price,amount,currency,note,externalId,rate,lots', ...rows].join('\n'));

/** Returns `none` if a file can be read, otherwise the row of the error, if it has one. */
function faultOf(text: string): number | undefined | 'none' {
  try {
    read(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return error.row;
  }
}

test('a cell has at most 10,000 characters, quoted or not, and a row at most 300 cells', (t) => {
  const header = 'date,type,amount,currency,note';
  for (const quote of ['', '"']) {
    const file = (length: number) => `${header}\n2025-01-02,deposit,1,USD,${quote}${'x'.repeat(length)}${quote}\n`;
    t.is(faultOf(file(10_000)), 'none');
    t.is(faultOf(file(10_001)), 2);
  }
  const wide = (cells: number) => `${header}${',x'.repeat(cells - 5)}\n2025-01-02,deposit,1,USD,\n`;
  t.is(faultOf(wide(300)), 'none');
  t.is(faultOf(wide(301)), 1);
});

test('the header is among the first 30 rows that are not blank', (t) => {
  const file = (titles: number) =>
    `${'a title\n\n'.repeat(titles)}date,type,amount,currency\n2025-01-02,deposit,1,USD\n`;
  t.is(read(file(29)).entries[0]?.row, 60);
  t.throws(() => read(file(30)), { instanceOf: UnreadableFile, message: /No header row/ });
});

test('a file has at most 100,000 rows and 2,000 instruments', (t) => {
  const rows = (count: number) => `date,type,amount,currency\n${'2025-01-02,deposit,1,USD\n'.repeat(count)}`;
  t.is(read(rows(100_000)).rows, 100_000);
  t.throws(() => read(rows(100_001)), { instanceOf: UnreadableFile, message: /more than 100000 rows/ });
  const instruments = (count: number) =>
    `date,type,symbol,quantity,price,currency\n${Array.from({ length: count }, (_, at) => `2025-01-02,buy,S${at},1,1,USD`).join('\n')}`;
  t.is(read(instruments(2_000)).instruments.length, 2_000);
  t.throws(() => read(instruments(2_001)), { instanceOf: UnreadableFile, message: /more than 2000 instruments/ });
});

test('a note has at most 1,000 characters and an id 200, counted in characters and not in UTF-16 code units', (t) => {
  const of = (note: string, id: string) => issuesOf(finish(plain(`deposit,2025-01-02,,,,1,USD,${note},${id},,`)));
  t.deepEqual(of('😀'.repeat(1_000), '😀'.repeat(200)), []);
  t.deepEqual(of('😀'.repeat(1_001), 'x'), [[2, 'note', 'invalid_text']]);
  t.deepEqual(of('x', 'y'.repeat(201)), [[2, 'externalId', 'invalid_text']]);
  const json = (note: string) =>
    issuesOf(
      finish(
        read(
          JSON.stringify({
            transactions: [{ type: 'deposit', tradedAt: '2025-01-02', amount: '1', currency: 'USD', note }],
          }),
        ),
      ),
    );
  t.deepEqual(json('a\u0001b'), []);
  t.deepEqual(json('a\0b'), [[1, 'note', 'invalid_text']]);
  t.deepEqual(json('a\ud800b'), [[1, 'note', 'invalid_text']]);
});

test('a row in the future or before 1900 is rejected', (t) => {
  const of = (at: string) => issuesOf(finish(plain(`deposit,${at},,,,1,USD,,,,`)));
  t.deepEqual(of('2026-01-01T00:00:00.000Z'), []);
  t.deepEqual(of('2026-01-01T00:00:00.001Z'), [[2, 'tradedAt', 'invalid_date']]);
  t.deepEqual(of('1900-01-01'), []);
  t.deepEqual(of('1899-12-31T23:59:59.999Z'), [[2, 'tradedAt', 'invalid_date']]);
  t.deepEqual(
    issuesOf(finish(read('date,type,amount,currency\n2026-01-02,deposit,1,USD\n'))),
    [[2, 'date', 'invalid_date']],
    'the column of the file is named',
  );
});

test('a currency is one of ISO 4217, a crypto-asset or that of the instrument; a trade has the currency of its instrument', (t) => {
  const of = (row: string, currency: string | null = null) => issuesOf(finish(plain(row), currency));
  t.deepEqual(of('deposit,2025-01-02,,,,1,ETH,,,,'), []);
  t.deepEqual(of('deposit,2025-01-02,,,,1,ETC,,,,'), [[2, 'currency', 'unknown_currency']]);
  t.deepEqual(of('deposit,2025-01-02,,,,1,usd,,,,'), [[2, 'currency', 'unknown_currency']]);
  t.deepEqual(of('deposit,2025-01-02,,,,1,,,,,'), [[2, 'currency', 'required']]);
  t.deepEqual(of('deposit,2025-01-02,,,,1,,,,,', 'EUR'), []);
  for (const type of ['buy', 'sell', 'dividend']) {
    const isPriced = type !== 'dividend';
    t.deepEqual(of(`${type},2025-01-02,KO,1,1,,EUR,,,,`), isPriced ? [[2, 'currency', 'currency_mismatch']] : [], type);
  }
});

test('numbers that must not be zero or negative are rejected with their column', (t) => {
  const of = (row: string) => issuesOf(finish(plain(row)));
  const faults: Array<[string, string, string]> = [
    ['buy,2025-01-02,KO,0,1,,USD,,,,', 'quantity', 'invalid_value'],
    ['sell,2025-01-02,KO,-1,1,,USD,,,,', 'quantity', 'invalid_value'],
    ['buy,2025-01-02,KO,1,-1,,USD,,,,', 'price', 'invalid_value'],
    ['buy,2025-01-02,KO,1,,,USD,,,,', 'amount', 'required'],
    ['buy,2025-01-02,,1,1,,USD,,,,', 'symbol', 'required'],
    ['split,2025-01-02,KO,0,,,USD,,,,', 'quantity', 'invalid_value'],
    ['split,2025-01-02,KO,2,3,,USD,,,,', 'price', 'invalid_value'],
    ['fee,2025-01-02,,,,0,USD,,,,', 'amount', 'invalid_value'],
    ['tax,2025-01-02,,,,,USD,,,,', 'amount', 'invalid_value'],
    ['transfer,2025-01-02,,,,0,USD,,,,', 'amount', 'invalid_value'],
    ['transfer,2025-01-02,KO,1,,-1,USD,,,,', 'amount', 'invalid_value'],
    ['deposit,2025-01-02,,,,1,USD,,,1e20,', 'rate', 'too_many_digits'],
  ];
  for (const [row, column, code] of faults) {
    const file = plain(row);
    t.deepEqual(file.issues.length > 0 ? issuesOf(file) : of(row), [[2, column, code]], row);
  }
  for (const row of [
    'interest,2025-01-02,,,,-1,USD,,,,',
    'transfer,2025-01-02,KO,-1,,,USD,,,,',
    'transfer,2025-01-02,KO,1,,0,USD,,,,',
    'buy,2025-01-02,KO,1,0,,USD,,,,',
  ])
    t.deepEqual(of(row), [], row);
});

test('lots refer to rows of the file or to transactions; other numbers are rejected', (t) => {
  const of = (lots: string) =>
    finish(plain('buy,2025-01-02,KO,1,1,,USD,,,,', `sell,2025-01-03,KO,1,1,,USD,,,,${lots}`));
  t.deepEqual(issuesOf(of('2')), []);
  t.true(of('2').hasLots);
  t.false(of('').hasLots);
  t.deepEqual(issuesOf(of('018f4d8e-7a3b-7c2d-9e1f-0123456789ab')), []);
  for (const lots of ['4', '1', '2;9', 'x']) t.deepEqual(issuesOf(of(lots)), [[3, 'lots', 'unknown_lot']], lots);
});

test('a report shows 20 rows, and rows are stored a thousand at a time', (t) => {
  const of = (count: number) =>
    finish(read(`date,type,amount,currency\n${'2025-01-02,deposit,1,USD\n'.repeat(count)}`));
  t.deepEqual([MAX_PREVIEWED, ROWS_PER_CHUNK], [20, 1_000]);
  t.deepEqual([of(20).preview.length, of(21).preview.length], [20, 20]);
  t.deepEqual([of(1_000).chunks.length, of(1_001).chunks.length], [1, 2]);
});
