import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import type { Observation } from '../../../src/features/alerts/engine/observation.js';
import { LiveSources } from '../../../src/features/alerts/run/live-sources.service.js';
import { CurrentObservations } from '../../../src/features/alerts/sources/current-observations.service.js';
import { createLog } from '../../../src/logging/log.js';
import { FeedRegistry } from '../../../src/upstream/feed-status.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';
import { MINUTE } from '../../support/service-for.js';

/** Follows the sources of one indicator and one price window; the provider fails with `failure`. */
function sceneOf(failure: Problem) {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const log = { lines: [] as string[] };
  const provider = { failure: failure as Problem | undefined };
  const markets = {
    candles: async () => {
      if (provider.failure !== undefined) throw provider.failure;
      const time = new Date(clock.now() - 2 * MINUTE);
      return { items: [{ time, open: 1, high: 1, low: 1, close: 1, volume: 1 }] };
    },
    follow: async () => ({ close: () => undefined }),
  } as never;
  const geospatial = { listen: () => () => undefined } as never;
  const feeds = new FeedRegistry();
  const sources = new LiveSources(
    new CurrentObservations(markets, geospatial, feeds, {} as never, {} as never, clock),
    markets,
    geospatial,
    { all: [] } as never,
    clock,
    timers,
    createLog({ logLevel: 'warn' }, { write: (line) => void log.lines.push(line) }),
  );
  const seen: string[] = [];
  const added = new Map<string, number>();
  const engine = {
    needsVersion: 1,
    needs: {
      entities: new Set(),
      symbols: new Set(),
      feeds: new Set(),
      coverage: new Set(),
      priceWindows: new Map([['AAPL.US', 3_600]]),
      added,
      candles: new Map([['AAPL.US 1m', { symbol: 'AAPL.US', interval: '1m', count: 20 }]]),
    },
    warmPrices: (_: string, prices: unknown[]) => void seen.push(`${prices.length} prices`),
    warmCandles: (_: string, __: string, candles: unknown[]) => void seen.push(`${candles.length} candles`),
  };
  const recording = { need() {}, fillingPrices() {}, fillingCandles() {} } as never;
  const session = sources.start(engine as never, recording, ({ kind }: Observation) => void seen.push(kind));
  const pass = async (ms: number) => {
    await timers.advance(ms);
    await session.settled();
  };
  return { session, provider, seen, log, pass, engine, added };
}

test('windows and indicators are filled once the provider answers again, before new candles are observed', async (t) => {
  const { session, provider, seen, log, pass } = sceneOf(new Problem('unavailable', { detail: 'Not answering.' }));
  session.refresh();
  await pass(2 * MINUTE);
  t.deepEqual(seen, []);
  t.is(log.lines.length, 2, 'one warning for each, not one a minute');
  provider.failure = undefined;
  await pass(MINUTE);
  t.deepEqual(seen, ['1 prices', '1 candles', 'candle']);
  await pass(MINUTE);
  t.deepEqual(seen.slice(3), ['candle']);
  session.close();
});

test('candles that no provider offers are not awaited', async (t) => {
  const { session, seen, log } = sceneOf(new Problem('not_found', { detail: 'No such symbol.' }));
  session.refresh();
  await session.settled();
  t.deepEqual(seen, ['0 prices', '0 candles']);
  t.deepEqual(log.lines, []);
  session.close();
});

test('windows and indicators to which a rule was added are filled again, others are not', async (t) => {
  const { session, provider, seen, engine, added } = sceneOf(new Problem('not_found', { detail: 'No such symbol.' }));
  provider.failure = undefined;
  const refresh = async () => {
    engine.needsVersion += 1;
    session.refresh();
    await session.settled();
    return seen.splice(0);
  };
  t.deepEqual(await refresh(), ['1 prices', '1 candles']);
  t.deepEqual(await refresh(), []);
  added.set('AAPL.US 1m', 5);
  t.deepEqual(await refresh(), ['1 candles']);
  session.close();
});

test('after a price of an own instrument is deleted, the one before counts from then on', async (t) => {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const storedAt = clock.now() - 10 * MINUTE;
  const latest = { price: 110, at: storedAt };
  const markets = {
    quotes: async () => ({
      quotes: [
        { symbol: 'MILL.OWN', price: latest.price, tradedAt: null, provenance: { fetchedAt: new Date(latest.at) } },
      ],
      errors: [],
    }),
    follow: async () => ({ close: () => undefined }),
  } as never;
  const geospatial = { listen: () => () => undefined } as never;
  const log = createLog({ logLevel: 'warn' }, { write: () => undefined });
  const current = new CurrentObservations(markets, geospatial, new FeedRegistry(), {} as never, {} as never, clock);
  const sources = new LiveSources(current, markets, geospatial, { all: [] } as never, clock, timers, log);
  const needs = {
    entities: new Set(),
    symbols: new Set(['MILL.OWN@0198a000-0000-7000-8000-000000000001']),
    feeds: new Set(),
    coverage: new Set(),
    priceWindows: new Map(),
    added: new Map(),
    candles: new Map(),
  };
  const seen: Array<[number | null, number]> = [];
  const session = sources.start({ needsVersion: 1, needs } as never, { need() {} } as never, (one: Observation) => {
    if (one.kind === 'quote') seen.push([one.price, one.at]);
  });
  t.teardown(() => session.close());
  session.refresh();
  await session.settled();
  Object.assign(latest, { price: 100, at: storedAt - MINUTE });
  await timers.advance(2 * MINUTE);
  await session.settled();
  t.deepEqual(seen[0], [110, storedAt]);
  const [deleted] = seen.filter(([price]) => price === 100);
  t.true(deleted !== undefined && deleted[1] > storedAt, `${deleted}`);
  session.close();
});
