import 'reflect-metadata';
import test from 'ava';
import { StoredPaths } from '../../../../../src/features/geospatial/geofences/backtest/stored-paths.repository.js';
import { MovingObjectRepository } from '../../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { LiveState } from '../../../../../src/features/geospatial/live/live-state.js';
import type { Vessel } from '../../../../../src/features/geospatial/vessel.js';
import type { TestClient } from '../../../../support/test-client.js';
import { startTestService, type TestService } from '../../../../support/test-service.js';

const base = '/geospatial/geofences';
const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
const day = Date.UTC(2026, 10, 20);
const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  // Layer, object, minute of the day, latitude, longitude, altitude, number of omitted reports before the point.
  const points: Array<[number, number, number, number, number, number | null, number?]> = [
    [1, 211000001, 10, 51, 4, null],
    [1, 211000001, 20, 52, 4, null],
    [1, 211000001, 140, 52.001, 4, null],
    [1, 211000001, 150, 53, 4, null],
    // Inside the circle since the evening before.
    [1, 211000002, -30, 52, 4, null],
    [1, 211000002, 30, 52, 4, null],
    [1, 211000002, 40, 50, 4, null],
    // The vessel is never near the circle, but an aircraft passes it.
    [1, 211000003, 10, 10, 10, null],
    [1, 211000003, 20, 51.98, 10.001, null],
    // Passes vessel 211000003.
    [2, 0x4ca2d6, 15, 12, 10, 30_000],
    [2, 0x4ca2d6, 18, 10.001, 10, 31_000],
    [2, 0x4ca2d6, 19, 12, 10, 31_000, 59],
    // Vessel 211000004 and aircraft 4ca2d7 cross a small circle between two stored points, straight, at 24 and at 480
    // knots.
    [1, 211000004, 10, 30, 20, null],
    [1, 211000004, 15, 30, 20.0384, null, 29],
    [2, 0x4ca2d7, 20, 30, 19.95, 20_000],
    [2, 0x4ca2d7, 21, 30, 20.104, 24_000, 29],
    // Crosses another circle but sends no reports between its two points.
    [1, 211000005, 10, 40, 20, null],
    [1, 211000005, 15, 40, 20.0384, null, 0],
  ];
  const insert =
    'insert into track_points (layer, object, observed_at, lat, lon, altitude_feet, left_out) values ($1, $2, $3, $4, $5, $6, $7)';
  for (const [layer, object, minute, lat, lon, altitude, omittedReports = null] of points)
    await service.database.database.query(insert, [
      layer,
      object,
      new Date(day + minute * 60_000),
      lat,
      lon,
      altitude,
      omittedReports,
    ]);
});
test.after.always(() => service.close());

async function tried(shape: object, policy: object = {}, time: object = range) {
  const { id } = (await ada.post(base, { name: 'Tried', shape, policy })).json;
  const { status, json } = await ada.post(`${base}/${id}/backtest`, time);
  const lines = json.transitions?.map(
    ({ type, entity, reason, occurredAt }: Record<string, string>) =>
      `${occurredAt?.slice(11, 16)} ${type} ${entity} ${reason}`,
  );
  return { status, json, lines };
}

test('a backtest leaves out stations that do not move, unless the geofence names them', async (t) => {
  const insert = 'insert into track_points (layer, object, observed_at, lat, lon) values (1, $1, $2, $3, $4)';
  for (const key of [992446002, 992446003])
    for (const [minute, lat] of [
      [10, 61],
      [20, 60],
    ] as const)
      await service.database.database.query(insert, [key, new Date(day + minute * 60_000), lat, 4]);
  const live = service.services.get(LiveState);
  const [now, station] = [service.clock.now(), 'aid_to_navigation'] as const;
  live.takeVessel({ key: 992446002, station, observedAt: now, receivedAt: now, provider: 'test' });
  // The state of the second is only stored.
  const stored = { ...(live.vessels.get(992446002) as Vessel), key: 992446003 };
  await service.services.get(MovingObjectRepository).save('vessels', [stored]);
  const shape = { ...circle, center: { lat: 60, lon: 4 } };
  t.deepEqual((await tried(shape)).lines, []);
  const { lines } = await tried(shape, { entities: ['vessel:992446002'] });
  t.deepEqual(lines, ['00:20 entered vessel:992446002 crossed']);
});

test('a backtest returns the transitions that stored tracks would have produced', async (t) => {
  const { json, lines } = await tried(circle, { dwellSeconds: 3_600 });
  t.deepEqual(lines, [
    '00:20 entered vessel:211000001 crossed',
    '00:40 exited vessel:211000002 crossed',
    '01:20 dwelled vessel:211000001 stayed',
    '02:30 exited vessel:211000001 crossed',
  ]);
  t.like(json, { objects: 2, points: 6, cutBy: null });
  t.is(json.transitions[0].provider, 'unknown', 'only track points are stored for this vessel');
});

test('objects inside at the beginning are treated according to `insideAtCreation`', async (t) => {
  const { lines } = await tried(circle, { insideAtCreation: 'enter' });
  t.is(lines[0], '00:00 entered vessel:211000002 inside_at_creation');
});

test('a moving fence is evaluated along the track of the object that it follows', async (t) => {
  const { lines } = await tried({ type: 'moving', entity: 'vessel:211000003', radiusMeters: 5_000 });
  t.deepEqual(lines, ['00:18 entered aircraft:4ca2d6 crossed', '00:18 exited aircraft:4ca2d6 crossed']);
});

test('an object that crosses a small fence between two stored points was inside', async (t) => {
  const { lines, json } = await tried(
    { type: 'circle', center: { lat: 30, lon: 20.0192 }, radiusMeters: 500 },
    { hysteresisMeters: 0 },
  );
  t.deepEqual(lines, [
    '00:11 entered vessel:211000004 crossed',
    '00:13 exited vessel:211000004 crossed',
    '00:20 entered aircraft:4ca2d7 crossed',
    '00:20 exited aircraft:4ca2d7 crossed',
  ]);
  t.like(json, { objects: 2, points: 4, leftOutReports: 58 });
  t.deepEqual(
    json.transitions.map(({ estimated }: { estimated: boolean }) => estimated),
    [true, true, true, true],
  );
  const high = await tried(
    { type: 'circle', center: { lat: 30, lon: 20.0192 }, radiusMeters: 500 },
    { layers: ['aircraft'], altitudeFeet: { min: 23_000, max: null } },
  );
  t.deepEqual(high.lines, [], 'it was at 21,800 feet by then');
});

test('a vessel that was silent between points on opposite sides of a fence did not visit it', async (t) => {
  const { lines, json } = await tried({ type: 'circle', center: { lat: 40, lon: 20.0192 }, radiusMeters: 500 });
  t.deepEqual([lines, json.leftOutReports], [[], 0]);
});

test('a backtest publishes and stores nothing', async (t) => {
  await tried(circle);
  t.deepEqual((await ada.get('/timeline?type=geofence.*')).json.items, []);
});

test('the search for objects runs hour by hour, and a timeout returns those found', async (t) => {
  const stored = new StoredPaths(service.database.database);
  const box = { west: 3.9, south: 49, east: 4.1, north: 53 };
  const search = (isLate: () => boolean) =>
    stored.objectsIn(['vessels'], { from: day - 3_600_000, to: day + 86_400_000 }, [box], 10, isLate);
  const keys = ({ objects }: { objects: Array<{ key: number }> }) => objects.map(({ key }) => key);
  const whole = await search(() => false);
  t.deepEqual([keys(whole), whole.isComplete], [[211000002, 211000001], true]);
  let slices = 0;
  const cut = await search(() => ++slices > 1);
  t.deepEqual([keys(cut), cut.isComplete], [[211000002], false]);
});

for (const [what, time] of [
  ['ends before it begins', { from: range.to, to: range.from }],
  ['is longer than a week', { from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' }],
] as const) {
  test(`a time that ${what} is rejected with 400`, async (t) => {
    const { status, json } = await tried(circle, {}, time);
    t.deepEqual([status, json.errors[0].pointer], [400, '/to']);
  });
}
