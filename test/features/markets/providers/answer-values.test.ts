import test from 'ava';
import { readRows } from '../../../../src/features/markets/providers/answer-rows.js';
import { readPrice, readVolume, requirePrice } from '../../../../src/features/markets/providers/answer-values.js';
import { candlesWithin, readCandle } from '../../../../src/features/markets/providers/candle-rows.js';
import { countryCode } from '../../../../src/features/markets/providers/country-codes.js';
import { priceUnit } from '../../../../src/features/markets/providers/minor-units.js';
import { readDay, readEpoch, readInstant, readNumber, readText } from '../../../../src/upstream/answers.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';

const refused = { instanceOf: UpstreamError, code: 'bad_answer' };

test('a number is read from a number or a string, and placeholders for missing values are null', (t) => {
  for (const [value, number] of [
    [1.5, 1.5],
    ['1.50', 1.5],
    ['-0.0039', -0.0039],
    ['1e-7', 1e-7],
    [' 7 ', 7],
    [0, 0],
  ] as const)
    t.is(readNumber(value, 'x'), number);
  for (const none of ['NA', 'N/A', '', null, undefined]) t.is(readNumber(none, 'x'), null);
});

test('a value that is not a finite number is rejected, and the error names the field, not the value', (t) => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'Infinity',
    'NaN',
    '1e999',
    '0x10',
    '1,5',
    '12abc',
    'none',
    true,
    {},
    [],
    [1],
  ]) {
    t.throws(
      () => readNumber(value, 'The close'),
      { ...refused, message: 'The close is not a number.' },
      String(value),
    );
  }
});

test('a negative price is rejected; zero means no price and is rejected where one is required', (t) => {
  t.is(readPrice(0, 'x'), null);
  t.is(readPrice('0.00', 'x'), null);
  t.throws(() => readPrice(-1, 'x'), refused);
  t.throws(() => requirePrice(0, 'x'), refused);
  t.throws(() => requirePrice('NA', 'x'), refused);
  t.is(readVolume(0, 'x'), 0);
  t.throws(() => readVolume('-1', 'x'), refused);
});

test('a time must be plausible, and a day must exist', (t) => {
  t.deepEqual(readEpoch(1729888080, 1000, 'x'), new Date('2024-10-25T20:28:00Z'));
  t.deepEqual(readEpoch('1729888080123', 1, 'x'), new Date('2024-10-25T20:28:00.123Z'));
  t.is(readEpoch(0, 1000, 'x'), null);
  t.throws(() => readEpoch(1729888080123, 1000, 'x'), refused);
  t.throws(() => readEpoch(1729888080, 1, 'x'), refused);
  t.throws(() => readEpoch(-5, 1000, 'x'), refused);
  t.deepEqual(readInstant('2026-07-26T13:05:51.234745517Z', 'x'), new Date('2026-07-26T13:05:51.234Z'));
  t.throws(() => readInstant('yesterday', 'x'), refused);
  t.throws(() => readInstant('2026-07-26', 'x'), refused);
  t.is(readDay('2024-02-29', 'x'), '2024-02-29');
  for (const day of ['2023-02-29', '2024-13-01', '2024-1-1', '13 April 2026', 20240101])
    t.throws(() => readDay(day, 'x'), refused);
});

test('a malformed row is skipped and counted; a list of only such rows, or no list, is rejected', (t) => {
  const read = (row: unknown) => (row === 'of no use' ? undefined : requirePrice(row, 'A row'));
  t.deepEqual(readRows([1, 'bad', '2', 'of no use'], 'The list', read), { rows: [1, 2], skipped: 1 });
  t.deepEqual(readRows([], 'The list', read), { rows: [], skipped: 0 });
  t.deepEqual(readRows(['of no use'], 'The list', read), { rows: [], skipped: 0 });
  t.throws(() => readRows(['bad', -1], 'The list', read), refused);
  t.throws(() => readRows({ 0: 1 }, 'The list', read), refused);
  t.throws(() => readRows('<html>', 'The list', read), refused);
});

test('high and low enclose the other prices of a candle, within float rounding', (t) => {
  const time = new Date(0);
  const candle = { open: 146.36, high: 146.949996, low: 146.09, close: 146.95, volume: 1 };
  t.is(readCandle(time, candle, 'a candle').high, 146.95);
  t.throws(() => readCandle(time, { ...candle, high: 146.5 }, 'a candle'), refused);
  t.throws(() => readCandle(time, { ...candle, low: 146.5 }, 'a candle'), refused);
  t.throws(() => readCandle(time, { ...candle, open: null }, 'a candle'), refused);
});

test('only candles that open within the range are kept, ascending, one per time', (t) => {
  const candle = (minute: number, close: number) => ({
    time: new Date(minute * 60_000),
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
  });
  const candles = [candle(3, 1), candle(1, 1), candle(2, 1), candle(2, 5), candle(0, 1)];
  t.deepEqual(candlesWithin(candles, new Date(60_000), new Date(180_000)), [candle(1, 1), candle(2, 5)]);
});

test('pence, cents and agorot are hundredths of their currency', (t) => {
  t.deepEqual(priceUnit('GBX'), { currency: 'GBP', divisor: 100 });
  t.deepEqual(priceUnit('GBp'), { currency: 'GBP', divisor: 100 });
  t.deepEqual(priceUnit('ZAc'), { currency: 'ZAR', divisor: 100 });
  t.deepEqual(priceUnit('GBP'), { currency: 'GBP', divisor: 1 });
});

test('countries are found by the names that vendors use, former countries are not', (t) => {
  for (const [name, code] of [
    ['USA', 'US'],
    ['UK', 'GB'],
    ['Germany', 'DE'],
    ['France', 'FR'],
    ['Russia', 'RU'],
    ['South Korea', 'KR'],
    ['Korea', 'KR'],
    ['Unknown', null],
  ] as const)
    t.is(countryCode(name), code, name);
  t.is(countryCode(null), null);
});

test('a text is read without outer spaces, cut to 200 characters; null if it is empty or a placeholder', (t) => {
  t.is(readText(' Apple Inc. '), 'Apple Inc.');
  t.deepEqual([readText('x'.repeat(200))?.length, readText('x'.repeat(201))?.length], [200, 200]);
  for (const value of ['', '  ', 'NA', 'N/A', 7, null, undefined, {}]) t.is(readText(value), null);
});
