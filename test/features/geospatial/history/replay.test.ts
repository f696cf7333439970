import 'reflect-metadata';
import { once } from 'node:events';
import { request } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../../src/database/database.js';
import { MovingObjectRepository } from '../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { ReplaySlots } from '../../../../src/features/geospatial/history/replay/replay-slots.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';
import type { Vessel } from '../../../../src/features/geospatial/vessel.js';
import { DescriptionValidator } from '../../../support/description-validator.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { type HistoryService, historyFor, keep } from './history-service.js';
import { report, reportFlight, type Said, voyage } from './voyages.js';

const MMSI = 219_024_336;

/** A repository whose second read fails. */
class BreakingTracks extends TrackRepository {
  reads = 0;

  override async inOrder(...asked: Parameters<TrackRepository['inOrder']>): Promise<TrackPoint[]> {
    this.reads += 1;
    if (this.reads > 1) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    return super.inOrder(...asked);
  }
}

/** A repository that records the lengths of the time ranges that are queried (ms). */
class MeasuringTracks extends TrackRepository {
  readonly asked: number[] = [];

  override inOrder(...asked: Parameters<TrackRepository['inOrder']>): Promise<TrackPoint[]> {
    this.asked.push(asked[1].to - asked[1].from);
    return super.inOrder(...asked);
  }
}

/** Parses the lines of a replay and checks each against the description. */
function linesOf(t: ExecutionContext, service: HistoryService, text: string): Json[] {
  t.true(text.endsWith('\n'));
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const validator = new DescriptionValidator(service.app.document);
  const at = [
    'paths',
    '/api/v1/geospatial/replay',
    'get',
    'responses',
    '200',
    'content',
    'application/x-ndjson',
    'schema',
    'contentSchema',
  ];
  for (const line of lines) t.deepEqual(validator.errorsAt(at, line), []);
  return lines;
}

const iso = ({ clock }: HistoryService, minutesAgo: number) =>
  new Date(clock.now() - minutesAgo * MINUTE).toISOString();

// The tests are serial, because each has a whole service and its own database.
test.serial('a replay has a frame for every step, with the positions of the vessels at that time', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 60 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 30 },
    { courseDegrees: 180, speedKnots: 12, minutes: 30 },
  ]);
  report(service, MMSI, said);
  reportFlight(
    service,
    0x4ca2d6,
    voyage({ lat: 50, lon: 8, at: service.clock.now() - 40 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 420, minutes: 10 },
    ]),
  );
  await service.written();
  const { status, headers, text } = await ada.get(
    `/geospatial/replay?from=${iso(service, 50)}&to=${iso(service, 10)}&stepSeconds=60`,
  );
  t.deepEqual([status, headers.get('content-type')], [200, 'application/x-ndjson']);
  const frames = linesOf(t, service, text);
  t.is(frames.length, 40, 'none at `to` itself');
  for (const { time, vessels } of frames) {
    const then = said.find((one) => one.at === Date.parse(time));
    t.is(vessels.length, 1);
    t.true(distanceMeters(vessels[0].lat, vessels[0].lon, then?.lat as number, then?.lon as number) < 50, time);
  }
  // The aircraft is reported from the tenth frame to the twentieth, and remains visible for five minutes.
  t.deepEqual(
    frames.map(({ aircraft }) => aircraft.length),
    Array.from({ length: 40 }, (_frame, index) => (index >= 10 && index <= 24 ? 1 : 0)),
  );
});

test.serial(
  'a replay that ends now ends with the live positions, including those not yet kept as track points',
  async (t) => {
    const service = await historyFor(t);
    const ada = await service.signedIn();
    // On a straight course, the next track point would be stored five minutes after the last one.
    const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 4 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 20, minutes: 4 },
    ]);
    report(service, MMSI, said);
    const [first] = said as [Said];
    await keep(service, [{ layer: 'vessels', key: MMSI, ...first, observedAt: first.at, altitudeFeet: Number.NaN }]);
    await service.services.get(MovingObjectRepository).save('vessels', [service.picture.vessels.get(MMSI) as Vessel]);
    const { text } = await ada.get(`/geospatial/replay?from=${iso(service, 3)}&stepSeconds=60&layer=vessels`);
    const frames = linesOf(t, service, text);
    t.is(frames.length, 4);
    for (const { time, vessels } of frames.slice(0, 3)) {
      const then = said.find((one) => one.at === Date.parse(time));
      t.true(distanceMeters(vessels[0].lat, vessels[0].lon, then?.lat as number, then?.lon as number) < 50, time);
    }
    const [last, latest] = [frames[3]?.vessels[0], said.at(-1)];
    t.true(distanceMeters(last.lat, last.lon, latest?.lat as number, latest?.lon as number) < 50);
  },
);

test.serial('each vessel of a replay has its provider, also when the vessel has expired', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const said = (minutesAgo: number) =>
    voyage({ lat: 52, lon: 4, at: service.clock.now() - minutesAgo * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 10 },
    ]);
  report(service, MMSI, said(300), { provider: 'simulator' });
  await service.written();
  service.picture.expire();
  t.is(service.picture.vessels.size, 0);
  const { text } = await ada.get(`/geospatial/replay?from=${iso(service, 295)}&to=${iso(service, 291)}&layer=vessels`);
  const frames = linesOf(t, service, text);
  t.deepEqual(
    frames.map(({ vessels }) => vessels.map(({ provider }: Json) => provider)),
    Array.from({ length: 4 }, () => ['simulator']),
  );
});

test.serial('an object that leaves the box is missing from the next frame on', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 60 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 20, minutes: 60 },
    ]),
  );
  await service.written();
  const { text } = await ada.get(
    `/geospatial/replay?from=${iso(service, 60)}&to=${iso(service, 1)}&bbox=3,51,4.2,53&layer=vessels`,
  );
  const frames = linesOf(t, service, text);
  // At 20 knots, the vessel sails 0.2 degrees of longitude at this latitude in 22 minutes.
  t.deepEqual(
    frames.map(({ vessels }) => vessels.length),
    Array.from({ length: 59 }, (_frame, index) => (index <= 22 ? 1 : 0)),
  );
});

test.serial('a long replay of many vessels is read in chunks and misses nothing', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const points: TrackPoint[] = [];
  // Several points have the same time, so the position to continue from cannot be a time alone.
  for (let key = 0; key < 50; key += 1)
    for (let minute = 0; minute <= 300; minute += 1)
      points.push({
        layer: 'vessels',
        key: 211_000_000 + key,
        observedAt: service.clock.now() - (301 - minute) * MINUTE,
        lat: key,
        lon: minute / 10,
        speedKnots: 1,
        courseDegrees: 1,
        altitudeFeet: Number.NaN,
      });
  await keep(service, points);
  const now = service.clock.now();
  for (let key = 211_000_000; key < 211_000_050; key += 1)
    service.picture.takeVessel({ key, observedAt: now, receivedAt: now, provider: 'ais' });
  await service.services.get(MovingObjectRepository).save(
    'vessels',
    Array.from(service.picture.vessels.within(), (slot) => service.picture.vessels.stateAt(slot)),
  );
  const { text } = await ada.get(`/geospatial/replay?from=${iso(service, 301)}&to=${iso(service, 1)}&stepSeconds=60`);
  const frames = linesOf(t, service, text);
  t.is(frames.length, 300);
  t.true(
    frames.every(
      ({ vessels }, index) => vessels.length === 50 && vessels.every(({ lon }: { lon: number }) => lon === index / 10),
    ),
  );
});

test.serial('no statement of a replay reads a whole day, and hours without points cause no gap', async (t) => {
  let tracks: MeasuringTracks | undefined;
  const replace: NonNullable<Parameters<typeof historyFor>[1]>['replace'] = (services) => {
    tracks = new MeasuringTracks(services.get(Database));
    services.set(TrackRepository, tracks);
  };
  const service = await historyFor(t, { replace });
  const ada = await service.signedIn();
  const base = {
    layer: 'vessels' as const,
    key: MMSI,
    lat: 1,
    speedKnots: 0,
    courseDegrees: 1,
    altitudeFeet: Number.NaN,
  };
  await keep(service, [
    { ...base, lon: 1, observedAt: service.clock.now() - 20 * HOUR },
    { ...base, lon: 2, observedAt: service.clock.now() - 2 * HOUR },
  ]);
  const { text } = await ada.get(`/geospatial/replay?from=${iso(service, 24 * 60)}&stepSeconds=3600&bbox=0,0,3,2`);
  const frames = linesOf(t, service, text);
  t.deepEqual(
    frames.flatMap(({ vessels }, index) => vessels.map(({ lon }: Json) => [index, lon])),
    [
      [4, 1],
      [5, 1],
      [6, 1],
      [22, 2],
      [23, 2],
      [24, 2],
    ],
  );
  t.true(Math.max(...(tracks?.asked ?? [24 * HOUR])) <= HOUR);
});

test.serial('a replay that fails midway ends with a line with the error', async (t) => {
  const service = await historyFor(t, {
    replace: (services) => services.set(TrackRepository, new BreakingTracks(services.get(Database))),
  });
  const ada = await service.signedIn();
  const base = { layer: 'vessels' as const, lat: 1, lon: 1, speedKnots: 1, courseDegrees: 1, altitudeFeet: Number.NaN };
  const points = Array.from({ length: 6_000 }, (_point, index) => ({
    ...base,
    key: index % 10,
    observedAt: service.clock.now() - 3 * HOUR + index * 1_000,
  }));
  await keep(service, points);
  const { text } = await ada.get(`/geospatial/replay?from=${iso(service, 180)}&stepSeconds=60`);
  const lines = linesOf(t, service, text);
  t.true(lines.length > 10);
  t.is(lines.at(-1).error.code, 'unavailable');
  t.true(lines.slice(0, -1).every(({ error }) => error === undefined));
  t.is(service.services.get(ReplaySlots).size, 0);
});

test.serial('a client that disconnects ends its replay', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const points: TrackPoint[] = [];
  for (let key = 0; key < 2_000; key += 1)
    for (const minutes of [200, 100, 1])
      points.push({
        layer: 'vessels',
        key,
        observedAt: service.clock.now() - minutes * MINUTE,
        lat: 1,
        lon: 1,
        speedKnots: 0,
        courseDegrees: 1,
        altitudeFeet: Number.NaN,
      });
  await keep(service, points);
  const places = service.services.get(ReplaySlots);
  for (const encoding of ['identity', 'gzip']) {
    const headers = { authorization: `Bearer ${ada.token}`, 'accept-encoding': encoding };
    // The response is larger than all socket buffers, so the service waits until its client reads on.
    const call = request(`${service.url}/api/v1/geospatial/replay?from=${iso(service, 200)}&stepSeconds=10`, {
      headers,
    });
    call.on('error', () => {}).end();
    const [response] = await once(call, 'response');
    response.on('error', () => {});
    await once(response, 'readable');
    t.is(places.size, 1);
    response.destroy();
    await untilFree(places);
    t.is(places.size, 0, encoding);
  }
});

test.serial('the number of concurrent replays of an account is limited', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const places = service.services.get(ReplaySlots);
  const held = [1, 2, 3].map(() => places.take(ada.accountId));
  const { status, json } = await ada.get(`/geospatial/replay?from=${iso(service, 10)}`);
  t.deepEqual([status, json.code], [429, 'too_many_streams']);
  held[0]?.();
  held[0]?.();
  t.is((await ada.get(`/geospatial/replay?from=${iso(service, 10)}`)).status, 200);
  await untilFree(places, 2);
  t.is(places.size, 2);
});

test.serial('a HEAD request for a replay leaves no replay running', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  t.is((await ada.call('HEAD', `/geospatial/replay?from=${iso(service, 10)}`)).status, 200);
  await untilFree(service.services.get(ReplaySlots));
  t.is(service.services.get(ReplaySlots).size, 0);
});

test.serial(
  'a replay that is too long, has too many steps or is outside the stored time is rejected with the parameter',
  async (t) => {
    const service = await historyFor(t);
    const ada = await service.signedIn();
    const refused: Array<[string, string]> = [
      [`from=${iso(service, 25 * 60)}`, 'query/from'],
      [`from=${iso(service, 60)}&stepSeconds=1`, 'query/stepSeconds'],
      [`from=${iso(service, 60)}&to=${iso(service, -1)}`, 'query/to'],
      [`from=${iso(service, 60)}&to=${iso(service, 61)}`, 'query/from'],
      [`from=${iso(service, 8 * 24 * 60)}&to=${iso(service, 8 * 24 * 60 - 1)}`, 'query/from'],
      [`from=${iso(service, 60)}&bbox=1,5,2,4`, 'query/bbox'],
    ];
    for (const [query, pointer] of refused) {
      const { status, json } = await ada.get(`/geospatial/replay?${query}`);
      t.deepEqual([status, json.errors[0].pointer], [400, pointer], query);
      t.truthy(json.detail, query);
    }
    t.is(service.services.get(ReplaySlots).size, 0);
  },
);

/** Resolves when at most `most` slots are in use, because the service notices the end of a connection with a delay. */
async function untilFree(places: ReplaySlots, most = 0): Promise<void> {
  const until = performance.now() + 60_000;
  while (places.size > most && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}
