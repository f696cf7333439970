import 'reflect-metadata';
import test from 'ava';
import type { CorporateAction } from '../../../../src/features/markets/candle.js';
import type { CandleRequest } from '../../../../src/features/markets/candles/candle-series.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { FakeCandleProvider, type FakeOptions, gridCandles } from '../../../support/candle-provider.js';
import { candleParts } from '../../../support/candle-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const WEDNESDAY = '2026-07-15T15:00:00Z';

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

let tickers = 0;
/** Returns a symbol used by one test only, because the tests share a database. */
const on = (venue: string) => (venue === 'CC' ? `A${tickers++}-USD.CC` : `A${tickers++}.${venue}`);
const partsOf = (options: FakeOptions = {}, time = WEDNESDAY) => {
  const provider = new FakeCandleProvider(options);
  return { provider, ...candleParts(stored.database, time, [provider]) };
};
const actions: CorporateAction[] = [
  { day: '2026-07-08', kind: 'split', value: 4 },
  { day: '2026-07-13', kind: 'dividend', value: 1 },
];
const flat = (close: number) => (time: Date) => ({ time, open: close, high: close, low: close, close, volume: 100 });
const splitting = (options: FakeOptions = {}) => {
  const parts = partsOf({ actions: () => actions, ...options });
  parts.provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).map(({ time }) =>
      flat(time.getTime() < Date.parse('2026-07-08') ? 400 : 100)(time),
    );
  return parts;
};
const closes = async (
  read: (symbol: string, request: CandleRequest) => Promise<{ items: Array<{ close: number; volume: number | null }> }>,
  symbol: string,
  request: CandleRequest,
) =>
  (await read(symbol, { from: '2026-07-07', to: '2026-07-14', ...request })).items.map(
    ({ close, volume }) => `${close} × ${volume}`,
  );

test.serial('prices are as traded, adjusted for splits, or adjusted for splits and dividends', async (t) => {
  const { read, provider } = splitting();
  const symbol = on('US');
  t.deepEqual(await closes(read, symbol, { adjustment: 'none' }), ['400 × 100', ...Array(4).fill('100 × 100')]);
  t.is(provider.actionCalls, 0);
  t.deepEqual(await closes(read, symbol, {}), ['100 × 400', ...Array(4).fill('100 × 100')]);
  t.deepEqual(await closes(read, symbol, { adjustment: 'all' }), [
    '99 × 400',
    ...Array(3).fill('99 × 100'),
    '100 × 100',
  ]);
  t.is(provider.actionCalls, 1);
});

test.serial('intraday candles are adjusted by daily closes', async (t) => {
  const { read } = splitting();
  const symbol = on('US');
  const within = {
    interval: '1h',
    from: '2026-07-10T13:30:00Z',
    to: '2026-07-13T14:00:00Z',
    adjustment: 'all',
  } as const;
  const { items, adjustment } = await read(symbol, within);
  t.is(adjustment, 'all');
  t.deepEqual(
    items.map(({ close }) => close),
    [...Array(7).fill(99), 100],
  );
});

test.serial('weeks are joined from adjusted days', async (t) => {
  const { read } = splitting();
  const { items } = await read(on('US'), { interval: '1w', from: '2026-07-06', to: '2026-07-11' });
  t.deepEqual(
    items.map(({ high, volume }) => [high, volume]),
    [[100, 400 + 400 + 300]],
  );
});

test.serial(
  'splits are refreshed when they are a day old, and known ones are used when no provider answers',
  async (t) => {
    const { read, provider, clock } = splitting();
    const symbol = on('US');
    const request = { from: '2026-07-07', to: '2026-07-11' };
    await read(symbol, request);
    clock.advance(23 * 3_600_000);
    await read(symbol, request);
    t.is(provider.actionCalls, 1);
    clock.advance(2 * 3_600_000);
    provider.failure = new UpstreamError('unreachable');
    const later = await read(symbol, request);
    t.is(provider.actionCalls, 2);
    t.is(later.adjustment, 'splits');
    t.is(later.items[0]?.close, 100);
  },
);

test.serial('when splits are unavailable prices are as traded, with a warning', async (t) => {
  const { read } = partsOf();
  const { adjustment, provenance } = await read(on('US'), { from: '2026-07-07', adjustment: 'all' });
  t.is(adjustment, 'none');
  t.deepEqual(provenance.warnings, ['Splits and dividends are unavailable; prices are as traded.']);
});

test.serial('splits of crypto-assets are not requested', async (t) => {
  const { read, provider } = splitting();
  const { adjustment } = await read(on('CC'), { from: '2026-07-07' });
  t.is(provider.actionCalls, 0);
  t.is(adjustment, 'splits');
});

test.serial('invalid actions are ignored', async (t) => {
  const strange: CorporateAction[] = [
    { day: '2026-07-08', kind: 'split', value: 0 },
    { day: '2026-07-08', kind: 'split', value: Number.NaN },
    { day: '2027-01-01', kind: 'split', value: 2 },
    { day: 'yesterday', kind: 'split', value: 2 },
    { day: '2026-07-08', kind: 'split', value: 2 },
    { day: '2026-07-08', kind: 'split', value: 2 },
  ];
  const { read } = splitting({ actions: () => strange });
  t.deepEqual(await closes(read, on('US'), {}), ['100 × 400', ...Array(4).fill('100 × 100')]);
});

test.serial('candles of a vendor are not adjusted by simulated splits', async (t) => {
  const vendor = new FakeCandleProvider({ name: 'eodhd' });
  const simulator = new FakeCandleProvider({ actions: () => actions });
  const { read } = candleParts(stored.database, WEDNESDAY, [vendor, simulator]);
  const { adjustment, provenance } = await read(on('US'), { from: '2026-07-01' });
  t.is(provenance.provider, 'eodhd');
  t.is(adjustment, 'none');
  t.is(simulator.actionCalls, 0);
});

test.serial('splits of another vendor are used, with a warning', async (t) => {
  const finnhub = new FakeCandleProvider({ name: 'finnhub' });
  const eodhd = new FakeCandleProvider({ name: 'eodhd', intervals: [], actions: () => actions });
  const { read } = candleParts(stored.database, WEDNESDAY, [finnhub, eodhd]);
  const { adjustment, provenance } = await read(on('US'), { from: '2026-07-01' });
  t.is(adjustment, 'splits');
  t.deepEqual(provenance.warnings, ['Splits and dividends are from eodhd.']);
});

test.serial('candles and actions are stored per edition of a provider', async (t) => {
  const editionOf = (edition: string) => Object.assign(new FakeCandleProvider({ actions: () => actions }), { edition });
  const [first, second] = [editionOf('1'), editionOf('2')];
  const symbol = on('US');
  await candleParts(stored.database, WEDNESDAY, [first]).read(symbol, { from: '2026-07-01', to: '2026-07-11' });
  await candleParts(stored.database, WEDNESDAY, [second]).read(symbol, { from: '2026-07-01', to: '2026-07-11' });
  t.deepEqual([first.calls.length, first.actionCalls, second.calls.length, second.actionCalls], [1, 1, 1, 1]);
});
