import test from 'ava';
import { hasFiredBefore, orderOf, timeOf, unpacked } from '../../../../src/features/alerts/record/recorded-entry.js';
import { CHUNK_MS, TickRecorder } from '../../../../src/features/alerts/record/tick-recorder.js';

const start = 1_780_000_000_000;
const price = (value: number | null) => ({ kind: 'price' as const, at: start, price: value });

function recorderOf(...keys: string[]): TickRecorder {
  const recorder = new TickRecorder();
  recorder.need(new Set(keys), start);
  return recorder;
}

test('an entry keeps its time, its place among the entries of a millisecond, and whether timers had fired', (t) => {
  const orders = [
    orderOf(start, 0, false),
    orderOf(start, 0, true),
    orderOf(start, 1, false),
    orderOf(start, 2_046, true),
    orderOf(start + 1, 0, false),
  ];
  t.deepEqual(
    orders,
    [...orders].sort((a, b) => a - b),
  );
  t.deepEqual(orders.map(timeOf), [start, start, start, start, start + 1]);
  t.deepEqual(orders.map(hasFiredBefore), [false, true, false, true, false]);
});

test('recorded prices, candles and earlier prices are read as observed, in the order of all symbols', (t) => {
  const recorder = recorderOf('A.US', 'B.US', 'B.US 1m');
  const candle = { time: new Date(start), open: 1, high: 3, low: 0.5, close: 2, volume: null };
  recorder.add('A.US', price(1.25), start + 5, false);
  recorder.add('B.US', price(null), start + 5, true);
  recorder.add('B.US 1m', { kind: 'candle', candle }, start + 6, false);
  recorder.add('A.US', { kind: 'history', prices: [{ at: start - 60_000, price: 7 }] }, start + 6, false);
  const entries = recorder
    .take(start + 10)
    .flatMap(({ key, entries }) => unpacked(entries.packed()).map((entry) => ({ key, ...entry })))
    .sort((a, b) => a.order - b.order);
  t.deepEqual(entries, [
    { key: 'A.US', kind: 'price', order: orderOf(start + 5, 0, false), at: start, price: 1.25 },
    { key: 'B.US', kind: 'price', order: orderOf(start + 5, 1, true), at: start, price: null },
    { key: 'B.US 1m', kind: 'candle', order: orderOf(start + 6, 0, false), candle },
    { key: 'A.US', kind: 'history', order: orderOf(start + 6, 1, false), prices: [{ at: start - 60_000, price: 7 }] },
  ]);
});

test('a chunk has at most 300 entries; further entries are only counted', (t) => {
  const recorder = recorderOf('A.US');
  for (let index = 0; index < 300; index += 1) recorder.add('A.US', price(index), start + index, false);
  t.like(recorder.take(start + 1_000)[0], { dropped: 0, entries: { count: 300 } });
  recorder.add('A.US', price(1), start + 1_000, false);
  t.like(recorder.take(start + 1_000)[0], { dropped: 1, entries: { count: 300 } });
  t.deepEqual(recorder.counts, { stored: 300, dropped: 1 });
});

test('at most 200 symbols and series are recorded', (t) => {
  const keys = Array.from({ length: 201 }, (_, index) => `S${index}.US`);
  t.is(recorderOf(...keys.slice(0, 200)).take(start + 1).length, 200);
  t.is(recorderOf(...keys).take(start + 1).length, 200);
});

test('a chunk with entries ends after a minute and the next one begins there; a chunk without entries continues', (t) => {
  const recorder = recorderOf('A.US', 'B.US');
  recorder.add('A.US', price(1), start + 1, false);
  const spans = () =>
    recorder.take(start + CHUNK_MS).map(({ key, startedAt, endedAt }) => [key, startedAt - start, endedAt - start]);
  recorder.written(recorder.take(start + CHUNK_MS - 1));
  const early = recorder.take(start + CHUNK_MS - 1).map(({ key }) => key);
  t.deepEqual(early, ['A.US', 'B.US']);
  t.deepEqual(spans(), [
    ['A.US', 0, CHUNK_MS],
    ['B.US', 0, CHUNK_MS],
  ]);
  const chunks = recorder.take(start + 2 * CHUNK_MS);
  recorder.written(chunks);
  t.deepEqual(
    recorder.take(start + 2 * CHUNK_MS).map(({ key, startedAt }) => [key, startedAt - start]),
    [
      ['A.US', CHUNK_MS],
      ['B.US', 0],
    ],
  );
});

test('unconfirmed chunks are written again, and chunks of symbols that no rule uses any more end', (t) => {
  const recorder = recorderOf('A.US');
  recorder.add('A.US', price(1), start + 1, false);
  recorder.need(new Set(), start + 20);
  recorder.add('A.US', price(2), start + 30, false);
  const first = recorder.take(start + 40);
  t.like(first, [{ key: 'A.US', startedAt: start, endedAt: start + 20, entries: { count: 1 } }]);
  t.deepEqual(recorder.take(start + 50), first);
  recorder.written(first);
  t.deepEqual(recorder.take(start + 60), []);
});
