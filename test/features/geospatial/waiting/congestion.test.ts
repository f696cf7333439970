import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { WaitingRepository } from '../../../../src/features/geospatial/waiting/waiting.repository.js';
import { WaitingPast } from '../../../../src/features/geospatial/waiting/waiting-past.service.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 12, 30);
const midnight = Date.UTC(2026, 10, 20);
const path = '/geospatial/ports/NLRTM/congestion';
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function sea(t: ExecutionContext, env: Record<string, string> = { SVC_AIS_SOURCES: 'none' }) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { env, parts: { clock, timers } });
  const repository = service.services.get(WaitingRepository);
  /** Stores the tankers in hours of a day some days before; unnamed hours are unknown. */
  const store = (daysAgo: number, hours: ReadonlyArray<number | null>, cargo = 0) => {
    const of = (counts: ReadonlyArray<number | null>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? null);
    const day = iso(midnight - daysAgo * DAY);
    const others = hours.map((count) => (count === null ? null : cargo));
    return repository.add(false, [{ locode: 'NLRTM', day, tanker: of(hours), cargo: of(others) }]);
  };
  return { ...service, clock, repository, store, ada: await service.signedIn() };
}

const all = (count: number) => Array.from({ length: 24 }, () => count);
const first = (hours: number, count: number) => Array.from({ length: hours }, () => count);

test('a day has the mean of its known hours, and unknown hours are not zero', async (t) => {
  const { store, ada } = await sea(t);
  await store(3, [4, null, 8, ...first(9, 6)], 1);
  await store(1, all(10));
  const { json } = await ada.get(`${path}?from=2026-11-17&to=2026-11-20`);
  t.deepEqual(
    json.items.map(({ waitingMean, sampledFraction }: Json) => [waitingMean, sampledFraction]),
    [
      [7, 0.4583],
      [null, 0],
      [10, 1],
    ],
  );
  t.like(json, { locode: 'NLRTM', portName: 'Rotterdam', firstDay: '2026-11-17', lastDay: '2026-11-19' });
  t.like(json, { simulated: false, interval: 'day' });
  t.regex(json.provenance.warnings.join(' '), /Less than 90 % of the hours are known/);
  const hours = (await ada.get(`${path}?interval=hour&from=2026-11-17&to=2026-11-17T03:00:00Z`)).json.items;
  t.deepEqual(
    hours.map(({ waitingMean }: Json) => waitingMean),
    [5, null, 9],
  );
});

test('today counts its ended hours', async (t) => {
  const { store, ada } = await sea(t);
  await store(0, first(12, 3));
  const { json } = await ada.get(`${path}?from=2026-11-20`);
  t.like(json.items[0], { waitingMean: 3, sampledFraction: 1 });
  t.deepEqual(json.provenance.warnings, []);
});

test('the baseline is the median of the same weekday of four to eight weeks before, with at least half its hours', async (t) => {
  const { store, ada } = await sea(t);
  const yesterday = async () => (await ada.get(`${path}?from=2026-11-19&to=2026-11-20`)).json.items[0];
  await store(1, all(20));
  for (const [week, count] of [5, 9, 50].entries()) await store(1 + 7 * (week + 1), all(count));
  await store(1 + 7 * 5, first(11, 100));
  await store(1 + 6, all(70));
  t.like(await yesterday(), { waitingMean: 20, baselineValue: null, baselineSampleCount: 3 });
  await store(1 + 7 * 4, first(12, 10));
  t.like(await yesterday(), { baselineValue: 9.5, baselineSampleCount: 4 });
  await store(1 + 7 * 8, all(11));
  await store(1 + 7 * 9, all(500));
  t.like(await yesterday(), { baselineValue: 10, baselineSampleCount: 5 });
});

test('a series has at most 1,100 intervals, and only large ports have one', async (t) => {
  const { ada } = await sea(t);
  const range = (days: number) => `from=${iso(midnight + DAY - days * DAY)}`;
  t.is((await ada.get(`${path}?${range(1_100)}`)).json.items.length, 1_100);
  isProblem(t, await ada.get(`${path}?${range(1_101)}`), 400, 'invalid_request');
  isProblem(t, await ada.get('/geospatial/ports/XXXXX/congestion'), 404, 'not_found');
  const small = await ada.get('/geospatial/ports/NLEUR/congestion');
  isProblem(t, small, 404, 'not_found');
  t.regex(small.json.detail, /large ports only/);
  const { json } = await ada.get('/geospatial/ports/nlrtm/congestion');
  t.deepEqual(json.symbols, ['ROTTERDAM-WAITING.FLOW', 'ROTTERDAM-WAITING-T.FLOW', 'ROTTERDAM-WAITING-C.FLOW']);
  t.like(json, { firstDay: null, lastDay: null, sampledFraction: 0 });
  const csv = await ada.get(path, { headers: { accept: 'text/csv' } });
  t.regex(csv.text, /^time,waitingMean,baselineValue/);
});

test('a stored hour is never replaced, and hours of a day are added to it', async (t) => {
  const { store, ada } = await sea(t);
  await store(1, [5, null]);
  await store(1, [9, 7]);
  const { items } = (await ada.get(`${path}?interval=hour&from=2026-11-19&to=2026-11-19T02:00:00Z`)).json;
  t.deepEqual(
    items.map(({ waitingMean }: Json) => waitingMean),
    [5, 7],
  );
});

test('candles are made of the hours: a value is that of the last ended hour', async (t) => {
  const { store, ada } = await sea(t);
  await store(3, all(2));
  await store(2, [...first(23, 4), 6], 1);
  await store(1, [...first(12, 9), 12, ...first(10, 8), null]);
  await store(0, [3, 5, ...first(10, 4)]);
  const { json } = await ada.get('/markets/candles/rotterdam-waiting.flow?from=2026-11-18');
  t.deepEqual(json.items, [
    { time: '2026-11-18T00:00:00.000Z', open: 2, high: 7, low: 2, close: 7, volume: null },
    { time: '2026-11-20T00:00:00.000Z', open: 3, high: 5, low: 3, close: 4, volume: null },
  ]);
  t.deepEqual(json.gaps, [{ from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }]);
  t.like(json.provenance, { provider: 'detector', asOf: '2026-11-20T12:00:00.000Z', stale: false });
  const hours = (await ada.get('/markets/candles/ROTTERDAM-WAITING-T.FLOW?interval=1h&from=2026-11-20T01:00:00Z')).json;
  t.deepEqual(
    hours.items.slice(0, 2).map(({ open, close }: Json) => [open, close]),
    [
      [3, 5],
      [5, 4],
    ],
  );
  const cargo = (await ada.get('/markets/candles/ROTTERDAM-WAITING-C.FLOW?from=2026-11-18&to=2026-11-19')).json;
  t.like(cargo.items[0], { open: 0, close: 1 });
});

test('a quote is the number of the last ended hour, and unknown without it', async (t) => {
  const { store, clock, ada } = await sea(t);
  await store(1, all(10));
  isProblem(t, await ada.get('/markets/quotes/ROTTERDAM-WAITING.FLOW'), 503, 'unavailable');
  await store(0, first(12, 15));
  clock.advance(16_000);
  const { json } = await ada.get('/markets/quotes/ROTTERDAM-WAITING.FLOW');
  t.like(json, { price: 15, previousClose: 10, change: 5, changePercent: 50, assetClass: 'index', volume: null });
  const { json: named } = await ada.get('/markets/instruments/rotterdam-waiting-t.flow');
  t.is(named.name, 'Tankers waiting off Rotterdam');
  const { items } = (await ada.get('/markets/search?q=rotterdam waiting')).json;
  t.is(items[0].symbol, 'ROTTERDAM-WAITING.FLOW');
  t.is((await ada.get('/markets/candles/ROTTERDAM-WAITING.FLOW.svg')).status, 200);
  isProblem(t, await ada.get('/markets/quotes/EUROPOORT-WAITING.FLOW'), 404, 'not_found');
});

test('simulated ships wait off busy ports in the past year, and storing them again changes nothing', async (t) => {
  const { services, ada } = await sea(t, {});
  const world = await SimulatedShips.create(1);
  const past = services.get(WaitingPast);
  const signal = new AbortController().signal;
  await past.add(world.vessels(), signal);
  const read = async (locode: string) =>
    (await ada.get(`/geospatial/ports/${locode}/congestion?from=2025-11-21`)).json as Json;
  for (const locode of ['NLRTM', 'CNSHA', 'HKHKG', 'USNYC', 'AEJEA', 'INBOM']) {
    const { items, sampledFraction, simulated } = await read(locode);
    const means = items.map(({ waitingMean }: Json) => waitingMean ?? 0);
    const mean = means.reduce((sum: number, one: number) => sum + one, 0) / means.length;
    t.log({ locode, mean, max: Math.max(...means), sampledFraction });
    t.true(simulated && mean > 0.8 && sampledFraction > 0.8, `${locode}: ${mean}, ${sampledFraction}`);
    t.is(typeof items[0].baselineValue, 'number');
  }
  const before = await read('NLRTM');
  await past.add(world.vessels(), signal);
  t.deepEqual((await read('NLRTM')).items, before.items);
});
