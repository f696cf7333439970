import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let now: number;
const line = {
  type: 'LineString' as const,
  coordinates: [
    [170, 0],
    [175, 5],
  ],
};

/** Positions of the events; the position is also the title. The first is the latest. */
const places: Array<[lat: number, lon: number, change?: Partial<GeoEventReport>]> = [
  [0, 179, { type: 'storm', endedAt: null, geometry: line, severity: 5 }],
  [0, 180],
  [0, -179, { provider: 'gdelt', type: 'unrest' }],
  [
    52,
    4,
    {
      severity: 3,
      magnitude: { value: 5.2, unit: 'mww' },
      depthKm: -1.5,
      url: 'https://example.org/',
      details: { felt: 3 },
    },
  ],
  [52, 5],
  [90, 0, { type: 'sea_ice', endedAt: null }],
  [-90, 10, { severity: 2 }],
];

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  now = service.clock.now();
  const reports = places.map(([lat, lon, change], index): GeoEventReport => {
    const startedAt = new Date(now - (index + 1) * HOUR);
    const what = {
      provider: 'usgs',
      key: `${lat},${lon}`,
      type: 'earthquake',
      title: `${lat},${lon}`,
      severity: 1,
    } as const;
    return {
      ...what,
      position: { lat, lon },
      startedAt,
      endedAt: startedAt,
      reportedAt: new Date(now - MINUTE),
      ...change,
    };
  });
  await service.services.get(GeoEvents).report(reports);
});
test.after.always(() => service.close());

const titles = async (query: string): Promise<string[]> =>
  (await ada.get(`/geospatial/events?${query}`)).json.items.map(({ title }: { title: string }) => title);
const all = places.map(([lat, lon]) => `${lat},${lon}`);

test('events are listed with the latest start first', async (t) => {
  t.deepEqual(await titles(''), all);
});

test('an event has the data of its source and its provenance', async (t) => {
  const { items } = (await ada.get('/geospatial/events?bbox=4,52,4,52')).json;
  t.like(items[0], {
    type: 'earthquake',
    severity: 3,
    position: { lat: 52, lon: 4 },
    geometry: null,
    magnitude: { value: 5.2, unit: 'mww' },
    depthKm: -1.5,
    startedAt: new Date(now - 4 * HOUR).toISOString(),
    url: 'https://example.org/',
    details: { felt: 3 },
    provenance: {
      provider: 'usgs',
      asOf: new Date(now - MINUTE).toISOString(),
      fetchedAt: new Date(now).toISOString(),
      stale: false,
    },
  });
  const { id } = items[0];
  t.deepEqual((await ada.get(`/geospatial/events/${id}`)).json, items[0]);
});

const asked: Array<[query: string, titles: string[]]> = [
  ['bbox=170,-10,-170,10', ['0,179', '0,180', '0,-179']],
  ['bbox=170,-10,180,10', ['0,179', '0,180']],
  ['bbox=-180,-10,-170,10', ['0,180', '0,-179']],
  ['bbox=4,52,5,52', ['52,4', '52,5']],
  ['bbox=-180,-90,180,90', all],
  ['bbox=-180,80,180,90', ['90,0']],
  ['bbox=10,-90,10,-90', ['-90,10']],
  ['near=0,180&radiusMeters=112000', ['0,179', '0,180', '0,-179']],
  ['near=0,180&radiusMeters=100000', ['0,180']],
  ['near=89,180&radiusMeters=120000', ['90,0']],
  ['near=52,4.5&radiusMeters=40000', ['52,4', '52,5']],
  ['polygon=POLYGON((3 51, 6 51, 3 54, 3 51))', ['52,4']],
  ['type=storm,sea_ice', ['0,179', '90,0']],
  ['minSeverity=3', ['0,179', '52,4']],
  ['provider=gdelt', ['0,-179']],
  ['provider=nobody', []],
  ['ongoing=true', ['0,179', '90,0']],
  ['ongoing=false&minSeverity=2', ['52,4', '-90,10']],
];
for (const [query, expected] of asked)
  test(`${query} returns ${expected.length} events`, async (t) => {
    t.deepEqual(await titles(query), expected);
  });

test('a time range includes its start and excludes its end', async (t) => {
  const at = (hours: number) => new Date(now - hours * HOUR).toISOString();
  t.deepEqual(await titles(`from=${at(3)}&to=${at(1)}`), ['0,180', '0,-179']);
});

/** Follows the cursor to the end. @returns the titles of each page */
async function pages(query: string, t: ExecutionContext): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor = ''; ; ) {
    const { status, json } = await ada.get(`/geospatial/events?${query}${cursor}`);
    t.is(status, 200);
    found.push(json.items.map(({ title }: { title: string }) => title));
    if (json.nextCursor === null) return found;
    cursor = `&cursor=${json.nextCursor}`;
  }
}

test('pages contain every event once, for the Earth, a box and a circle', async (t) => {
  t.deepEqual((await pages('limit=3', t)).flat(), all);
  t.deepEqual(await pages('limit=1&bbox=170,-10,-170,10', t), [['0,179'], ['0,180'], ['0,-179']]);
  t.deepEqual(await pages('limit=2&near=0,180&radiusMeters=112000', t), [['0,179', '0,180'], ['0,-179']]);
  t.deepEqual(await pages('limit=1&near=52,4&radiusMeters=1', t), [['52,4']]);
});

test('a cursor of events is valid only with the same filters', async (t) => {
  const { json } = await ada.get('/geospatial/events?limit=1');
  t.is(
    (await ada.get(`/geospatial/events?limit=1&minSeverity=2&cursor=${json.nextCursor}`)).json.code,
    'invalid_cursor',
  );
  t.is((await ada.get(`/geospatial/events?limit=1&cursor=${json.nextCursor}x`)).json.code, 'invalid_cursor');
  t.is((await ada.get(`/geospatial/events?limit=2&format=geojson&cursor=${json.nextCursor}`)).status, 200);
});

test('a feature has the geometry of the event, or its position', async (t) => {
  const answer = await ada.get('/geospatial/events?bbox=170,-10,-170,10&limit=2', {
    headers: { accept: 'application/geo+json' },
  });
  t.is(answer.headers.get('content-type')?.split(';')[0], 'application/geo+json');
  const { type, features, nextCursor } = JSON.parse(answer.text);
  t.deepEqual([type, features.length, typeof nextCursor], ['FeatureCollection', 2, 'string']);
  t.deepEqual([features[0].geometry, features[1].geometry], [line, { type: 'Point', coordinates: [-180, 0] }]);
  const { position: _, geometry: __, id, ...properties } = (await ada.get(`/geospatial/events/${features[0].id}`)).json;
  t.deepEqual([features[0].id, features[0].properties], [id, properties]);
  const one = await ada.get(`/geospatial/events/${id}`, { headers: { accept: 'application/geo+json' } });
  t.deepEqual(JSON.parse(one.text), features[0]);
  t.is((await ada.get(`/geospatial/events/${id}?format=geojson`)).text, one.text);
});

for (const [what, query, pointer] of [
  ['an unknown type', 'type=party', 'query/type'],
  ['a severity of 6', 'minSeverity=6', 'query/minSeverity'],
  ['a box upside down', 'bbox=0,10,1,-10', 'query/bbox'],
  ['two areas at once', 'bbox=0,0,1,1&near=0,0&radiusMeters=5', 'query/near'],
  ['a time that is none', 'from=yesterday', 'query/from'],
  ['a time that ends before it begins', 'from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'query/from'],
  ['an unknown parameter', 'colour=red', 'query/colour'],
] as const) {
  test(`${what} is 400`, async (t) => {
    const { status, json } = await ada.get(`/geospatial/events?${query}`);
    t.deepEqual([status, json.errors?.[0]?.pointer], [400, pointer]);
  });
}
