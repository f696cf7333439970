import 'reflect-metadata';
import test from 'ava';
import { nextReading, type PriceAddress, retryReading } from '../../../../src/features/markets/own/price-address.js';
import { parseJsonPath, valueAt } from '../../../../src/features/markets/price-addresses/json-path.js';
import { ReadFault, readPrice } from '../../../../src/features/markets/price-addresses/read-price.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/durations.js';

const now = Date.parse('2026-11-20T18:00:00Z');
const terms = { url: 'https://prices.example/', pricePath: '$.price', timePath: null, currencyPath: null };
const read = (body: unknown, more: Partial<typeof terms> | Record<string, string> = {}, type = 'application/json') => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  try {
    return readPrice(bytes, type, { ...terms, ...more }, 'EUR', now);
  } catch (error) {
    if (error instanceof ReadFault) return `${error.code} ${error.field}`;
    throw error;
  }
};

test('a path names one value, and texts that could name several are rejected', (t) => {
  const root = { a: [{ b: 1 }, { b: 2 }], 'net value': { "it's": 3 }, ü: 4, $: 5, '': 6 };
  const at = (path: string) => {
    const steps = parseJsonPath(path);
    return steps === undefined ? 'rejected' : valueAt(root, steps);
  };
  t.deepEqual(
    [at('$.a[0].b'), at('$.a[-1].b'), at("$['net value']['it\\'s']"), at('$["a"][1]["b"]'), at('$.ü')],
    [1, 2, 3, 2, 4],
  );
  t.deepEqual([at("$['$']"), at("$['']")], [5, 6]);
  t.is(at('$'), root);
  t.deepEqual(
    [at('$.c'), at('$.a.b'), at('$.a[2]'), at('$.a[-3]'), at('$.a.length'), at('$.toString'), at('$[0]')],
    [...Array.from({ length: 7 }, () => undefined)],
  );
  for (const path of [
    '',
    'a',
    '$.',
    '$.*',
    '$..b',
    '$.a[*]',
    '$.a[0:1]',
    '$.a[?@.b]',
    '$.a[-0]',
    '$.a[01]',
    '$.1',
    '$ .a',
  ])
    t.is(at(path), 'rejected', path);
  t.not(parseJsonPath(`$${'.a'.repeat(32)}`), undefined);
  t.is(parseJsonPath(`$${'.a'.repeat(33)}`), undefined);
});

test('a price is a number, or a number as text, from 1e-9 to 1e12', (t) => {
  for (const [given, price] of [
    [98.5, 98.5],
    ['98.50', 98.5],
    [' 1e3 ', 1_000],
    [1e-9, 1e-9],
    [1e12, 1e12],
  ])
    t.like(read({ price: given }), { price, day: '2026-11-20', time: null, currency: null });
  for (const given of [0, -1, 9e-10, 1.1e12, 1e300, '1e300']) t.is(read({ price: given }), 'out_of_range pricePath');
  t.is(read('{"price": 1e999}'), 'out_of_range pricePath');
  for (const given of [null, true, [1], { value: 1 }, '', '1,5', 'NaN', '0x10', '12 EUR'])
    t.is(read({ price: given }), 'not_a_number pricePath', String(given));
  t.is(read({ nav: 1 }), 'path_empty pricePath');
});

test('a page, another format or a wrong encoding is named as what it is', (t) => {
  t.is(read('<!doctype html><html></html>'), 'html url');
  t.is(read('Please sign in', {}, 'text/html; charset=utf-8'), 'html url');
  t.is(read('price;98'), 'not_json url');
  t.is(read(''), 'not_json url');
  t.is(read(Buffer.from([0x7b, 0xff, 0x7d])), 'not_json url');
  t.like(read('\ufeff{"price": 2}', {}, 'text/html'), { price: 2 });
  t.is(read(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'path_empty pricePath');
});

test('the time of a price is a time with an offset, a day, or a number since 1970, and not in the future', (t) => {
  const at = (time: unknown) => read({ price: 1, time }, { timePath: '$.time' });
  t.like(at('2026-11-19'), { day: '2026-11-19', time: null });
  t.like(at('2026-11-19T23:30:00-02:00'), { day: '2026-11-20', time: new Date('2026-11-20T01:30:00Z') });
  t.like(at('2026-11-19 10:00:00Z'), { day: '2026-11-19' });
  t.like(at(1_795_000_000), { day: '2026-11-18' });
  t.like(at(1_795_000_000_000), { day: '2026-11-18' });
  t.like(at('1795000000'), { day: '2026-11-18' });
  t.like(at('2026-11-20T23:59:59Z'), { day: '2026-11-20' });
  t.is(at('2026-11-21'), 'future_time timePath');
  t.is(at(9e15), 'bad_time timePath');
  t.is(at(4e15), 'future_time timePath');
  t.like(at('1950-01-01'), { day: '1950-01-01' });
  t.is(at('1949-12-31'), 'old_time timePath');
  for (const time of ['2026-11-19T10:00:00', '19.11.2026', '2026-02-30', '2026-02-30T10:00:00Z', null, {}, 'now'])
    t.is(at(time), 'bad_time timePath', String(time));
  t.is(read({ price: 1 }, { timePath: '$.time' }), 'path_empty timePath');
});

test('a stated currency must be that of the instrument', (t) => {
  const of = (currency: unknown) => read({ price: 1, currency }, { currencyPath: '$.currency' });
  t.like(of('EUR'), { currency: 'EUR' });
  for (const currency of ['USD', 'eur', null, 1, 'x'.repeat(1_000)]) t.is(of(currency), 'wrong_currency currencyPath');
});

test('an address is read after its interval, or at its time of day', (t) => {
  const address = (intervalHours: number, timeOfDay: string | null): PriceAddress => ({
    ...terms,
    intervalHours,
    timeOfDay,
  });
  const next = (one: PriceAddress, at: string, isFirst = false, random = 0) =>
    new Date(nextReading(one, Date.parse(at), isFirst, random)).toISOString().slice(0, 16);
  t.is(next(address(1, null), '2026-11-20T10:00:00Z'), '2026-11-20T11:00');
  t.is(next(address(24, null), '2026-11-20T10:00:00Z', false, 0.999), '2026-11-21T10:14');
  t.is(next(address(24, '18:30'), '2026-11-20T18:44:00Z'), '2026-11-21T18:30');
  t.is(next(address(48, '18:30'), '2026-11-20T18:44:00Z'), '2026-11-22T18:30');
  // The first reading is at once, and the next one at the time of the same day if that is still to come.
  t.is(next(address(24, '18:30'), '2026-11-20T10:00:00Z', true), '2026-11-20T18:30');
  t.is(next(address(24, '18:30'), '2026-11-20T18:20:00Z', true), '2026-11-21T18:30');
  // After a success at night, delayed by failures, the next reading is on the same day.
  t.is(next(address(24, '18:30'), '2026-11-21T02:00:00Z'), '2026-11-21T18:30');
});

test('pauses after failures double up to a day, and respect what the server asks for up to a day', (t) => {
  const pause = (failures: number, wait?: number, random = 1) => retryReading(failures, wait, 0, random);
  t.deepEqual([pause(1), pause(2), pause(3)], [15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS]);
  t.is(pause(1, undefined, 0), 7.5 * MINUTE_MS);
  t.deepEqual([pause(8), pause(20), pause(1_000)], [DAY_MS, DAY_MS, DAY_MS]);
  t.deepEqual([pause(1, 2 * HOUR_MS), pause(1, 9 * DAY_MS)], [2 * HOUR_MS, DAY_MS]);
});
