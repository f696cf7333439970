import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { candleAt, FakeCandleProvider, gridCandles } from '../../../support/candle-provider.js';
import { candleParts, gapsOf, times } from '../../../support/candle-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const WEDNESDAY = '2026-07-15T15:00:00Z';
const THURSDAY = '2026-07-16T15:00:00Z';
const day = { interval: '1h', from: '2026-07-10T00:00:00Z', to: '2026-07-11T00:00:00Z' } as const;

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

let tickers = 0;
/** Returns a symbol used by one test only, because the tests share a database. */
const crypto = () => `T${tickers++}-USD.CC`;
const share = () => `T${tickers++}.US`;
const partsOf = (time: string, ...providers: FakeCandleProvider[]) => candleParts(stored.database, time, providers);

test.serial('settled candles are fetched only once', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const first = await read(symbol, day);
  t.is(first.items.length, 24);
  t.is(provider.calls.length, 1);
  const again = await read(symbol, day);
  t.is(provider.calls.length, 1);
  t.deepEqual(again, first);
  t.deepEqual(first.items, gridCandles('1h', new Date(day.from), new Date(day.to)));
});

test.serial('only the missing parts of a partly stored range are fetched', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  await read(symbol, day);
  const wider = await read(symbol, { ...day, from: '2026-07-09T12:00:00Z', to: '2026-07-11T06:00:00Z' });
  t.deepEqual(
    provider.calls.slice(1).map(({ from, to }) => [from, to]),
    [['2026-07-09T12:00:00.000Z', '2026-07-11T06:00:00.000Z']],
    'two nearby parts are one call',
  );
  t.is(wider.items.length, 42);
  await read(symbol, { ...day, from: '2026-07-10T20:00:00Z', to: '2026-07-12T00:00:00Z' });
  t.deepEqual(provider.calls.at(-1), {
    interval: '1h',
    from: '2026-07-11T06:00:00.000Z',
    to: '2026-07-12T00:00:00.000Z',
  });
});

test.serial("a long range is fetched in chunks of the provider's maximum", async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider({ maxCandles: 10 });
  const { read } = partsOf(WEDNESDAY, provider);
  const { items, gaps } = await read(symbol, day);
  t.is(items.length, 24);
  t.deepEqual(gaps, []);
  t.deepEqual(
    provider.calls.map(({ from }) => from.slice(11, 13)),
    ['00', '10', '20'],
  );
});

test.serial('two concurrent requests for the same range cause one call', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const [one, other] = await Promise.all([read(symbol, day), read(symbol, day)]);
  t.is(provider.calls.length, 1);
  t.deepEqual(one, other);
});

test.serial('a stored candle is kept when a later response for its range lacks it', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const first = await read(symbol, day);
  await stored.database.query('delete from candle_spans where symbol = $1', [symbol]);
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).filter(({ time }) => time.getUTCHours() !== 5);
  const { items } = await partsOf(WEDNESDAY, provider).read(symbol, day);
  t.is(provider.calls.length, 2);
  t.deepEqual(items, first.items);
});

test.serial('concurrent requests for overlapping ranges fetch no candle twice', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const answers = await Promise.all([
    read(symbol, day),
    read(symbol, { ...day, from: '2026-07-10T06:00:00Z' }),
    read(symbol, day),
  ]);
  t.deepEqual(
    answers.map(({ items }) => items.length),
    [24, 18, 24],
  );
  const asked = provider.calls.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  t.is(asked, 24 * 3_600_000);
});

test.serial('candles stored by one process are served by another, with the time they were fetched', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const service = partsOf(WEDNESDAY, provider);
  const first = await service.read(symbol, day);
  const later = partsOf(THURSDAY, provider);
  const { items, provenance } = await later.read(symbol, day);
  t.deepEqual(provenance, first.provenance);
  t.is(provider.calls.length, 1);
  t.is(items.length, 24);
});

test.serial('concurrent writers store every candle once and join the fetched ranges', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const service = partsOf(WEDNESDAY, provider);
  const others = [service, partsOf(WEDNESDAY, provider)];
  const ranges = Array.from({ length: 8 }, (_, index) => ({
    ...day,
    from: `2026-07-0${index + 1}T00:00:00Z`,
    to: `2026-07-0${index + 1}T23:59:59Z`,
  }));
  await Promise.all(ranges.flatMap((range) => others.map(({ read }) => read(symbol, range))));
  t.is(await service.countOf(symbol), 8 * 24);
  const { rows } = await stored.database.query('select "from", "to" from candle_spans where symbol = $1', [symbol]);
  t.deepEqual(rows, [{ from: new Date('2026-07-01T00:00Z'), to: new Date('2026-07-09T00:00Z') }]);
});

test.serial('open candles are not stored, and are fetched again when they are no longer fresh', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const service = partsOf('2026-07-15T15:10:30Z', provider);
  const last = { interval: '1m', from: '2026-07-15T15:00:00Z' } as const;
  const { items, provenance } = await service.read(symbol, last);
  t.is(items.length, 11);
  t.is(await service.countOf(symbol), 8, 'the last two and the open one may still change');
  t.is(provider.calls.length, 1);
  t.is(provenance.asOf?.toISOString(), '2026-07-15T15:10:30.000Z');
  service.clock.advance(10_000);
  await service.read(symbol, last);
  t.is(provider.calls.length, 1);
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).map((candle) => ({ ...candle, volume: 777 }));
  service.clock.advance(60_000);
  const renewed = await service.read(symbol, last);
  t.is(provider.calls.length, 2);
  t.is(renewed.items.length, 12);
  t.deepEqual(
    renewed.items.map(({ volume }) => volume),
    [...Array(8).fill(100), ...Array(4).fill(777)],
  );
});

test.serial('days of a delayed provider are not settled on the evening they end', async (t) => {
  const symbol = share();
  const provider = new FakeCandleProvider({ delaySeconds: 900 });
  const service = partsOf('2026-07-15T23:00:00Z', provider);
  const request = { interval: '1d', from: '2026-07-13' } as const;
  t.deepEqual(times(await service.read(symbol, request)), ['2026-07-13T00:00', '2026-07-14T00:00', '2026-07-15T00:00']);
  t.is(await service.countOf(symbol), 2);
  service.at('2026-07-16T09:00:00Z');
  await service.read(symbol, request);
  t.is(await service.countOf(symbol), 3);
});

test.serial(
  'when no provider answers, stored candles are served, marked stale, with the missing part as a gap',
  async (t) => {
    const symbol = crypto();
    const provider = new FakeCandleProvider();
    const { read } = partsOf(WEDNESDAY, provider);
    await read(symbol, day);
    provider.failure = new UpstreamError('unreachable');
    const partial = await read(symbol, { ...day, to: '2026-07-11T12:00:00Z' });
    t.is(partial.items.length, 24);
    t.deepEqual(gapsOf(partial), ['2026-07-11T00:00/2026-07-11T12:00']);
    t.true(partial.provenance.stale);
    t.deepEqual(partial.provenance.warnings, ['The simulator is not answering; these candles were stored earlier.']);
    const complete = await read(symbol, day);
    t.false(complete.provenance.stale, 'a fully stored range needs no provider');
    provider.failure = undefined;
    t.is((await read(symbol, { ...day, to: '2026-07-11T12:00:00Z' })).items.length, 36);
  },
);

test.serial("today's candle is served stale, with a warning, when it cannot be refreshed", async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read, clock } = partsOf(WEDNESDAY, provider);
  const fresh = await read(symbol, { from: '2026-07-13' });
  t.false(fresh.provenance.stale);
  provider.failure = new UpstreamError('timeout');
  clock.advance(60_000);
  const stale = await read(symbol, { from: '2026-07-13' });
  t.deepEqual(stale.items, fresh.items);
  t.true(stale.provenance.stale);
  t.deepEqual(stale.provenance.warnings, [
    'The simulator is not answering; the newest candles are from an earlier answer.',
  ]);
  t.deepEqual(stale.provenance.fetchedAt, fresh.provenance.fetchedAt);
});

test.serial(
  'when no provider answers and nothing is stored, the problem is unavailable with Retry-After',
  async (t) => {
    const symbol = crypto();
    const provider = new FakeCandleProvider();
    provider.failure = new UpstreamError('rate_limited', 42_000);
    const { read } = partsOf(WEDNESDAY, provider);
    const problem = await t.throwsAsync<Problem>(() => read(symbol, day), { instanceOf: Problem });
    t.is(problem?.code, 'unavailable');
    t.is(problem?.headers['Retry-After'], '42');
  },
);

test.serial('chunks of a long range that were fetched before a failure are kept', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider({ maxCandles: 2 });
  const { read } = partsOf(WEDNESDAY, provider);
  provider.answer = (_symbol, interval, from, to) => {
    if (from.getUTCHours() >= 18) throw new UpstreamError('timeout');
    return gridCandles(interval, from, to);
  };
  const partial = await read(symbol, day);
  t.true(partial.items.length > 0 && partial.items.length < 24);
  provider.answer = (_symbol, interval, from, to) => gridCandles(interval, from, to);
  provider.calls.length = 0;
  t.is((await read(symbol, day)).items.length, 24);
  t.true(provider.calls.length < 12);
});

test.serial('when the first provider fails the next one is used, and their candles are not mixed', async (t) => {
  const symbol = crypto();
  const [first, second] = [new FakeCandleProvider({ name: 'coinbase' }), new FakeCandleProvider({ name: 'kraken' })];
  second.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).map((candle) => ({ ...candle, volume: 5 }));
  const { read } = partsOf(WEDNESDAY, first, second);
  t.is((await read(symbol, day)).provenance.provider, 'coinbase');
  first.failure = new UpstreamError('timeout');
  const wider = await read(symbol, { ...day, to: '2026-07-12T00:00:00Z' });
  t.is(wider.provenance.provider, 'kraken');
  t.deepEqual([...new Set(wider.items.map(({ volume }) => volume))], [5]);
  t.true(wider.provenance.warnings.some((warning) => warning.includes('coinbase')));
});

test.serial('invalid candles are removed, counted and never stored', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const from = Date.parse(day.from);
  const hour = (index: number) => candleAt(from + index * 3_600_000);
  provider.answer = () => [
    hour(5),
    hour(1),
    hour(1),
    { ...hour(2), high: 1, low: 2 },
    { ...hour(3), close: Number.NaN },
    { ...hour(4), low: -1 },
    hour(-1),
    hour(24),
    hour(0),
  ];
  const service = partsOf(WEDNESDAY, provider);
  const series = await service.read(symbol, day);
  t.deepEqual(times(series), ['2026-07-10T00:00', '2026-07-10T01:00', '2026-07-10T05:00']);
  t.deepEqual(series.provenance.warnings, ['6 invalid candles from The simulator were removed.']);
  t.is(await service.countOf(symbol), 3);
  t.true(service.logged.some((line) => line.includes('"rejected":6')));
});

const withoutSeven = () =>
  gridCandles('1h', new Date(day.from), new Date(day.to)).filter(({ time }) => time.getUTCHours() !== 7);

test.serial('a gap older than three days is final and not requested again', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.answer = withoutSeven;
  const { read, clock } = partsOf(WEDNESDAY, provider);
  t.deepEqual(gapsOf(await read(symbol, day)), ['2026-07-10T07:00/2026-07-10T08:00']);
  clock.advance(3_600_000);
  t.deepEqual(gapsOf(await read(symbol, day)), ['2026-07-10T07:00/2026-07-10T08:00']);
  t.is(provider.calls.length, 1);
});

test.serial('a gap of today is requested again, but not at once', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.answer = withoutSeven;
  const { read, clock } = partsOf('2026-07-11T02:00:00Z', provider);
  await read(symbol, day);
  await read(symbol, day);
  t.is(provider.calls.length, 1);
  provider.answer = (_symbol, interval, from, to) => gridCandles(interval, from, to);
  clock.advance(16 * 60_000);
  t.deepEqual(gapsOf(await read(symbol, day)), []);
  t.deepEqual(provider.calls.slice(1), [
    { interval: '1h', from: '2026-07-10T07:00:00.000Z', to: '2026-07-10T08:00:00.000Z' },
  ]);
});

test.serial('an unknown symbol is not found', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.failure = new UpstreamError('not_found');
  const { read } = partsOf(WEDNESDAY, provider);
  for (const unknown of [symbol, 'nonsense', 'BTC.CC']) {
    const problem = await t.throwsAsync<Problem>(() => read(unknown, day), { instanceOf: Problem });
    t.is(problem?.code, 'not_found');
  }
});
