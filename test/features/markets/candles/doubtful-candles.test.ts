import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { OutOfReach } from '../../../../src/features/markets/providers/market-provider.js';
import { FakeCandleProvider, type FakeOptions, gridCandles } from '../../../support/candle-provider.js';
import { candleParts } from '../../../support/candle-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

let tickers = 0;
/** Returns a symbol used by one test only, because the tests share a database. */
const on = (venue: string) => (venue === 'CC' ? `R${tickers++}-USD.CC` : `R${tickers++}.${venue}`);
const partsOf = (options: FakeOptions = {}) => {
  const provider = new FakeCandleProvider(options);
  return { provider, ...candleParts(stored.database, '2026-07-15T15:00:00Z', [provider]) };
};

const scaled = (candle: Candle, times: number): Candle => ({
  ...candle,
  open: candle.open * times,
  high: candle.high * times,
  low: candle.low * times,
  close: candle.close * times,
});

test.serial(
  'candles in another unit than their neighbors are served with a warning, even if read alone, and recent ones are fetched again',
  async (t) => {
    const { read, provider, clock } = partsOf({ actions: () => [] });
    let factor = 100;
    provider.answer = (_symbol, interval, from, to) =>
      gridCandles(interval, from, to).map((candle) => scaled(candle, candle.time.getUTCDate() === 14 ? factor : 1));
    const symbol = on('US');
    const warned =
      /^The candle of 2026-07-14 has prices about \d+ times those around; unchanged as sent by the provider/;
    t.regex((await read(symbol, { from: '2026-06-01' })).provenance.warnings.join(), warned);
    const alone = { from: '2026-07-14', to: '2026-07-15' };
    t.regex((await read(symbol, alone)).provenance.warnings.join(), warned);
    factor = 1;
    clock.advance(20 * 60_000);
    const { items, provenance } = await read(symbol, alone);
    t.deepEqual([items.length, provenance.warnings], [1, []]);
  },
);

test.serial('the first and the last candle of a response are compared with stored candles next to them', async (t) => {
  const { read, provider } = partsOf({ actions: () => [] });
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).map((candle) => {
      const day = candle.time.toISOString().slice(0, 10);
      return { ...scaled(candle, (100 / candle.open) * (day === '2026-03-10' ? 1 / 3 : 1)), volume: 100 };
    });
  const symbol = on('US');
  await read(symbol, { from: '2026-01-05', to: '2026-06-20' });
  const warned = /^The candle of 2026-03-10 has prices about 0\.33 times those around;.* wrong split\.$/;
  for (const [from, to, count] of [
    ['2026-03-10', '2026-06-20', 1],
    ['2026-01-05', '2026-03-11', 1],
    ['2026-03-10', '2026-03-11', 1],
    ['2026-03-11', '2026-06-20', 0],
    ['2026-01-05', '2026-03-10', 0],
  ] as const) {
    const { warnings } = (await read(symbol, { from, to })).provenance;
    t.is(warnings.length, count, `${from} ${to}`);
    if (count > 0) t.regex(warnings.join(), warned);
  }
});

test.serial('prices on both sides of a long hole in what is stored are not compared', async (t) => {
  const { read, provider } = partsOf({ actions: () => [] });
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).map((candle) => ({
      ...scaled(candle, candle.time < new Date('2024-01-01') ? 1 : 100),
      volume: 100,
    }));
  const symbol = on('US');
  await read(symbol, { from: '2023-11-01', to: '2023-12-20' });
  t.deepEqual((await read(symbol, { from: '2024-01-08', to: '2024-01-20' })).provenance.warnings, []);
});

test.serial('the volume of today does not show yet whether a fall by half was traded', async (t) => {
  const { read, provider } = partsOf({ actions: () => [] });
  const at = async (day: string) => {
    provider.answer = (_symbol, interval, from, to) =>
      gridCandles(interval, from, to).map((candle) => ({
        ...scaled(candle, (100 / candle.open) * (candle.time < new Date(day) ? 1 : 0.5)),
        volume: 100,
      }));
    return (await read(on('US'), { from: '2026-05-01', to: `${day}T23:00:00Z` })).provenance.warnings.length;
  };
  t.deepEqual([await at('2026-07-15'), await at('2026-07-14')], [0, 1]);
});

test.serial(
  'prices that change by a hundred are served with a warning, unless a split of that day is known',
  async (t) => {
    const split = { day: '2026-06-15', kind: 'split', value: 0.01 } as const;
    for (const actions of [[], [split]]) {
      const { read, provider } = partsOf({ actions: () => actions });
      provider.answer = (_symbol, interval, from, to) =>
        gridCandles(interval, from, to).map((candle) =>
          candle.time < new Date('2026-06-15') ? candle : scaled(candle, 100),
        );
      const { provenance } = await read(on('US'), { from: '2026-05-01' });
      t.is(provenance.warnings.length, 1 - actions.length);
      if (actions.length === 0)
        t.regex(
          provenance.warnings.join(),
          /^From 2026-06-15 on prices are about [\d.]+ times those before, without a known split on that day;/,
        );
    }
  },
);

test.serial('no gaps are reported for an exchange whose trading days are unknown', async (t) => {
  const { read, provider } = partsOf();
  provider.answer = (_symbol, interval, from, to) =>
    gridCandles(interval, from, to).filter(({ time }) => time.getUTCDate() !== 8);
  const range = { from: '2026-07-01', to: '2026-07-11' };
  t.deepEqual((await read(on('MC'), range)).gaps, []);
  t.is((await read(on('US'), range)).gaps.length, 1);
});

test.serial('a range that is too old for every provider is rejected with the earliest available time', async (t) => {
  const { read, provider } = partsOf();
  const earliest = new Date('2026-07-01T00:00:00Z');
  provider.answer = (_symbol, interval, from, to) => {
    if (from < earliest) throw new OutOfReach(earliest);
    return gridCandles(interval, from, to);
  };
  const problem = await t.throwsAsync(read(on('CC'), { from: '2017-08-10', to: '2017-08-12', interval: '1m' }), {
    instanceOf: Problem,
  });
  t.is(problem.code, 'unprocessable');
  t.regex(problem.detail ?? '', /from 2026-07-01T00:00:00.000Z on/);
  const { items, gaps, provenance } = await read(on('CC'), { from: '2026-06-28', to: '2026-07-04' });
  t.deepEqual(
    [items.length, items[0]?.time.toISOString(), gaps.map(({ from, to }) => [from.toISOString(), to.toISOString()])],
    [3, '2026-07-01T00:00:00.000Z', [['2026-06-28T00:00:00.000Z', '2026-07-01T00:00:00.000Z']]],
  );
  t.deepEqual(provenance.warnings, ['No configured provider has candles before 2026-07-01T00:00:00.000Z.']);
});
