import 'reflect-metadata';
import test from 'ava';
import { FenceEngineRunner } from '../../../../../src/features/geospatial/geofences/engine/fence-engine.runner.js';
import { LiveState } from '../../../../../src/features/geospatial/live/live-state.js';
import { serviceFor } from '../../../../support/service-for.js';
import { linesOfPath, turnsAround } from '../../../../support/svg-rings.js';
import type { TestClient } from '../../../../support/test-client.js';
import { startTestService, type TestService } from '../../../../support/test-service.js';

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
/**
 * A polygon with a hole, as other programs write it: corners have altitudes, and the hole has the direction of the
 * outer ring.
 */
const holed = {
  type: 'Polygon',
  coordinates: [ring(3, 51, 5, 53).map((corner) => [...corner, 12.5]), ring(3.9, 51.9, 4.1, 52.1)],
};
const islands = {
  type: 'MultiPolygon',
  coordinates: [[ring(3, 51, 3.5, 51.5)], [ring(4, 52, 5, 53), ring(4.2, 52.2, 4.4, 52.4)]],
};
const base = '/geospatial/geofences';

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
});
test.after.always(() => service.close());

for (const shape of [holed, islands]) {
  test(`a ${shape.type} is returned as it was created`, async (t) => {
    const made = await ada.post(base, { name: 'Fence', shape });
    t.deepEqual([made.status, made.json.shape], [201, shape]);
    t.deepEqual((await ada.get(`${base}/${made.json.id}`)).json, made.json);
  });
}

test('the GeoJSON of a fence with a GeoJSON shape is that shape, and its holes are holes on the map', async (t) => {
  const bob = await service.signedIn();
  for (const shape of [holed, islands]) await bob.post(base, { name: shape.type, shape });
  const { json } = await bob.get(`${base}?format=geojson`);
  t.deepEqual(
    json.features.map(({ geometry }: { geometry: object }) => geometry),
    [holed, islands],
  );
  const { text } = await bob.get('/geospatial/map.svg?bbox=2,50,6,54&layer=geofences&theme=light');
  const areas = [...text.matchAll(/<\/title><path d="([^"]+)" stroke="none"/g)].map(([, d]) =>
    linesOfPath(d as string),
  );
  t.deepEqual(areas.map((rings) => rings.length).toSorted(), [2, 3]);
  for (const rings of areas) {
    const hole = rings.at(-1) as Array<[number, number]>;
    const middle = (axis: 0 | 1) => hole.reduce((sum, point) => sum + point[axis], 0) / hole.length;
    t.is(turnsAround(rings, middle(0), middle(1)).nonzero, 0);
    t.not(turnsAround(rings.slice(0, -1), middle(0), middle(1)).nonzero, 0);
  }
});

test('an invalid GeoJSON shape is a 400 with the position of the error, and a Feature a 400 with the accepted types', async (t) => {
  const refused = async (shape: object) => {
    const { status, json } = await ada.post(base, { name: 'Fence', shape });
    return [
      status,
      json.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`).join(),
    ];
  };
  const outside = {
    type: 'MultiPolygon',
    coordinates: [[ring(0, 0, 1, 1)], [ring(3, 51, 5, 53), ring(10, 10, 11, 11)]],
  };
  t.deepEqual(await refused(outside), [400, '/shape/coordinates/1/1 must lie within the outer ring of its polygon']);
  t.deepEqual(await refused({ type: 'Polygon', coordinates: [[...ring(3, 51, 5, 53).slice(0, 4), [3, 52]]] }), [
    400,
    '/shape/coordinates/0 must be closed: its last position must be the same as its first',
  ]);
  t.regex(
    String((await refused({ type: 'Feature', geometry: holed, properties: null }))[1]),
    /send the geometry of a GeoJSON Feature/,
  );
});

/** Returns a service whose engine the test runs, and functions that report vessels. */
async function watching(t: Parameters<typeof serviceFor>[0]) {
  const own = await serviceFor(t);
  const [picture, runner] = [own.services.get(LiveState), own.services.get(FenceEngineRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const report = (key: number, lat: number, lon: number) => {
    own.clock.advance(10_000);
    const now = own.clock.now();
    picture.takeVessel({ key, lat, lon, observedAt: now, receivedAt: now, provider: 'test', name: `SHIP ${key}` });
  };
  const settle = async () => {
    await runner.settle();
    await own.settle();
  };
  return { own, runner, report, settle };
}

test('an object that moves into the hole of a fence exits, and one that moves into another part enters', async (t) => {
  const { own, report, settle } = await watching(t);
  const bob = await own.signedIn();
  const { id } = (await bob.post(base, { name: 'Islands', shape: islands })).json;
  await settle();
  const positions: Array<[lat: number, lon: number]> = [
    [50, 2],
    [51.2, 3.2],
    [51.7, 3.7],
    [52.1, 4.1],
    [52.3, 4.3],
  ];
  for (const [lat, lon] of positions) report(211000001, lat, lon);
  await settle();
  const { items } = (await bob.get(`${base}/${id}/transitions`)).json;
  t.deepEqual(
    items.toReversed().map(({ type, position }: { type: string; position: { lat: number } }) => [type, position.lat]),
    [
      ['entered', 51.2],
      ['exited', 51.7],
      ['entered', 52.1],
      ['exited', 52.3],
    ],
  );
  t.deepEqual((await bob.get(`${base}/${id}/inside`)).json.items, []);
});
