import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { FlowCounterRunner } from '../../../../src/features/geospatial/flows/flow-counter.runner.js';
import { FlowLines } from '../../../../src/features/geospatial/flows/flow-lines.service.js';
import { FlowPast } from '../../../../src/features/geospatial/flows/flow-past.service.js';
import { flowSeries } from '../../../../src/features/geospatial/flows/flow-series.js';
import { PassageDays } from '../../../../src/features/geospatial/flows/passage-days.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { TransitRepository } from '../../../../src/features/geospatial/transits/transit.repository.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { DAY, HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 12, 30);
const real = { env: { SVC_AIS_SOURCES: 'none' } };

async function sea(t: ExecutionContext, options: { env?: Record<string, string> } = {}) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { ...options, parts: { clock, timers } });
  return { ...service, clock, timers, ada: await service.signedIn() };
}

test('passages are counted from live reports with type, flag, direction and class', async (t) => {
  const { services, clock, ada } = await sea(t, real);
  const [live, runner] = [services.get(LiveState), services.get(FlowCounterRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const tanker = { shipTypeCode: 80, lengthMeters: 333, beamMeters: 60, draughtMeters: 21, speedKnots: 12 };
  const report = (key: number, lon: number, more: object = {}) =>
    live.takeVessel({
      key,
      provider: 'test',
      station: 'class_a',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 26.6,
      lon,
      ...more,
    });
  report(636019825, 56.3, tanker);
  report(219024336, 56.324, { speedKnots: 10 });
  clock.advance(6 * MINUTE);
  report(636019825, 56.322, tanker);
  report(219024336, 56.302, { speedKnots: 10 });
  await runner.settle();
  const { json } = await ada.get('/geospatial/flows/hormuz/series?interval=hour&from=2026-11-20');
  t.is(json.passageCount, 2);
  t.false(json.simulated);
  t.deepEqual(json.byDirection, [
    { direction: 'backward', passageCount: 1 },
    { direction: 'forward', passageCount: 1 },
  ]);
  t.deepEqual(json.byShipType, [
    { shipType: null, passageCount: 1 },
    { shipType: 'tanker', passageCount: 1 },
  ]);
  t.deepEqual(json.byFlag.map(({ flag }: Json) => flag).sort(), ['DK', 'LR']);
  t.true(json.byDeadweight.some(({ deadweight }: Json) => deadweight === 'over_200000'));
  const [hour] = json.items.filter(({ passageCount }: Json) => passageCount > 0);
  t.like(hour, { countedFraction: 1, receivedFraction: 1, baselineMean: null, zScore: null });
  const only = async (query: string) =>
    (await ada.get(`/geospatial/flows/HORMUZ/series?interval=hour&from=2026-11-20&${query}`)).json.passageCount;
  t.is(await only('shipType=tanker'), 1);
  t.is(await only('flag=lr,pa'), 1);
  t.is(await only('flag=PA'), 0);
  t.is(await only('direction=forward&shipType=tanker'), 1);
  t.is(await only('direction=backward&shipType=tanker'), 0);
  t.is(await only('deadweight=over_200000'), 1);
});

test('the baseline is the same weekday of four to eight weeks before, where it was counted', async (t) => {
  const { services, ada } = await sea(t, real);
  const repository = services.get(FlowRepository);
  const store = async (weeksAgo: number, passages: number, hours = 24) => {
    const days = new PassageDays();
    const day = Date.UTC(2026, 10, 19) - weeksAgo * 7 * DAY;
    for (let hour = 0; hour < hours; hour += 1) days.hear(COUNTED, day + hour * HOUR);
    for (let at = 0; at < passages; at += 1)
      days.pass('hormuz', day + at * MINUTE, { key: 636019825, isForward: true, shipType: null, deadweight: null });
    await repository.add(false, days.take());
  };
  await store(0, 20);
  for (const [week, passages] of [8, 12, 10].entries()) await store(week + 1, passages);
  await store(5, 50, 21);
  const day = async () => {
    const { json } = await ada.get('/geospatial/flows/hormuz/series?from=2026-11-19&to=2026-11-20');
    return json.items[0] as Json;
  };
  t.like(await day(), { passageCount: 20, baselineMean: null, zScore: null, countedFraction: 1 });
  await store(8, 10);
  const { baselineMean, baselineDeviation, zScore } = await day();
  t.deepEqual([baselineMean, baselineDeviation], [10, 1.63], 'a day counted for 21 hours is left out');
  t.is(zScore, 3.16, 'the deviation is at least the square root of the mean');
  await store(9, 500);
  t.is((await day()).baselineMean, 10);
});

test('a series has at most 1,100 intervals, and is open to CSV and SVG', async (t) => {
  const { ada } = await sea(t, real);
  const path = '/geospatial/flows/suez/series';
  const range = (days: number) => `from=${new Date(Date.UTC(2026, 10, 21) - days * DAY).toISOString().slice(0, 10)}`;
  t.is((await ada.get(`${path}?${range(1_100)}`)).json.items.length, 1_100);
  t.is((await ada.get(`${path}?${range(1_101)}`)).status, 400);
  t.is((await ada.get('/geospatial/flows/atlantis/series')).status, 404);
  t.is((await ada.get('/geospatial/flows/atlantis')).status, 404);
  t.is((await ada.get('/geospatial/flows/suez')).json.kind, 'canal');
  const csv = await ada.get(path, { headers: { accept: 'text/csv' } });
  t.regex(csv.text, /^time,passageCount,baselineMean/);
  const svg = await ada.get(`${path}.svg`);
  t.regex(svg.text, /Suez Canal/);
});

test('flows are listed by kind and name, each with an identifier of its own', async (t) => {
  const { ada } = await sea(t, real);
  const { items } = (await ada.get('/geospatial/flows')).json;
  t.true(items.length > 120);
  t.is(new Set(items.map(({ id }: Json) => id)).size, items.length);
  t.true(items.every(({ id }: Json) => /^[a-z0-9-]{1,14}$/.test(id)));
  const ids = async (query: string) =>
    (await ada.get(`/geospatial/flows?${query}`)).json.items.map(({ id }: Json) => id);
  t.deepEqual(await ids('kind=canal'), ['suez', 'panama']);
  t.deepEqual(await ids('q=Rotterdam'), ['rotterdam']);
  t.deepEqual(await ids('kind=strait&q=rotterdam'), []);
});

test('the simulated past fills a year, and storing it again changes nothing', async (t) => {
  const { services, ada } = await sea(t);
  const world = await SimulatedShips.create(1);
  const past = services.get(FlowPast);
  const signal = new AbortController().signal;
  await past.add(world.vessels(), signal);
  const year = '/geospatial/flows/dover/series?from=2025-11-21';
  const first = (await ada.get(year)).json;
  t.true(first.passageCount > 1_000, `${first.passageCount}`);
  t.true(first.simulated);
  t.is(first.items.at(-2).countedFraction, 1);
  t.is(typeof first.items[0].baselineMean, 'number');
  await past.add(world.vessels(), signal);
  t.is((await ada.get(year)).json.passageCount, first.passageCount);
  for (const id of ['hormuz', 'suez', 'panama', 'malacca', 'gibraltar-str', 'rotterdam', 'bab-el-mandeb'])
    t.true((await ada.get(`/geospatial/flows/${id}/series`)).json.passageCount > 5, id);
});

test('the passages of the past are those that are counted from every report', async (t) => {
  const { services, clock } = await sea(t);
  const world = await SimulatedShips.create(1);
  const [live, runner] = [services.get(LiveState), services.get(FlowCounterRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const from = now + HOUR;
  const to = from + 5 * HOUR;
  for (let second = (from - HOUR) / 1_000; second < (to + HOUR) / 1_000; second += 1) {
    clock.advance(second * 1_000 - clock.now());
    for (const report of second === (from - HOUR) / 1_000 ? world.all(second) : world.due(second))
      live.takeVessel(report);
  }
  await runner.settle();
  const { crossings } = services.get(FlowLines);
  const past = world.vessels().flatMap((vessel) => [...vessel.passages(from, to, crossings)]);
  const ids = [...new Set(past.map(({ id }) => id))];
  const days = await services.get(FlowRepository).read(true, ids, '2026-11-20', '2026-11-23');
  const range = { from: Math.ceil(from / HOUR) * HOUR, to: Math.floor(to / HOUR) * HOUR, interval: 'hour' as const };
  const counted = flowSeries({ days, filter: {}, range, now: to }).passages;
  const expected = past.filter(({ at }) => at >= range.from && at < range.to).length;
  t.log({ counted, expected });
  t.true(expected > 25);
  t.true(Math.abs(counted - expected) <= 0.1 * expected, `${counted} of ${expected}`);
});

/** Stores a day with passages of a tanker, a cargo ship and a passenger ship, and transit calls of nine weeks. */
async function withTransits(services: Awaited<ReturnType<typeof sea>>['services'], isSimulated = false) {
  const days = new PassageDays();
  const day = Date.UTC(2026, 10, 19);
  for (let hour = 0; hour < 24; hour += 1) days.hear(COUNTED, day + hour * HOUR);
  for (const [at, shipType] of (['tanker', 'cargo', 'cargo', 'passenger'] as const).entries())
    days.pass('hormuz', day + at * HOUR, { key: 636019825, isForward: true, shipType, deadweight: null });
  await services.get(FlowRepository).add(isSimulated, days.take());
  const dayBefore = (weeks: number) => new Date(day - weeks * 7 * DAY).toISOString().slice(0, 10);
  await services.get(TransitRepository).store(
    [0, 1, 2, 3, 4].map((weeks) => ({
      flowId: 'hormuz',
      day: dayBefore(weeks),
      calls: weeks === 0 ? [4, 1, 1, 0, 0] : [10 * weeks, 2, 0, 0, 0],
    })),
  );
}

test('a day has the transit calls of PortWatch for the chosen ships, their baseline and our coverage', async (t) => {
  const { services, ada } = await sea(t, real);
  await withTransits(services);
  const read = async (query = '') => {
    const { json } = await ada.get(`/geospatial/flows/hormuz/series?from=2026-11-19&to=2026-11-21${query}`);
    const [{ passageCount, transitCallCount, transitCallMean, transitCallFraction }, next] = json.items;
    t.is(next.transitCallCount, null, 'the next day is not published yet');
    return [passageCount, transitCallCount, transitCallMean, transitCallFraction];
  };
  t.deepEqual(await read(), [4, 6, 27, 0.5]);
  t.deepEqual(await read('&shipType=tanker'), [1, 4, 25, 0.25]);
  t.deepEqual(await read('&shipType=cargo,passenger'), [3, 2, 2, 1]);
  for (const query of ['shipType=passenger', 'flag=LR', 'direction=forward', 'deadweight=over_200000'])
    t.deepEqual((await read(`&${query}`)).slice(1), [null, null, null], query);
  const { json } = await ada.get('/geospatial/flows/hormuz/series?from=2026-11-19');
  t.deepEqual(json.transits, {
    provider: 'portwatch',
    attribution: 'International Monetary Fund, PortWatch (portwatch.imf.org)',
    latestDay: '2026-11-19',
  });
  const hourly = await ada.get('/geospatial/flows/hormuz/series?interval=hour&from=2026-11-19');
  t.true(hourly.json.items.every(({ transitCallCount }: Json) => transitCallCount === null));
  t.is((await ada.get('/geospatial/flows/suez/series?from=2026-11-19')).json.transits, null);
  const picture = await ada.get('/geospatial/flows/hormuz/series.svg?from=2026-11-01');
  t.regex(picture.text, /transit calls \(IMF PortWatch\) 6/);
  t.notRegex((await ada.get('/geospatial/flows/suez/series.svg?from=2026-11-01')).text, /PortWatch/);
});

test('a port has the calls of PortWatch, each of which makes two passages', async (t) => {
  const { services, ada } = await sea(t, real);
  const day = Date.UTC(2026, 10, 19);
  const days = new PassageDays();
  for (let hour = 0; hour < 24; hour += 1) days.hear(COUNTED, day + hour * HOUR);
  for (let at = 0; at < 6; at += 1)
    days.pass('rotterdam', day + at * HOUR, {
      key: 636019825 + at,
      isForward: at < 3,
      shipType: 'cargo',
      deadweight: null,
    });
  await services.get(FlowRepository).add(false, days.take());
  await services.get(TransitRepository).store([{ flowId: 'NLRTM', day: '2026-11-19', calls: [1, 4, 0, 0, 0] }]);
  const { json } = await ada.get('/geospatial/flows/rotterdam/series?from=2026-11-19&to=2026-11-20');
  t.like(json.items[0], { passageCount: 6, transitCallCount: 5, transitCallMean: null, transitCallFraction: 0.6 });
  t.is(json.transits.provider, 'portwatch');
  const picture = await ada.get('/geospatial/flows/rotterdam/series.svg?from=2026-11-01');
  t.regex(picture.text, /port calls \(IMF PortWatch\) 5/);
});

test('simulated passages are not compared with real transit calls', async (t) => {
  const { services, ada } = await sea(t);
  await withTransits(services, true);
  const { json } = await ada.get('/geospatial/flows/hormuz/series?from=2026-11-19&to=2026-11-20');
  t.like(json.items[0], { transitCallCount: 6, transitCallMean: 27, transitCallFraction: null });
});
