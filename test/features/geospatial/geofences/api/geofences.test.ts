import 'reflect-metadata';
import test from 'ava';
import { FenceEngineRunner } from '../../../../../src/features/geospatial/geofences/engine/fence-engine.runner.js';
import { LiveState } from '../../../../../src/features/geospatial/live/live-state.js';
import { isProblem } from '../../../../support/is-problem.js';
import { serviceFor } from '../../../../support/service-for.js';
import type { TestClient } from '../../../../support/test-client.js';
import { startTestService, type TestService } from '../../../../support/test-service.js';

const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
const square = {
  type: 'polygon',
  coordinates: [
    [3, 51],
    [5, 51],
    [5, 53],
    [3, 53],
  ],
};
const corridor = {
  type: 'corridor',
  line: [
    [179, 10],
    [-179, 11],
  ],
  widthMeters: 20_000,
};
const moving = { type: 'moving', entity: 'vessel:211000001', radiusMeters: 2_000 };
const defaults = {
  hysteresisMeters: 50,
  minStaySeconds: 0,
  dwellSeconds: null,
  accuracyGateMeters: null,
  insideAtCreation: 'ignore',
  layers: ['vessels', 'aircraft'],
  entities: null,
  altitudeFeet: null,
  expiresAt: null,
};
const base = '/geospatial/geofences';

let service: TestService;
let ada: TestClient;
/** Id of a geofence of `ada` that no test changes. */
let good: string;
test.before(async () => {
  service = await startTestService({ env: { SVC_GEOFENCE_LIMIT: '1000' } });
  ada = await service.signedIn();
  good = `${base}/${(await ada.post(base, { name: 'Good', shape: circle })).json.id}`;
});
test.after.always(() => service.close());

for (const shape of [circle, square, corridor, moving]) {
  test.serial(`a ${shape.type} fence is returned as it was created, with the default policy`, async (t) => {
    const made = await ada.post(base, { name: 'Fence', shape });
    t.is(made.status, 201);
    const { id, createdAt, updatedAt, symbols, ...rest } = made.json;
    t.is(symbols.length, 2);
    t.deepEqual(rest, { name: 'Fence', shape, policy: defaults, version: 1 });
    t.is(made.headers.get('location'), `/api/v1${base}/${id}`);
    t.deepEqual((await ada.get(`${base}/${id}`)).json, made.json);
  });
}

for (const [what, body, pointer] of [
  ['a circle without a radius', { shape: { type: 'circle', center: circle.center } }, '/shape/radiusMeters'],
  ['a circle with corners', { shape: { ...circle, coordinates: square.coordinates } }, '/shape/coordinates'],
  [
    'a polygon that crosses itself',
    {
      shape: {
        type: 'polygon',
        coordinates: [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ],
      },
    },
    '/shape/coordinates',
  ],
  [
    'a corner beyond the pole',
    {
      shape: {
        type: 'polygon',
        coordinates: [
          [0, 0],
          [2, 91],
          [2, 0],
        ],
      },
    },
    '/shape/coordinates/1',
  ],
  [
    'a corner of three numbers',
    {
      shape: {
        type: 'polygon',
        coordinates: [
          [0, 0],
          [2, 2, 2],
          [2, 0],
        ],
      },
    },
    '/shape/coordinates',
  ],
  [
    'a corridor that stands still',
    {
      shape: {
        ...corridor,
        line: [
          [1, 1],
          [1, 1],
        ],
      },
    },
    '/shape/line/1',
  ],
  [
    'a corridor to the other side of the Earth',
    {
      shape: {
        ...corridor,
        line: [
          [0, 0],
          [180, 0],
        ],
      },
    },
    '/shape/line/1',
  ],
  ['a moving fence around nothing that moves', { shape: { ...moving, entity: 'portfolio:1' } }, '/shape/entity'],
  ['a moving fence as large as a continent', { shape: { ...moving, radiusMeters: 1_000_001 } }, '/shape/radiusMeters'],
  [
    'a band of altitudes upside down',
    { shape: circle, policy: { altitudeFeet: { min: 5_000, max: 1_000 } } },
    '/policy/altitudeFeet/max',
  ],
  ['an end that is over', { shape: circle, policy: { expiresAt: '2020-01-01T00:00:00Z' } }, '/policy/expiresAt'],
] as const) {
  test(`${what} is rejected with 400, on create and on replace`, async (t) => {
    for (const answer of [
      await ada.post(base, { name: 'Bad', ...body }),
      await ada.put(good, { name: 'Bad', ...body }),
    ]) {
      t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [400, pointer]);
    }
  });
}

test('a replacement sets all fields', async (t) => {
  const { json } = await ada.post(base, { name: 'One', shape: circle, policy: { dwellSeconds: 60 } });
  const next = await ada.put(`${base}/${json.id}`, { name: 'Two', shape: square });
  t.like(next.json, { name: 'Two', shape: square, policy: defaults, version: 2 });
});

test('an expired fence is not found', async (t) => {
  const own = await serviceFor(t);
  const bob = await own.signedIn();
  const expiresAt = new Date(own.clock.now() + 60_000).toISOString();
  const path = `${base}/${(await bob.post(base, { name: 'Today', shape: circle, policy: { expiresAt } })).json.id}`;
  t.is((await bob.get(path)).json.policy.expiresAt, expiresAt);
  own.clock.advance(60_000);
  isProblem(t, await bob.get(path), 404, 'not_found');
  t.deepEqual((await bob.get(base)).json.items, []);
});

test('fences as GeoJSON are polygons, cut at the antimeridian', async (t) => {
  const bob = await service.signedIn();
  for (const shape of [circle, square, corridor, moving]) await bob.post(base, { name: shape.type, shape });
  const { json, headers } = await bob.get(`${base}?format=geojson`);
  t.is(headers.get('content-type')?.split(';')[0], 'application/geo+json');
  const [round, polygon, strip, asleep] = json.features;
  t.is(round.geometry.coordinates[0].length, 73);
  t.deepEqual(polygon.geometry, { type: 'Polygon', coordinates: [[...square.coordinates, square.coordinates[0]]] });
  t.deepEqual([strip.geometry.type, asleep.geometry], ['MultiPolygon', null]);
  t.true(
    strip.geometry.coordinates
      .flat(2)
      .every(([lon]: number[]) => Math.abs(lon as number) <= 180 && Math.abs(lon as number) > 178),
  );
  t.like(round.properties, { name: 'circle', version: 1 });
  t.deepEqual((await bob.get(`${base}/${polygon.id}?format=geojson`)).json, polygon);
});

/** Returns a service whose engine runs on demand, with functions that report vessels. */
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

test('transitions are in the timeline and the history of their owner only', async (t) => {
  const { own, report, settle } = await watching(t);
  const [bob, eve] = [await own.signedIn(), await own.signedIn()];
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle })).json;
  const hers = (await eve.post(base, { name: 'Hers', shape: { ...circle, center: { lat: 20, lon: 20 } } })).json.id;
  await settle();
  report(211000001, 51, 4);
  report(211000001, 52, 4);
  await settle();
  const inside = (await bob.get(`${base}/${id}/inside`)).json.items;
  t.like(inside[0], {
    entity: 'vessel:211000001',
    name: 'SHIP 211000001',
    dwelled: false,
    position: { lat: 52, lon: 4 },
  });
  report(211000001, 51, 4);
  await settle();
  const { items } = (await bob.get(`${base}/${id}/transitions`)).json;
  t.deepEqual(
    items.map(({ type, reason, staySeconds }: Record<string, unknown>) => [type, reason, staySeconds]),
    [
      ['exited', 'crossed', 10],
      ['entered', 'crossed', 0],
    ],
  );
  t.like(items[1], {
    entity: 'vessel:211000001',
    geofenceId: id,
    geofenceName: 'Maas',
    position: { lat: 52, lon: 4 },
    occurredAt: items[1].enteredAt,
  });
  t.deepEqual((await bob.get(`${base}/${id}/inside`)).json.items, []);
  t.is((await bob.get(`${base}/${id}/transitions?type=entered`)).json.items.length, 1);
  t.is((await bob.get(`${base}/${id}/transitions?from=${items[0].occurredAt}`)).json.items.length, 1);
  const { status, json } = await bob.get(
    `${base}/${id}/transitions?from=${items[0].occurredAt}&to=2026-01-01T00:00:00Z`,
  );
  t.deepEqual(
    [status, json.errors],
    [400, [{ in: 'query', pointer: 'query/from', name: 'from', detail: 'must be before `to`' }]],
  );
  t.is((await bob.get('/timeline?entity=vessel:211000001&bbox=3,51.5,5,52.5')).json.items[0].type, 'geofence.entered');
  t.deepEqual((await eve.get('/timeline?type=geofence.*')).json.items, []);
  t.deepEqual((await eve.get(`${base}/${hers}/transitions`)).json.items, []);
});

test('members and transitions are paged', async (t) => {
  const { own, report, settle } = await watching(t);
  const bob = await own.signedIn();
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle })).json;
  await settle();
  for (const key of [211000003, 211000001, 211000002]) report(key, 52, 4);
  await settle();
  for (const list of ['inside', 'transitions']) {
    const first = (await bob.get(`${base}/${id}/${list}?limit=2`)).json;
    const second = (await bob.get(`${base}/${id}/${list}?limit=2&cursor=${first.nextCursor}`)).json;
    t.deepEqual([first.items.length, second.items.length, second.nextCursor], [2, 1, null]);
    t.is(new Set([...first.items, ...second.items].map(({ entity }) => entity)).size, 3);
  }
});

test('a deleted fence publishes exits and its row is deleted; a dwell is published without a report', async (t) => {
  const { own, report, settle } = await watching(t);
  const bob = await own.signedIn();
  const { id } = (await bob.post(base, { name: 'Maas', shape: circle, policy: { dwellSeconds: 60 } })).json;
  await settle();
  report(211000001, 52, 4);
  await settle();
  own.clock.advance(60_000);
  await settle();
  t.true((await bob.get(`${base}/${id}/inside`)).json.items[0].dwelled);
  await bob.delete(`${base}/${id}`);
  await settle();
  const { items } = (await bob.get('/timeline?type=geofence.*')).json;
  t.deepEqual(
    items.map(({ type, data }: { type: string; data: { reason: string } }) => `${type} ${data.reason}`),
    ['geofence.exited fence_ended', 'geofence.dwelled stayed', 'geofence.entered appeared'],
  );
  const { rows } = await own.database.database.query('select from geofences');
  t.is(rows.length, 0);
});
