import test from 'ava';
import { symbolCandidates } from '../../../src/features/portfolios/import/symbol-candidates.js';
import { readDate } from '../../../src/features/portfolios/import/text/date-style.js';
import { readNumber } from '../../../src/features/portfolios/import/text/number-style.js';

test('numbers with a decimal comma or point, separators, currencies and exponents are exact; mixtures are rejected', (t) => {
  const value = (text: string, sign: '.' | ',') => {
    const found = readNumber(text, sign);
    return 'value' in found ? found.value : found.fault;
  };
  const comma = {
    '123': '123',
    '123,45': '123.45',
    '1.345,12': '1345.12',
    "1'345,12": '1345.12',
    '  1 234,56  ': '1234.56',
    '1,98E-6': '0.00000198',
    ',42': '0.42',
  };
  for (const [text, expected] of Object.entries(comma)) t.is(value(text, ','), expected, text);
  const point = {
    '-$3320.05': '-3320.05',
    '1,574.04': '1574.04',
    '0.223214000': '0.223214',
    '+5': '5',
    '-0.00': '0',
    '1\u202f234.5 €': '1234.5',
    'EUR 12.5': '12.5',
    '007': '7',
  };
  for (const [text, expected] of Object.entries(point)) t.is(value(text, '.'), expected, text);
  for (const text of [
    '.42',
    '1,234.56',
    '  1 234.56  ',
    '1.23,4',
    'abc',
    '',
    '--5',
    '1,2,3',
    '5%',
    '0x10',
    '1e',
    'NaN',
    'Infinity',
  ])
    t.is(value(text, ','), 'invalid_number', text);
  for (const text of ['1e400', '9'.repeat(21), `0.${'1'.repeat(19)}`, '1e-19', '1'.repeat(300)])
    t.is(value(text, '.'), 'too_many_digits', text);
  t.is(value(`${'9'.repeat(20)}.${'9'.repeat(18)}`, '.'), `${'9'.repeat(20)}.${'9'.repeat(18)}`);
});

test('dates are real days with a year of four digits, and the written calendar day is kept', (t) => {
  const dmy = { order: 'dmy', shifts: false } as const;
  const days = {
    '31.01.2025': '2025-01-31T00:00:00.000Z',
    '31/1/2025 23:30': '2025-01-31T23:30:00.000Z',
    '20230403;095853': '2023-04-03T09:58:53.000Z',
    '2025-01-31T23:30:00-05:00': '2025-01-31T23:30:00.000Z',
    '2026-03-06T10:24:44.069415Z': '2026-03-06T10:24:44.069Z',
    '20240229': '2024-02-29T00:00:00.000Z',
  };
  for (const [text, expected] of Object.entries(days)) t.is(readDate(text, dmy), expected, text);
  for (const text of ['20250229', '16/09/21', '2025-13-01', '0000-01-01', '2025-01-01T24:00', '1/2.2025'])
    t.is(readDate(text, dmy), undefined, text);
  t.is(readDate('04/17/2023 as of 04/15/2023', { order: 'mdy', shifts: false }), '2023-04-17T00:00:00.000Z');
  t.is(readDate('2025-01-31T23:30:00-05:00', { order: null, shifts: true }), '2025-02-01T04:30:00.000Z');
  t.is(readDate('31.01.2025', { order: null, shifts: false }), undefined);
});

test('tickers of other systems give candidates among our symbols', (t) => {
  const of = (symbol: string, currency: string | null) =>
    symbolCandidates({ symbol, isin: null, name: null, currency });
  t.true(of('BRK.B', 'USD').includes('BRK-B.US'));
  t.is(of('SAP.DE', 'EUR')[1], 'SAP.XETRA');
  t.is(of('BTCUSD', 'EUR')[0], 'BTC-EUR.CC');
  t.is(of('EURUSD=X', 'USD')[0], 'EURUSD.FOREX');
  t.is(of('^GSPC', null)[0], 'GSPC.INDX');
  t.deepEqual(of('Penthouse; DROP', 'USD'), []);
});
