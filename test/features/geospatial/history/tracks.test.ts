import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import { historyFor } from './history-service.js';
import { report, reportFlight, voyage } from './voyages.js';

const MMSI = 219_024_336;
const track = `/geospatial/vessels/${MMSI}/track`;

// The tests are serial, because each has a whole service and its own database.
test.serial('the track of a vessel has its stored points and ends with its live position', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 62 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 62 },
  ]);
  report(service, MMSI, said);
  await service.timers.advance(2_000);
  const { status, json } = await ada.get(track);
  t.is(status, 200);
  t.is(json.points.length, 14);
  t.is(json.points[0].time, new Date(said[0]?.at as number).toISOString());
  t.is(json.points.at(-1).time, new Date(said.at(-1)?.at as number).toISOString());
  t.is(json.pointsBefore, 14);
  t.is(json.provenance.provider, 'ais');
  t.true(Math.abs(json.distanceMeters - (62 * 60 - 10) * 12 * (1_852 / 3_600)) < 5, String(json.distanceMeters));
});

test.serial('an aircraft has its altitude at every point', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  reportFlight(
    service,
    0x4ca2d6,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 3 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 420, minutes: 3 },
    ]),
  );
  await service.written();
  const { json } = await ada.get('/geospatial/aircraft/4CA2D6/track');
  t.is(json.icao24, '4ca2d6');
  t.true(json.points.length >= 4);
  t.true(json.points.every((point: { altitudeFeet: number }) => point.altitudeFeet === 30_000));
});

test.serial('a part of a track has the points from `from` (included) to `to` (excluded)', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const from = service.clock.now() - 60 * MINUTE;
  report(service, MMSI, voyage({ lat: 52, lon: 4, at: from }, [{ courseDegrees: 90, speedKnots: 12, minutes: 60 }]));
  await service.written();
  const iso = (minutes: number) => new Date(from + minutes * MINUTE).toISOString();
  const { json } = await ada.get(`${track}?from=${iso(10)}&to=${iso(20)}`);
  t.deepEqual(
    json.points.map(({ time }: { time: string }) => time),
    [iso(10), iso(15)],
  );
});

test.serial('a track is simplified to the requested number of points, with its deviation', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const legs = Array.from({ length: 100 }, (_leg, index) => ({
    courseDegrees: (index * 40) % 360,
    speedKnots: 10,
    minutes: 2,
  }));
  report(service, MMSI, voyage({ lat: 52, lon: 4, at: service.clock.now() - 200 * MINUTE }, legs));
  await service.written();
  const whole = (await ada.get(track)).json;
  const cut = (await ada.get(`${track}?maxPoints=10`)).json;
  t.is(whole.simplifiedMeters, 0);
  t.is(cut.points.length, 10);
  t.is(cut.pointsBefore, whole.points.length);
  t.true(cut.simplifiedMeters > 0);
  t.deepEqual([cut.points[0], cut.points.at(-1)], [whole.points[0], whole.points.at(-1)]);
  const simple = (await ada.get(`${track}?simplifyMeters=300`)).json;
  t.true(simple.simplifiedMeters <= 300 && simple.points.length < whole.points.length);
  t.is(simple.distanceMeters, whole.distanceMeters);
});

test.serial('hours without a report are a gap, and the line is interrupted', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const at = service.clock.now() - 6 * HOUR;
  report(service, MMSI, voyage({ lat: 52, lon: 4, at }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]));
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 6, at: at + 4 * HOUR }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]),
  );
  await service.written();
  const { json } = await ada.get(track);
  t.is(json.gaps.length, 1);
  t.is(json.gaps[0].to, new Date(at + 4 * HOUR).toISOString());
  t.true(json.distanceMeters < 20_000);
  const { geometry } = (await ada.get(`${track}?format=geojson`)).json;
  t.is(geometry.type, 'MultiLineString');
  t.is(geometry.coordinates.length, 2);
  // The map shows the gap too: the line has two starts.
  const { text } = await ada.get(`${track}.svg?theme=light`);
  const line = [...text.matchAll(/<path d="([^"]+)" stroke-width="20"/g)].map(([, d]) => d as string);
  t.deepEqual(
    line.map((d) => d.match(/M/gi)?.length),
    [2],
  );
});

test.serial('a track as GeoJSON is a line with a time for every position', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 20 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 20 },
    ]),
    {
      name: 'ADA',
    },
  );
  await service.written();
  const { headers, json } = await ada.get(track, { headers: { accept: 'application/geo+json' } });
  t.is(headers.get('content-type'), 'application/geo+json');
  t.deepEqual([json.type, json.geometry.type, json.properties.name], ['Feature', 'LineString', 'ADA']);
  t.deepEqual(json.geometry.coordinates[0], [4, 52]);
  t.is(json.properties.times.length, json.geometry.coordinates.length);
});

test.serial('a line across the antimeridian ends at 180 degrees and continues at -180', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: -17, lon: 179.98, at: service.clock.now() - 20 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 20 },
    ]),
  );
  await service.written();
  const { geometry, properties } = (await ada.get(`${track}?format=geojson`)).json;
  t.is(geometry.type, 'MultiLineString');
  const [west, east] = geometry.coordinates;
  t.deepEqual([west.at(-1)[0], east[0][0]], [180, -180]);
  t.is(west.at(-1)[1], east[0][1]);
  t.is(properties.times[0].at(-1), properties.times[1][0]);
  t.deepEqual(
    properties.times.map((times: string[]) => times.length),
    geometry.coordinates.map((line: unknown[]) => line.length),
  );
});

test.serial('a track is drawn as an image at its own address and by `Accept`', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 20 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 20 },
    ]),
  );
  await service.written();
  const drawn = await ada.get(`${track}.svg`);
  t.is(drawn.headers.get('content-type'), 'image/svg+xml');
  t.is((await ada.get(track, { headers: { accept: 'image/svg+xml' } })).text, drawn.text);
  // The map shows the times of the points, not the times of the requested range.
  const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
  t.true(drawn.text.includes(` ${timeOf(service.clock.now() - 20 * MINUTE)} – `));
  t.true(drawn.text.includes(`>${timeOf(service.clock.now() - 20 * MINUTE)} UTC<`));
  isProblem(t, await ada.get('/geospatial/aircraft/4ca2d6/track.svg'), 404, 'not_found');
});

test.serial(
  'the track of an unknown vessel is a 404; that of a vessel without points in the range is empty',
  async (t) => {
    const service = await historyFor(t);
    const ada = await service.signedIn();
    isProblem(t, await ada.get(track), 404, 'not_found');
    service.picture.takeVessel({
      key: MMSI,
      observedAt: service.clock.now(),
      receivedAt: service.clock.now(),
      provider: 'ais',
      name: 'ADA',
    });
    const { json } = await ada.get(track);
    t.deepEqual([json.points, json.pointsBefore, json.provenance.asOf], [[], 0, null]);
    t.is((await ada.get(`${track}?format=geojson`)).json.geometry, null);
  },
);

test.serial('the track of one point is a line that begins and ends there', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() }, [{ courseDegrees: 90, speedKnots: 12, minutes: 0.1 }]),
  );
  const { geometry } = (await ada.get(`${track}?format=geojson`)).json;
  t.deepEqual(geometry, {
    type: 'LineString',
    coordinates: [
      [4, 52],
      [4, 52],
    ],
  });
});

test.serial('a range that is reversed or too long is rejected', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  for (const range of [
    'from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:00Z',
    'from=2027-11-20T12:00:00Z',
    'from=2026-09-20T12:00:00Z&to=2026-11-20T12:00:00Z',
  ]) {
    const { status, json } = await ada.get(`${track}?${range}`);
    t.deepEqual([status, json.errors[0].pointer], [400, 'query/from'], range);
    t.truthy(json.detail, range);
  }
});
