import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/http/problem.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { barAt, FakeCandleProvider, gridBars } from '../../../support/candle-provider.js';
import { candleParts, stretches, times } from '../../../support/candle-service.js';
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
/** A symbol of one test's own: all of them share a database. */
const crypto = () => `T${tickers++}-USD.CC`;
const share = () => `T${tickers++}.US`;
const partsOf = (time: string, ...providers: FakeCandleProvider[]) => candleParts(stored.database, time, providers);

test.serial('what was read once is not asked for again', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const first = await read(symbol, day);
  t.is(first.items.length, 24);
  t.is(provider.calls.length, 1);
  const again = await read(symbol, day);
  t.is(provider.calls.length, 1);
  t.deepEqual(again, first);
  t.deepEqual(first.items, gridBars('1h', new Date(day.from), new Date(day.to)));
});

test.serial('of a range that was read in part only the rest is asked for', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  await read(symbol, day);
  const wider = await read(symbol, { ...day, from: '2026-07-09T12:00:00Z', to: '2026-07-11T06:00:00Z' });
  t.deepEqual(
    provider.calls.slice(1).map(({ from, to }) => [from, to]),
    [['2026-07-09T12:00:00.000Z', '2026-07-11T06:00:00.000Z']],
    'two parts close to each other are one call',
  );
  t.is(wider.items.length, 42);
  await read(symbol, { ...day, from: '2026-07-10T20:00:00Z', to: '2026-07-12T00:00:00Z' });
  t.deepEqual(provider.calls.at(-1), { interval: '1h', from: '2026-07-11T06:00:00.000Z', to: '2026-07-12T00:00:00.000Z' });
});

test.serial('a long range is asked for in pieces no longer than the provider allows', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider({ maxBars: 10 });
  const { read } = partsOf(WEDNESDAY, provider);
  const { items, gaps } = await read(symbol, day);
  t.is(items.length, 24);
  t.deepEqual(gaps, []);
  t.deepEqual(
    provider.calls.map(({ from }) => from.slice(11, 13)),
    ['00', '10', '20'],
  );
});

test.serial('two that ask for the same at once cause one call', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const [one, other] = await Promise.all([read(symbol, day), read(symbol, day)]);
  t.is(provider.calls.length, 1);
  t.deepEqual(one, other);
});

test.serial('those that ask at once for ranges that overlap ask for no bar twice', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  const answers = await Promise.all([read(symbol, day), read(symbol, { ...day, from: '2026-07-10T06:00:00Z' }), read(symbol, day)]);
  t.deepEqual(
    answers.map(({ items }) => items.length),
    [24, 18, 24],
  );
  const asked = provider.calls.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  t.is(asked, 24 * 3_600_000);
});

test.serial('what one process stored another does not ask for, and says when it was fetched', async (t) => {
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

test.serial('several that write at once leave every bar once and the stretches joined', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const service = partsOf(WEDNESDAY, provider);
  const others = [service, partsOf(WEDNESDAY, provider)];
  const ranges = Array.from({ length: 8 }, (_, index) => ({ ...day, from: `2026-07-0${index + 1}T00:00:00Z`, to: `2026-07-0${index + 1}T23:59:59Z` }));
  await Promise.all(ranges.flatMap((range) => others.map(({ read }) => read(symbol, range))));
  t.is(await service.countOf(symbol), 8 * 24);
  const { rows } = await stored.database.query('select "from", "to" from candle_spans where symbol = $1', [symbol]);
  t.deepEqual(rows, [{ from: new Date('2026-07-01T00:00Z'), to: new Date('2026-07-09T00:00Z') }]);
});

test.serial('the bar that is running is not stored, and is asked for again when it is no longer fresh', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const service = partsOf('2026-07-15T15:10:30Z', provider);
  const last = { interval: '1m', from: '2026-07-15T15:00:00Z' } as const;
  const { items, provenance } = await service.read(symbol, last);
  t.is(items.length, 11);
  t.is(await service.countOf(symbol), 8, 'the last two and the running one may change still');
  t.is(provider.calls.length, 1);
  t.is(provenance.asOf?.toISOString(), '2026-07-15T15:10:30.000Z');
  service.clock.advance(10_000);
  await service.read(symbol, last);
  t.is(provider.calls.length, 1);
  provider.answer = (_symbol, interval, from, to) => gridBars(interval, from, to).map((bar) => ({ ...bar, volume: 777 }));
  service.clock.advance(60_000);
  const renewed = await service.read(symbol, last);
  t.is(provider.calls.length, 2);
  t.is(renewed.items.length, 12);
  t.deepEqual(
    renewed.items.map(({ volume }) => volume),
    [...Array(8).fill(100), ...Array(4).fill(777)],
  );
});

test.serial('days of a delayed provider are not final on the evening they end', async (t) => {
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

test.serial('when nobody answers, what is stored is served and says that it is not all', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { read } = partsOf(WEDNESDAY, provider);
  await read(symbol, day);
  provider.failure = new UpstreamError('unreachable');
  const partial = await read(symbol, { ...day, to: '2026-07-11T12:00:00Z' });
  t.is(partial.items.length, 24);
  t.deepEqual(stretches(partial), ['2026-07-11T00:00/2026-07-11T12:00']);
  t.true(partial.provenance.stale);
  t.deepEqual(partial.provenance.warnings, ['The simulator gives no answer at the moment: these are the bars stored before.']);
  const complete = await read(symbol, day);
  t.false(complete.provenance.stale, 'what is stored whole needs nobody');
  provider.failure = undefined;
  t.is((await read(symbol, { ...day, to: '2026-07-11T12:00:00Z' })).items.length, 36);
});

test.serial('the bar of today is served as it was, and says so, when it cannot be had anew', async (t) => {
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
  t.deepEqual(stale.provenance.warnings, ['The simulator gives no answer at the moment: the last bars are those it gave before.']);
  t.deepEqual(stale.provenance.fetchedAt, fresh.provenance.fetchedAt);
});

test.serial('when nobody answers and nothing is stored, it is unavailable and says for how long', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.failure = new UpstreamError('rate_limited', 42_000);
  const { read } = partsOf(WEDNESDAY, provider);
  const problem = await t.throwsAsync<Problem>(() => read(symbol, day), { instanceOf: Problem });
  t.is(problem?.code, 'unavailable');
  t.is(problem?.headers['Retry-After'], '42');
});

test.serial('of a long range what came before a failure stays', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider({ maxBars: 2 });
  const { read } = partsOf(WEDNESDAY, provider);
  provider.answer = (_symbol, interval, from, to) => {
    if (from.getUTCHours() >= 18) throw new UpstreamError('timeout');
    return gridBars(interval, from, to);
  };
  const partial = await read(symbol, day);
  t.true(partial.items.length > 0 && partial.items.length < 24);
  provider.answer = (_symbol, interval, from, to) => gridBars(interval, from, to);
  provider.calls.length = 0;
  t.is((await read(symbol, day)).items.length, 24);
  t.true(provider.calls.length < 12);
});

test.serial('the next provider is asked when the first fails, and its bars are not mixed with those of the first', async (t) => {
  const symbol = crypto();
  const [first, second] = [new FakeCandleProvider({ name: 'coinbase' }), new FakeCandleProvider({ name: 'kraken' })];
  second.answer = (_symbol, interval, from, to) => gridBars(interval, from, to).map((bar) => ({ ...bar, volume: 5 }));
  const { read } = partsOf(WEDNESDAY, first, second);
  t.is((await read(symbol, day)).provenance.provider, 'coinbase');
  first.failure = new UpstreamError('timeout');
  const wider = await read(symbol, { ...day, to: '2026-07-12T00:00:00Z' });
  t.is(wider.provenance.provider, 'kraken');
  t.deepEqual([...new Set(wider.items.map(({ volume }) => volume))], [5]);
  t.true(wider.provenance.warnings.some((warning) => warning.includes('coinbase')));
});

test.serial('bars that can be none are left out, counted and never stored', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const from = Date.parse(day.from);
  const hour = (index: number) => barAt(from + index * 3_600_000);
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
  t.deepEqual(series.provenance.warnings, ['6 bars by The simulator are left out: they can be none.']);
  t.is(await service.countOf(symbol), 3);
  t.true(service.logged.some((line) => line.includes('"rejected":6')));
});

const withoutSeven = () => gridBars('1h', new Date(day.from), new Date(day.to)).filter(({ time }) => time.getUTCHours() !== 7);

test.serial('a hole of last week stays known as one and is not asked for again', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.answer = withoutSeven;
  const { read, clock } = partsOf(WEDNESDAY, provider);
  t.deepEqual(stretches(await read(symbol, day)), ['2026-07-10T07:00/2026-07-10T08:00']);
  clock.advance(3_600_000);
  t.deepEqual(stretches(await read(symbol, day)), ['2026-07-10T07:00/2026-07-10T08:00']);
  t.is(provider.calls.length, 1);
});

test.serial('a hole of today is asked for again, and not at once', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.answer = withoutSeven;
  const { read, clock } = partsOf('2026-07-11T02:00:00Z', provider);
  await read(symbol, day);
  await read(symbol, day);
  t.is(provider.calls.length, 1);
  provider.answer = (_symbol, interval, from, to) => gridBars(interval, from, to);
  clock.advance(16 * 60_000);
  t.deepEqual(stretches(await read(symbol, day)), []);
  t.deepEqual(provider.calls.slice(1), [{ interval: '1h', from: '2026-07-10T07:00:00.000Z', to: '2026-07-10T08:00:00.000Z' }]);
});

test.serial('what a provider does not know is not found', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  provider.failure = new UpstreamError('not_found');
  const { read } = partsOf(WEDNESDAY, provider);
  for (const unknown of [symbol, 'nonsense', 'BTC.CC']) {
    const problem = await t.throwsAsync<Problem>(() => read(unknown, day), { instanceOf: Problem });
    t.is(problem?.code, 'not_found');
  }
});
