import 'reflect-metadata';
import test from 'ava';
import { Encounters } from '../../../../src/features/geospatial/encounters/encounters.service.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';

const [PEARL, ORION, OTHER] = [311_000_432, 636_019_825, 219_024_336];

test('the encounters of a vessel are listed page by page, with the tracks of both vessels', async (t) => {
  const service = await serviceFor(t);
  const now = service.clock.now();
  const reportOf = (hours: number, other: number) => ({
    key: `encounter:${hours}`,
    title: `with ${other}`,
    severity: 3,
    position: { lat: 24, lon: 58 },
    startedAt: new Date(now - hours * HOUR),
    endedAt: hours === 3 ? null : new Date(now - (hours - 2) * HOUR),
    reportedAt: new Date(now - (hours - 2) * HOUR),
    entities: [`vessel:${PEARL}`, `vessel:${other}`],
    details: { durationSeconds: 7_200, leastMeters: 22, mostMeters: 61 },
  });
  await service.services.get(Encounters).report([reportOf(9, ORION), reportOf(6, ORION), reportOf(3, OTHER)]);
  const points = [10, 9, 8, 7, 4].map((hours) => ({
    layer: 'vessels' as const,
    key: PEARL,
    lat: 24,
    lon: 58 + hours / 1_000,
    observedAt: now - hours * HOUR,
    speedKnots: 0.4,
    courseDegrees: 90,
    altitudeFeet: Number.NaN,
  }));
  await service.services.get(TrackRepository).write(points);
  const ada = await service.signedIn();
  const list = async (path: string) => (await ada.get(path)).json;
  const titles = ({ items }: { items: Array<{ title: string }> }) => items.map(({ title }) => title);
  const [of, all] = [`/geospatial/vessels/${ORION}/encounters`, `/geospatial/vessels/${PEARL}/encounters`];
  t.deepEqual(titles(await list(all)), [`with ${OTHER}`, `with ${ORION}`, `with ${ORION}`]);
  t.is((await list(`${all}?ongoing=true`)).items.length, 1);
  const first = await list(`${of}?limit=1`);
  const second = await list(`${of}?limit=1&cursor=${first.nextCursor}`);
  t.is(second.nextCursor, null);
  t.true(first.items[0].startedAt > second.items[0].startedAt);
  t.deepEqual((await list('/geospatial/vessels/999999999/encounters')).items, []);
  isProblem(t, await ada.get(`${of}?from=2026-11-02&to=2026-11-01`), 400, 'invalid_request');

  // The second vessel has no positions; the track of the first ends an hour after the encounter.
  const tracks = await list(`/geospatial/encounters/${second.items[0].id}/tracks`);
  t.deepEqual(
    tracks.tracks.map((track: { mmsi: string; points: object[] }) => [track.mmsi, track.points.length]),
    [[String(PEARL), 4]],
  );
  t.is(Date.parse(tracks.to), now - 6 * HOUR);
  isProblem(t, await ada.get('/geospatial/encounters/01980a6e-5f3c-7c1a-9b52-3a8f64d2e981/tracks'), 404, 'not_found');
});
