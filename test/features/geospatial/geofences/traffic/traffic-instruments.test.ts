import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { LivePositionLookup } from '../../../../../src/features/geospatial/geofences/engine/position-lookup.js';
import { WatchedFenceRepository } from '../../../../../src/features/geospatial/geofences/store/watched-fence.repository.js';
import { TrafficRepository } from '../../../../../src/features/geospatial/geofences/traffic/traffic.repository.js';
import { TrafficRetention } from '../../../../../src/features/geospatial/geofences/traffic/traffic-retention.service.js';
import { TrafficSamplerRunner } from '../../../../../src/features/geospatial/geofences/traffic/traffic-sampler.runner.js';
import { LiveState } from '../../../../../src/features/geospatial/live/live-state.js';
import { SimulatedAircraft } from '../../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { isPrivateFlow } from '../../../../../src/features/markets/market-symbol.js';
import { Log } from '../../../../../src/logging/log.js';
import { AlertScene, alertsOf } from '../../../../support/alert-scene.js';
import { isProblem } from '../../../../support/is-problem.js';
import { ManualClock } from '../../../../support/manual-clock.js';
import { ManualTimers } from '../../../../support/manual-timers.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../../../support/service-for.js';
import type { Json } from '../../../../support/test-client.js';

const noon = Date.UTC(2026, 10, 20, 12);
const path = '/geospatial/geofences';
const center = { lat: 50, lon: 8 };
const shape = { type: 'circle', center, radiusMeters: 100_000 };

/** Starts a service with its leader, and an account with a geofence of a circle of 100 km. */
async function sky(t: ExecutionContext, { policy = {}, source = 'none' }: { policy?: object; source?: string } = {}) {
  const clock = new ManualClock(noon);
  const timers = new ManualTimers(clock);
  const env = { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: source };
  const service = await serviceFor(t, { env, parts: { clock, timers } });
  const { services } = service;
  const live = services.get(LiveState);
  const ada = await service.signedIn();
  const made = await ada.post(path, { name: 'Rhine', shape, policy });
  t.is(made.status, 201, made.text);
  const runner = new TrafficSamplerRunner(
    live,
    services.get(LivePositionLookup),
    services.get(WatchedFenceRepository),
    services.get(TrafficRepository),
    clock,
    timers,
    services.get(Log),
  );
  await runner.start();
  t.teardown(() => runner.stop());
  const fly = (key: number, lat: number, more: object = {}) => {
    const at = clock.now();
    live.takeAircraft({ key, lat, lon: 8, provider: 'test', observedAt: at, receivedAt: at, ...more });
  };
  /** Takes a sample every five minutes after `before` has run. */
  const sample = async (samples: number, before: (at: number) => void = () => {}) => {
    for (let at = 0; at < samples; at += 1) {
      clock.advance(5 * MINUTE - SECOND);
      before(at);
      await timers.advance(SECOND);
      await runner.settle();
    }
    await ada.refresh();
  };
  const [vessels, aircraft] = made.json.symbols as [string, string];
  const hours = async (symbol = made.json.symbols.at(-1) as string, range = 'from=2026-11-20T12:00:00Z') => {
    const { items } = (await ada.get(`/markets/candles/${symbol}?interval=1h&${range}`)).json;
    return items.map(({ time, close }: Json) => [new Date(time).getUTCHours(), close]);
  };
  return { service, clock, timers, live, ada, fence: made.json, vessels, aircraft, fly, sample, hours };
}

test('the value of an hour is the mean number of aircraft in the circle, as in the simulated world', async (t) => {
  const { ada, clock, live, sample, aircraft } = await sky(t, { source: 'simulator' });
  const world = await SimulatedAircraft.create(1);
  /** The distance on the sphere by the law of cosines, which the product does not use. */
  const kilometers = (lat: number, lon: number) => {
    const [one, other, turn] = [center.lat, lat, lon - center.lon].map((degrees) => (degrees * Math.PI) / 180);
    const cosine = Math.sin(one as number) * Math.sin(other as number);
    return (
      6371.0088 * Math.acos(cosine + Math.cos(one as number) * Math.cos(other as number) * Math.cos(turn as number))
    );
  };
  const [inside, near]: number[][] = [[], []];
  await sample(26, () => {
    const reports = world.all(clock.now() / 1000);
    let count = 0;
    for (const report of reports) {
      live.takeAircraft({ ...report, provider: 'simulator', observedAt: clock.now(), receivedAt: clock.now() });
      const distance = kilometers(report.lat as number, report.lon as number);
      if (distance <= 100) count += 1;
    }
    inside?.push(count);
    near?.push(reports.length);
  });
  const { items, provenance } = (await ada.get(`/markets/candles/${aircraft}?interval=1h&from=2026-11-20T12:00:00Z`))
    .json;
  // Samples are taken at 12:05, 12:10, …; the one at 13:00 belongs to the next hour.
  const mean = (counts: number[]) => Number((counts.reduce((sum, one) => sum + one, 0) / counts.length).toFixed(2));
  const [first, second] = [mean(inside?.slice(0, 11) ?? []), mean(inside?.slice(11, 23) ?? [])];
  t.true(first > 0 && second > 0, `${first}, ${second}`);
  t.deepEqual(
    items.map(({ close }: Json) => close),
    [first, second],
  );
  t.regex(provenance.warnings.join(), /simulated/);
});

test('an hour without reception in or around the geofence is unknown, and one with an aircraft near it is zero', async (t) => {
  const { ada, aircraft, fly, sample, hours } = await sky(t);
  // 100 km of the circle and one degree are 211 km: two degrees north of the center, in the surroundings.
  await sample(11, () => fly(1, 51.8));
  await sample(12, () => fly(1, 53));
  await sample(12, (at) => (at < 5 ? fly(1, 50) : undefined));
  await sample(13, (at) => (at < 6 ? fly(1, 50) : undefined));
  t.deepEqual(await hours(), [
    [12, 0],
    [15, 1],
  ]);
  const { gaps, provenance } = (await ada.get(`/markets/candles/${aircraft}?interval=1h&from=2026-11-20T12:00:00Z`))
    .json;
  t.deepEqual(gaps, [{ from: '2026-11-20T13:00:00.000Z', to: '2026-11-20T15:00:00.000Z' }]);
  t.regex(provenance.warnings.join(), /Aircraft were counted in 40 % of the range/);
});

test('aircraft count while their last position is at most five minutes old, and vessels apart', async (t) => {
  const { clock, live, vessels, fly, sample, hours } = await sky(t);
  await sample(12, (at) => {
    fly(1, 50);
    if (at === 0) fly(2, 50.1);
    const times = { observedAt: clock.now(), receivedAt: clock.now(), provider: 'test', lon: 8 };
    live.takeVessel({ key: 211000001, lat: 50, station: 'class_a', ...times });
    live.takeVessel({ key: 2110000, lat: 50, station: 'base_station', ...times });
  });
  t.deepEqual(await hours(), [[12, 1.09]]);
  t.deepEqual(await hours(vessels), [[12, 1]]);
});

test('the policy of the geofence says which aircraft count', async (t) => {
  const policy = { layers: ['aircraft'], altitudeFeet: { max: 10_000 } };
  const { fence, fly, sample, hours } = await sky(t, { policy });
  t.is(fence.symbols.length, 1);
  await sample(12, () => {
    fly(1, 50, { altitudeFeet: 9_000 });
    fly(2, 50, { altitudeFeet: 11_000 });
    fly(3, 50);
  });
  t.deepEqual(await hours(fence.symbols[0]), [[12, 1]]);
});

test('symbols of a geofence have quotes, candles and charts for its account alone, until it is deleted', async (t) => {
  const { service, ada, aircraft, fence, fly, sample } = await sky(t);
  await sample(12, () => fly(1, 50));
  const eve = await service.signedIn();
  t.true(fence.symbols.every((symbol: string) => isPrivateFlow(symbol) && symbol.length <= 29));
  t.like((await ada.get(`/markets/quotes/${aircraft}`)).json, { price: 1, currency: 'XXX' });
  isProblem(t, await eve.get(`/markets/quotes/${aircraft}`), 404, 'not_found');
  const query = 'from=2026-11-20T12:00:00Z&interval=1h';
  for (const target of [
    `/markets/instruments/${aircraft}`,
    `/markets/candles/${aircraft.toLowerCase()}?${query}`,
    `/markets/candles/${aircraft}.svg?${query}`,
    `/markets/indicators/${aircraft}?indicator=sma:2&${query}`,
  ]) {
    t.is((await ada.get(target)).status, 200, target);
    isProblem(t, await eve.get(target), 404, 'not_found');
  }
  t.is((await ada.get(`/markets/instruments/${aircraft}`)).json.name, 'Aircraft in Rhine, mean of an hour');
  const found = async (api: typeof ada) =>
    (await api.get('/markets/search?q=rhine')).json.items.map((one: Json) => one.symbol);
  t.deepEqual((await found(ada)).filter(isPrivateFlow).sort(), [...fence.symbols].sort());
  t.false((await found(eve)).some(isPrivateFlow));
  t.is((await ada.delete(`${path}/${fence.id}`)).status, 204);
  isProblem(t, await ada.get(`/markets/candles/${aircraft}?${query}`), 404, 'not_found');
});

test('a rule follows the aircraft in a geofence', async (t) => {
  const { service, timers, ada, aircraft, fly, sample } = await sky(t);
  await sample(12, () => [1, 2, 3].forEach((key) => void fly(key, 50)));
  const condition = { type: 'price', symbol: aircraft, operator: 'above', threshold: 2.5 };
  const made = await ada.post('/alerts/rules', { name: 'Crowded', condition });
  t.is(made.status, 201, made.text);
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  await scene.settle();
  for (let at = 0; at < 8; at += 1) {
    await timers.advance(15 * SECOND);
    await scene.settle();
  }
  await ada.refresh();
  t.deepEqual(
    (await alertsOf(ada)).map(({ ruleName, state }) => [ruleName, state]),
    [['Crowded', 'firing']],
  );
});

test('another shape begins with new counts, another name keeps them', async (t) => {
  const { ada, fence, fly, sample, hours } = await sky(t);
  await sample(12, () => fly(1, 50));
  t.is((await ada.put(`${path}/${fence.id}`, { name: 'Main', shape })).status, 200);
  t.deepEqual(await hours(), [[12, 1]]);
  t.is((await ada.put(`${path}/${fence.id}`, { name: 'Main', shape: { ...shape, radiusMeters: 90_000 } })).status, 200);
  t.deepEqual(await hours(), []);
  await sample(12, () => fly(1, 50));
  t.deepEqual(await hours(), [[13, 1]]);
});

test('a moving geofence counts around its vessel', async (t) => {
  const { clock, live, ada, fly, sample, hours } = await sky(t);
  const moving = { type: 'moving', entity: 'vessel:211000001', radiusMeters: 20_000 };
  const { symbols } = (await ada.post(path, { name: 'Escort', shape: moving })).json;
  await sample(12, (at) => {
    const times = { observedAt: clock.now(), receivedAt: clock.now() };
    live.takeVessel({ key: 211000001, provider: 'test', lat: 50 + at / 10, lon: 8, station: 'class_a', ...times });
    fly(1, 50 + at / 10);
    fly(2, 50);
  });
  t.deepEqual(await hours(symbols[1]), [[12, Number((13 / 11).toFixed(2))]]);
});

test('counts are kept for 400 days, and nothing is counted for a geofence that changed meanwhile', async (t) => {
  const { service, fence, aircraft, hours } = await sky(t);
  const [repository, retention] = [service.services.get(TrafficRepository), service.services.get(TrafficRetention)];
  const { rows } = await service.database.database.query<{ change: number }>('select change from geofences');
  const sample = { fenceId: fence.id, layer: 'aircraft', isSimulated: false, count: 4 } as const;
  const change = Number(rows[0]?.change);
  for (let at = 0; at < 6; at += 1) {
    for (const day of [400, 401]) await repository.add([{ ...sample, change }], noon - day * DAY);
    await repository.add([{ ...sample, change: change + 1 }], noon - HOUR);
  }
  const range = `from=${new Date(noon - 402 * DAY).toISOString()}&to=${new Date(noon - 399 * DAY).toISOString()}`;
  t.is((await hours(aircraft, range)).length, 2);
  t.deepEqual(await hours(aircraft, 'from=2026-11-20T00:00:00Z'), []);
  t.false(await retention.deleteExpired());
  t.is((await hours(aircraft, range)).length, 1);
});
