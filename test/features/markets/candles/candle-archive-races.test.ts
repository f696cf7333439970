import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import type { Database } from '../../../../src/database/database.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { FakeCandleProvider, gridCandles } from '../../../support/candle-provider.js';
import { candleParts } from '../../../support/candle-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const WEDNESDAY = '2026-07-15T15:00:00Z';
const day = { interval: '1h', from: '2026-07-10T00:00:00Z', to: '2026-07-11T00:00:00Z' } as const;

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

let tickers = 0;
/** Returns a symbol used by one test only, because the tests share a database. */
const crypto = () => `R${tickers++}-USD.CC`;
const partsOf = (time: string, provider: FakeCandleProvider) => candleParts(stored.database, time, [provider]);

test.serial('candles that another process stores during a read are returned', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { database } = stored;
  const { promise: isStored, resolve } = Promise.withResolvers<void>();
  const query: Database['query'] = async (...asked) => {
    if (asked[0].includes('from candle_spans')) await isStored;
    return database.query(...asked);
  };
  const reading = candleParts({ query } as Database, WEDNESDAY, [provider]).read(symbol, day);
  await partsOf(WEDNESDAY, provider).read(symbol, day);
  resolve();
  const { items, gaps } = await reading;
  t.deepEqual([items.length, gaps, provider.calls.length], [24, [], 1]);
});

test.serial('a queued read does not fail if the provider lacks the range of the read before it', async (t) => {
  const symbol = crypto();
  const provider = new FakeCandleProvider();
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.gate = promise;
  provider.answer = (_symbol, interval, from, to) => {
    if (from < new Date(day.from)) throw new UpstreamError('not_found');
    return gridCandles(interval, from, to);
  };
  const { read } = partsOf(WEDNESDAY, provider);
  const tooOld = read(symbol, { ...day, from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z' });
  const kept = read(symbol, day);
  setImmediate(resolve);
  await t.throwsAsync(tooOld, { instanceOf: Problem, code: 'not_found' });
  t.is((await kept).items.length, 24);
});
