import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { EncounterReport } from '../../../../src/features/geospatial/encounters/encounter.js';
import { Encounters } from '../../../../src/features/geospatial/encounters/encounters.service.js';
import { geoEventTypes } from '../../../../src/features/geospatial/geo-event.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import { root } from '../../../support/sources.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let now: number;

/** Positions of the encounters; the position is also the title. The first is the latest. */
const places: Array<[lat: number, lon: number, change?: Partial<EncounterReport>]> = [
  [0, 179, { endedAt: null }],
  [0, 180],
  [0, -179, { entities: ['vessel:219024336', 'vessel:244820000'] }],
  [30, -40, { severity: 1, details: { withdrawn: true, simulated: true, derivedFrom: 'simulator vessel:311000432' } }],
];

const reportOf = ([lat, lon, change]: (typeof places)[number], index: number): EncounterReport => {
  const startedAt = new Date(now - (index + 4) * HOUR);
  const reportedAt = new Date(startedAt.getTime() + 2 * HOUR);
  return {
    key: `encounter:${lat},${lon}`,
    title: `${lat},${lon}`,
    severity: 3,
    position: { lat, lon },
    startedAt,
    endedAt: reportedAt,
    reportedAt,
    entities: ['vessel:311000432', 'vessel:636019825'],
    details: {
      firstName: 'GULF PEARL',
      secondName: null,
      durationSeconds: 7_200,
      leastMeters: 22,
      mostMeters: 61,
      distanceLimitMeters: 500,
    },
    ...change,
  };
};

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  now = service.clock.now();
  await service.services.get(Encounters).report(places.map(reportOf));
  await service.settle();
});
test.after.always(() => service.close());

const titles = async (query: string): Promise<string[]> =>
  (await ada.get(`/geospatial/encounters?${query}`)).json.items.map(({ title }: { title: string }) => title);
const all = places.map(([lat, lon]) => `${lat},${lon}`);

test('encounters are listed with the latest start first, or the oldest', async (t) => {
  t.deepEqual(await titles(''), all);
  t.deepEqual(await titles('order=asc'), all.toReversed());
});

test('an encounter has both vessels, its times, its distances and its provenance', async (t) => {
  const [one] = (await ada.get('/geospatial/encounters?bbox=178,-1,179.5,1')).json.items;
  t.like(one, {
    title: '0,179',
    severity: 3,
    position: { lat: 0, lon: 179 },
    endedAt: null,
    durationSeconds: 7_200,
    leastMeters: 22,
    mostMeters: 61,
  });
  t.deepEqual(one.vessels, [
    { mmsi: '311000432', name: 'GULF PEARL' },
    { mmsi: '636019825', name: null },
  ]);
  t.is(one.startedAt, new Date(now - 4 * HOUR).toISOString());
  t.like(one.provenance, { provider: 'detector', simulated: false });
  t.deepEqual((await ada.get(`/geospatial/encounters/${one.id}`)).json, one);
  isProblem(t, await ada.get('/geospatial/encounters/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'), 404, 'not_found');
});

test('an encounter of simulated vessels is labeled as simulated', async (t) => {
  const [one] = (await ada.get('/geospatial/encounters?bbox=-41,29,-39,31')).json.items;
  t.true(one.withdrawn);
  t.like(one.provenance, { simulated: true, derivedFrom: [{ provider: 'simulator', record: 'vessel:311000432' }] });
  t.is(one.provenance.warnings.length, 1);
});

test('encounters are filtered by vessel, time, area and whether they continue', async (t) => {
  const from = (hours: number) => new Date(now - hours * HOUR).toISOString();
  t.deepEqual(await titles('mmsi=244820000'), ['0,-179']);
  t.deepEqual(await titles('mmsi=244820000,636019825'), all);
  t.deepEqual(await titles('mmsi=999999999'), []);
  t.deepEqual(await titles('ongoing=true'), ['0,179']);
  t.deepEqual(await titles('ongoing=false'), all.slice(1));
  t.deepEqual(await titles(`from=${from(5)}`), all.slice(0, 2));
  t.deepEqual(await titles(`to=${from(5)}`), all.slice(2));
  t.deepEqual(await titles('bbox=178,-1,-178,1'), all.slice(0, 3));
  t.deepEqual(await titles('near=0,180&radiusMeters=60000'), ['0,180']);
  t.deepEqual(await titles('near=0,-179.1&radiusMeters=400000&sort=distance'), ['0,-179', '0,180', '0,179']);
  isProblem(t, await ada.get('/geospatial/encounters?mmsi=12345'), 400, 'invalid_request', 'query/mmsi');
});

for (const query of ['', 'near=0,-179.1&radiusMeters=20000000&sort=distance&'])
  test(`pages of encounters continue without gaps or duplicates${query && ', by distance'}`, async (t) => {
    const found: string[] = [];
    let cursor = '';
    for (let page = 0; page < 6; page += 1) {
      const { json } = await ada.get(`/geospatial/encounters?${query}limit=1${cursor}`);
      found.push(...json.items.map(({ title }: { title: string }) => title));
      if (json.nextCursor === null) break;
      cursor = `&cursor=${json.nextCursor}`;
    }
    t.deepEqual(found.toSorted(), all.toSorted());
    t.deepEqual(found, await titles(query));
  });

test('encounters can be returned as GeoJSON and CSV', async (t) => {
  const { json } = await ada.get('/geospatial/encounters?limit=1&format=geojson');
  t.like(json.features[0], {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [179, 0] },
    properties: { title: '0,179', leastMeters: 22 },
  });
  const { text } = await ada.get('/geospatial/encounters?format=csv');
  t.is(text.trim().split('\n').length, 5);
});

test('the start and the end of an encounter are each published once, with both vessels as keys', async (t) => {
  const own = await serviceFor(t);
  const encounters = own.services.get(Encounters);
  const [place] = places as [(typeof places)[number]];
  const started = reportOf(place, 0);
  const later = (minutes: number) => new Date(started.reportedAt.getTime() + minutes * MINUTE);
  const ended = {
    ...started,
    reportedAt: later(60),
    endedAt: later(45),
    details: { ...started.details, durationSeconds: 9_900, mostMeters: 80 },
  };
  await encounters.report([started]);
  await encounters.report([started, { ...started, reportedAt: later(1) }]);
  t.is((await encounters.ongoing()).length, 1);
  await encounters.report([ended]);
  await encounters.report([ended, { ...started, reportedAt: later(120) }]);
  await own.settle();
  t.deepEqual(await encounters.ongoing(), []);
  const { items } = (await (await own.signedIn()).get('/timeline?entity=vessel:636019825&order=asc')).json;
  t.deepEqual(
    items.map(({ type, title }: { type: string; title: string }) => [type, title]),
    [
      ['encounter.started', '0,179'],
      ['encounter.ended', 'Ended: 0,179'],
    ],
  );
  t.like(items[1].data, {
    severity: 3,
    durationSeconds: 9_900,
    mostMeters: 80,
    simulated: false,
    endedAt: later(45).toISOString(),
  });
  t.deepEqual(items[1].time, later(45).toISOString());
});

test('encounters are not geo events: they are not in their list, snapshots, nearby records or search', async (t) => {
  t.deepEqual((await ada.get('/geospatial/events')).json.items, []);
  const { json } = await ada.get(
    `/geospatial/snapshot?at=${new Date(now).toISOString()}&bbox=170,-10,-170,10&layer=events`,
  );
  t.deepEqual(json.events ?? [], []);
  t.deepEqual((await ada.get('/timeline?type=geo_event.*')).json.items, []);
  t.deepEqual((await ada.get('/search?q=GULF&type=geo_event')).json.items, []);
});

test('the types of geo events are those of the released API description', (t) => {
  const { components } = JSON.parse(readFileSync(join(root, 'released/openapi.json'), 'utf8'));
  t.deepEqual([...geoEventTypes].toSorted(), components.schemas.GeoEvent.properties.type.enum.toSorted());
});
