import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import type { ChartSourcesService } from '../../../src/features/graphs/evaluate/chart-sources.service.js';
import { ChartValuesService } from '../../../src/features/graphs/evaluate/chart-values.service.js';
import { fieldOf, SymbolPointsService } from '../../../src/features/graphs/evaluate/symbol-points.service.js';
import type { ChartDefinition } from '../../../src/features/graphs/saved/chart.js';
import type { MarketsApi } from '../../../src/features/markets/markets.api.js';
import type { HeavyWork } from '../../../src/threads/heavy-work.js';

const NOW = Date.UTC(2026, 0, 5);
const owner = { accountId: 'a' } as never;

/** Returns a charts service whose sources have these lengths; `sent` collects the data that a thread receives. */
function chartsOf(lengths: number[], { providers = ['eodhd'], sources = [] as object[], tooManyTimes = false } = {}) {
  const sent: Array<{ texts: { subtitle: string; notice?: string } }> = [];
  const series = new Map(
    lengths.map((length, index) => [`symbol ${index}`, { times: { length }, values: { buffer: new ArrayBuffer(0) } }]),
  );
  for (const one of series.values()) Object.assign(one.times, { buffer: new ArrayBuffer(0) });
  const reader = { read: async () => ({ series, providers, sources, warnings: [] }) } as unknown as ChartSourcesService;
  const inThread = async (_task: unknown, data: never) => {
    sent.push(data);
    return tooManyTimes ? undefined : '<svg/>';
  };
  const heavy = { run: (_owner: unknown, work: (run: unknown) => unknown) => work(inThread) } as unknown as HeavyWork;
  const marks = { of: async () => [] } as never;
  return { charts: new ChartValuesService(reader, marks, heavy, { now: () => NOW } as never), sent };
}
const none = { scale: 'linear', overlay: [], panel: [], compare: [], marks: [] };
const definition = (join: 'common' | 'last_known', expression = 'A.US'): ChartDefinition =>
  ({
    series: [{ expression }],
    interval: '1d',
    join,
    range: '1y',
    from: null,
    to: null,
    ...none,
  }) as unknown as ChartDefinition;
const look = { theme: 'light', width: 800, height: 400 } as never;

const TOO_MUCH_WORK = [
  {
    pointer: '/series',
    detail: 'needs more than 5 million values: show a shorter range, or write shorter expressions',
  },
];
const TOO_MANY_TIMES = [
  { pointer: '/series', detail: 'has more than 20000 times: show a shorter range, or use a longer interval' },
];

/** Returns the code and the errors of the problem with which a promise is rejected. */
const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'not refused',
    (error: Problem) => [error.code, error.errors],
  );

test('a chart computes at most 5 million values: parts of its expressions times points', async (t) => {
  const drawn = (lengths: number[], join: 'common' | 'last_known', expression?: string) =>
    chartsOf(lengths).charts.draw(owner, definition(join, expression), 'T', look);
  const tooMuch = async (promise: Promise<unknown>) =>
    t.deepEqual(await refusal(promise), ['unprocessable', TOO_MUCH_WORK]);
  // With `common`, the number of points is at most the number of points of the longest source. With `last_known`, it is
  // at most the sum of all sources.
  t.is(await drawn([5_000_000, 4_000_000], 'common'), '<svg/>');
  await tooMuch(drawn([5_000_001], 'common'));
  t.is(await drawn([2_500_000, 2_500_000], 'last_known'), '<svg/>');
  await tooMuch(drawn([2_500_000, 2_500_001], 'last_known'));
  // An addition of two sources consists of three parts, each with its own values.
  t.is(await drawn([1_666_666], 'common', 'A.US + B.US'), '<svg/>');
  await tooMuch(drawn([1_666_667], 'common', 'A.US + B.US'));
});

test('a chart with too many times is rejected after its computation', async (t) => {
  const { charts } = chartsOf([3], { tooManyTimes: true });
  const written = charts.write(owner, definition('common'), { head: () => ({}), items: [] });
  for (const refused of [charts.draw(owner, definition('common'), 'T', look), written])
    t.deepEqual(await refusal(refused), ['unprocessable', TOO_MANY_TIMES]);
});

test('the subtitle of a chart names its interval, at most three currencies, its join, its providers and stale values', async (t) => {
  const textsOf = async (join: 'common' | 'last_known', providers: string[], sources: object[]) => {
    const { charts, sent } = chartsOf([3], { providers, sources });
    await charts.draw(owner, definition(join), 'T', look);
    return [sent[0]?.texts.subtitle, sent[0]?.texts.notice];
  };
  const inCurrencies = (...currencies: string[]) => currencies.map((currency) => ({ currency }));
  t.deepEqual(await textsOf('common', [], []), ['1d', undefined]);
  t.deepEqual(await textsOf('common', ['eodhd'], inCurrencies('USD', 'USD')), ['1d · USD · eodhd', undefined]);
  t.deepEqual(await textsOf('last_known', ['eodhd', 'simulator'], inCurrencies('A', 'B', 'C')), [
    '1d · A, B, C · last known values · eodhd, simulator',
    'Partly simulated data',
  ]);
  t.deepEqual(
    await textsOf(
      'common',
      ['simulator'],
      [...inCurrencies('A', 'B', 'C', 'D'), { currency: 'A', provenance: { stale: true } }],
    ),
    ['1d · simulator · not up to date', 'Simulated data'],
  );
  t.deepEqual(await textsOf('common', [], [{ currency: 'A', provenance: { stale: false } }]), ['1d · A', undefined]);
});

const candle = (time: string, volume: number | null = 1) => ({
  time: new Date(time),
  open: 1,
  high: 2,
  low: 0,
  close: 1,
  volume,
});
const RANGE = { interval: '1d', adjustment: 'all', from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 4) } as const;

/** Reads the points of a symbol from a market with `items` in the range and `before` in the warm-up range. */
async function readWith(warmUp: number, items: object[], before: object[] | Error = []) {
  const calls: Array<Record<string, unknown>> = [];
  const candles = async (_symbol: string, request: Record<string, unknown>) => {
    calls.push(request);
    if (request.limit !== undefined) return { items, currency: 'USD', provenance: null };
    if (before instanceof Error) throw before;
    return { items: before };
  };
  const read = await new SymbolPointsService({ candles } as unknown as MarketsApi).read('A.US', {
    ...RANGE,
    warmUp,
  } as never);
  return { calls, times: read.candles.map(({ time }) => time.toISOString().slice(0, 10)), warnings: read.warnings };
}

test('candles before a range are read only for values that need them, and at most 5,000', async (t) => {
  const inside = [candle('2026-01-02'), candle('2026-01-03')];
  const none = await readWith(0, inside);
  t.deepEqual(
    [none.calls.length, none.calls[0]?.limit, none.times, none.warnings],
    [1, 20_000, ['2026-01-02', '2026-01-03'], []],
  );
  const [few, many, beyond] = [await readWith(1, inside), await readWith(5_000, inside), await readWith(5_001, inside)];
  t.deepEqual([few.calls[1]?.count, many.calls[1]?.count, beyond.calls[1]?.count], [1, 5_000, 5_000]);
  t.is(few.calls[1]?.to, '2026-01-02T00:00:00.000Z');
  // A candle at the start of the range is not used twice.
  t.deepEqual((await readWith(2, inside, [candle('2026-01-01'), candle('2026-01-02')])).times, [
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
  ]);
});

test('a range without candles and unavailable earlier candles are warnings; any other error is returned', async (t) => {
  const empty = await readWith(1, [], new Problem('unavailable', { detail: '.' }));
  t.deepEqual(empty.warnings, [
    'A.US has no candles in this range.',
    'Candles of A.US before the range are unavailable: averages begin later.',
  ]);
  t.is(empty.calls[1]?.to, '2026-01-02T00:00:00.000Z');
  await t.throwsAsync(readWith(1, [], new Error('a mistake')), { message: 'a mistake' });
});

test('a candle with an unknown volume has no point', (t) => {
  const { times, values } = fieldOf(
    [candle('2026-01-02', 0), candle('2026-01-03', null), candle('2026-01-04', 7)] as never,
    'volume',
  );
  t.deepEqual(
    [[...times].map((time) => new Date(time).getUTCDate()), [...values]],
    [
      [2, 4],
      [0, 7],
    ],
  );
});
