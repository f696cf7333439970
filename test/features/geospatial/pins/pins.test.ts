import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const buoy = { title: 'Wreck buoy', note: 'adrift', position: { lat: 51.95, lon: 4.05 }, severity: 2 };
const at = (lat: number, lon: number) => ({ title: `${lat},${lon}`, position: { lat, lon } });

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

/** Returns a new account with one pin, and the path of the pin. */
async function owner(pin: object = buoy) {
  const ada = await service.signedIn();
  const made = await ada.post('/geospatial/pins', pin);
  return { ada, made, path: `/geospatial/pins/${made.json.id}` };
}

test('a pin is returned as it was created, and note and severity may be left out', async (t) => {
  const { ada, made, path } = await owner();
  t.deepEqual([made.status, made.headers.get('location')], [201, `/api/v1${path}`]);
  t.like(made.json, { ...buoy, expiresAt: null, version: 1 });
  t.deepEqual((await ada.get(path)).json, made.json);
  const second = await ada.post('/geospatial/pins', at(1, 2));
  t.like(second.json, { note: null, severity: 1 });
});

test('the position of a pin may be a GeoJSON Point, longitude first, when set and when changed', async (t) => {
  const { ada, made, path } = await owner({
    title: 'Point',
    position: { type: 'Point', coordinates: [4.05, 51.95, 12] },
  });
  t.deepEqual([made.status, made.json.position], [201, { lat: 51.95, lon: 4.05 }]);
  const changed = await ada.patch(path, { position: { type: 'Point', coordinates: [180, -1] } });
  t.deepEqual(changed.json.position, { lat: -1, lon: -180 });
  const beyond = await ada.patch(path, { position: { type: 'Point', coordinates: [51.95, 104.05] } });
  t.deepEqual([beyond.status, beyond.json.errors[0].pointer], [400, '/position/coordinates']);
  isProblem(
    t,
    await ada.patch(path, { position: { type: 'Polygon', coordinates: [] } }),
    400,
    'invalid_request',
    '/position/type',
  );
});

test('an update changes only the fields sent, and one that changes nothing keeps the version and the ETag', async (t) => {
  const { ada, made, path } = await owner();
  const same = await ada.patch(path, { title: buoy.title, position: buoy.position, expiresAt: null });
  t.deepEqual([same.json, same.headers.get('etag')], [made.json, made.headers.get('etag')]);
  t.like((await ada.patch(path, { note: null })).json, { ...buoy, note: null, version: 2 });
  t.like((await ada.patch(path, { position: { lat: -1, lon: 180 }, severity: 5 })).json, {
    position: { lat: -1, lon: -180 },
    severity: 5,
    version: 3,
  });
  t.is((await ada.patch(path, { position: { lat: -1, lon: 180 } })).json.version, 3);
});

for (const [what, change, pointer] of [
  ['a latitude beyond the pole', { position: { lat: 90.1, lon: 0 } }, '/position/lat'],
  ['a place without a longitude', { position: { lat: 1 } }, '/position/lon'],
  ['a severity of 0', { severity: 0 }, '/severity'],
  ['an empty title', { title: '' }, '/title'],
  ['an expiry that has passed', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
  ['an unknown field', { colour: 'red' }, '/colour'],
] as const) {
  test(`${what} is rejected with 400, on create and on update`, async (t) => {
    const { ada, path } = await owner();
    for (const answer of [await ada.post('/geospatial/pins', { ...buoy, ...change }), await ada.patch(path, change)])
      t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [400, pointer]);
    t.is((await ada.get(path)).json.version, 1);
  });
}

test('an area filter returns the pins inside, also across the antimeridian', async (t) => {
  const { ada } = await owner(at(0, 179));
  for (const [lat, lon] of [
    [0, 180],
    [0, -179],
    [0, 0],
    [60, 179],
  ] as const)
    await ada.post('/geospatial/pins', at(lat, lon));
  const titles = async (query: string) =>
    (await ada.get(`/geospatial/pins?${query}`)).json.items.map(({ title }: { title: string }) => title);
  t.deepEqual(await titles('bbox=170,-10,-170,10'), ['0,179', '0,180', '0,-179']);
  t.deepEqual(await titles('bbox=170,-10,180,10'), ['0,179', '0,180']);
  t.deepEqual(await titles('bbox=179,0,179,60'), ['0,179', '60,179']);
  t.deepEqual(await titles('near=0,179.9&radiusMeters=110000'), ['0,179', '0,180']);
  t.deepEqual(await titles('near=0,180&radiusMeters=120000&limit=2'), ['0,179', '0,180']);
  isProblem(t, await ada.get('/geospatial/pins?bbox=0,10,1,-10'), 400, 'invalid_request', 'query/bbox');
});

test('a cursor is valid only with the same area', async (t) => {
  const { ada } = await owner(at(1, 1));
  await ada.post('/geospatial/pins', at(2, 2));
  const { json } = await ada.get('/geospatial/pins?bbox=0,0,5,5&limit=1');
  t.is((await ada.get(`/geospatial/pins?bbox=0,0,5,6&limit=1&cursor=${json.nextCursor}`)).json.code, 'invalid_cursor');
  t.is((await ada.get(`/geospatial/pins?bbox=0,0,5,5&limit=1&cursor=${json.nextCursor}`)).json.items[0].title, '2,2');
});

test('pins are returned as features if GeoJSON is requested', async (t) => {
  const { ada, made } = await owner();
  const headers = { accept: 'application/geo+json' };
  const answer = await ada.get('/geospatial/pins', { headers });
  const { id, position: _, ...properties } = made.json;
  t.is(answer.headers.get('content-type')?.split(';')[0], 'application/geo+json');
  t.deepEqual(JSON.parse(answer.text), {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', id, geometry: { type: 'Point', coordinates: [4.05, 51.95] }, properties }],
    nextCursor: null,
  });
  t.is((await ada.get('/geospatial/pins?format=geojson')).text, answer.text);
});

test('an expired pin is not found and does not count toward the quota before it is deleted', async (t) => {
  const { signedIn, clock, jobs, database } = await serviceFor(t, { env: { SVC_PIN_LIMIT: '1' } });
  const ada = await signedIn();
  const soon = new Date(clock.now() + 5 * MINUTE).toISOString();
  const { json } = await ada.post('/geospatial/pins', { ...buoy, expiresAt: soon });
  t.is(json.expiresAt, soon);
  clock.advance(5 * MINUTE);
  for (const refused of [
    await ada.get(`/geospatial/pins/${json.id}`),
    await ada.patch(`/geospatial/pins/${json.id}`, { title: 'x' }),
    await ada.delete(`/geospatial/pins/${json.id}`),
  ])
    isProblem(t, refused, 404, 'not_found');
  t.deepEqual((await ada.get('/geospatial/pins')).json.items, []);
  t.is((await ada.post('/geospatial/pins', buoy)).status, 201);
  await jobs.run('geospatial.remove-expired-pins');
  const { rows } = await database.database.query<{ expires_at: Date | null }>('select expires_at from pins');
  t.deepEqual(rows, [{ expires_at: null }]);
});

test('an expiry can be changed and removed', async (t) => {
  const { ada, path } = await owner({ ...buoy, expiresAt: new Date(service.clock.now() + HOUR).toISOString() });
  const later = new Date(service.clock.now() + 2 * HOUR).toISOString();
  t.is((await ada.patch(path, { expiresAt: later })).json.expiresAt, later);
  t.is((await ada.patch(path, { expiresAt: null })).json.expiresAt, null);
});
