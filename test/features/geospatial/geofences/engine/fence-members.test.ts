import test from 'ava';
import { FenceEngine } from '../../../../../src/features/geospatial/geofences/engine/fence-engine.js';
import type { FenceShape } from '../../../../../src/features/geospatial/geofences/geofence.js';
import type { Corner } from '../../../../../src/features/geospatial/geometry/ring.js';
import { destination } from '../../../../../src/features/geospatial/sphere.js';
import { collect } from '../../../../support/collect-garbage.js';
import { FenceScene } from '../../../../support/fence-scene.js';

test('a fence that is read twice because it changed has each member once', (t) => {
  const world = new FenceScene();
  const kept = [{ layer: 'vessels' as const, key: 211000001, since: 0, dwelled: false, pending: null }];
  const circle = { type: 'circle' as const, center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
  world.engine.resume(world.fence(circle), kept, 0);
  world.engine.resume(world.fence({ ...circle, radiusMeters: 2_000 }), kept, 0);
  world.move('vessel:211000001', 1, 50, 4);
  world.lose('vessel:211000001', 2);
  t.deepEqual(world.published, ['exited vessel:211000001 crossed 1']);
});

test('all fences together have no more members than the limit of the engine', (t) => {
  const world = new FenceScene(10, 3);
  for (const id of ['a', 'b'])
    world.put({ type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 }, {}, { id });
  for (const ship of [1, 2, 3]) world.move(`vessel:21100000${ship}`, 1, 52, 4);
  t.deepEqual([world.published.length, world.engine.members.rejected], [3, 3]);
});

test('a vessel in one fence takes less than 800 bytes, however many fences are nearby', (t) => {
  const world = new FenceScene();
  const engine = new FenceEngine(world, () => {}, 20_000);
  engine.put(world.fence({ type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 }), 0);
  const report = (seconds: number, lat: number) => {
    for (let key = 1; key <= 20_000; key += 1)
      engine.move({
        layer: 'vessels',
        key,
        lat,
        lon: 4,
        observedAt: seconds * 1000,
        altitudeFeet: Number.NaN,
        accuracyMeters: Number.NaN,
        isFirst: seconds === 0,
      });
  };
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const seconds of [0, 1, 2]) report(seconds, 52 + seconds / 10_000);
  collect();
  const taken = (process.memoryUsage().heapUsed - before) / 20_000;
  t.is(engine.members.count, 20_000);
  t.true(taken < 800, `${taken}`);
});

test('nothing is cached for an object that has left every fence', (t) => {
  const world = new FenceScene();
  world.put({ type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 10_000 }, { hysteresisMeters: 0 });
  // A polygon that surrounds the circle on two sides: it overlaps the circle's box but not the circle.
  const around = {
    type: 'polygon' as const,
    coordinates: [
      [3, 51] as const,
      [5, 51] as const,
      [5, 53] as const,
      [4.9, 53] as const,
      [4.9, 51.1] as const,
      [3, 51.1] as const,
    ],
  };
  world.put(around, {}, { id: 'around' });
  const { left } = world.engine.members.budget;
  for (const [seconds, lat] of [52, 52.001, 52.002].entries()) world.move('vessel:211000001', seconds + 1, lat, 4);
  t.is(world.engine.members.budget.left, left - 1);
  world.move('vessel:211000001', 10, 52.5, 4);
  t.is(world.engine.members.count, 0);
  t.is(world.engine.members.budget.left, left);
});

/** Returns a position at a distance (m) and bearing from 52° N 4° E. */
const corner = (bearing: number, meters: number): Corner => {
  const { lat, lon } = destination(52, 4, bearing, meters);
  return [lon, lat];
};

const shapes: FenceShape[] = [
  { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 10_000 },
  { type: 'polygon', coordinates: [0, 90, 180, 270].map((bearing) => corner(bearing, 14_142)) },
  { type: 'corridor', line: [corner(135, 30_000), corner(315, 30_000)], widthMeters: 20_000 },
];

for (const shape of shapes)
  test(`an object that crosses a ${shape.type} enters and exits with its first reports inside and outside`, (t) => {
    const world = new FenceScene();
    // The object is always inside another geofence, so that exclusions are cached.
    world.put(
      { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 100_000 },
      { layers: ['vessels'] },
      { id: 'around' },
    );
    world.put(shape, { hysteresisMeters: 0 });
    for (let step = 0; step <= 280; step += 1) {
      const { lat, lon } = destination(52, 4, step < 140 ? 45 : 225, Math.abs(14_010 - 100 * step));
      world.move('vessel:211000001', step, lat, lon);
    }
    // The border of every shape is 10 km from the center here.
    const times = world.transitions
      .filter(({ fence }) => fence.id === 'fence')
      .map(({ type, time }) => [type, time / 1000] as const);
    t.deepEqual(
      times.map(([type]) => type),
      ['entered', 'exited'],
    );
    for (const [index, expected] of [41, 241].entries())
      t.true(Math.abs((times[index]?.[1] as number) - expected) <= 1, `${times[index]}`);
  });
