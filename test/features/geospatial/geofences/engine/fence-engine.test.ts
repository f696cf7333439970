import test from 'ava';
import type { FencePolicy } from '../../../../../src/features/geospatial/geofences/geofence.js';
import { destination } from '../../../../../src/features/geospatial/sphere.js';
import { FenceScene } from '../../../../support/fence-scene.js';

const ship = 'vessel:211000001';
const other = 'vessel:211000002';
const plane = 'aircraft:4ca2d6';
/** A kilometre around 52° N 4° E. */
const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 } as const;

/** So many metres east of the middle of the circle. */
const at = (meters: number) => {
  const { lat, lon } = destination(52, 4, 90, meters);
  return [lat, lon] as const;
};

function scene(policy: Partial<FencePolicy> = {}): FenceScene {
  const made = new FenceScene();
  made.put(circle, policy);
  return made;
}

test('a ship that comes and goes is told once each, at the times of her reports', (t) => {
  const world = scene();
  for (const [seconds, meters] of [
    [0, 3_000],
    [60, 900],
    [120, 0],
    [180, -900],
    [240, -3_000],
    [300, -4_000],
  ] as const)
    world.move(ship, seconds, ...at(meters));
  t.deepEqual(world.told, [`entered ${ship} crossed 60`, `exited ${ship} crossed 240`]);
  t.like(world.transitions[1], { enteredAt: 60_000, position: { lat: at(-3_000)[0] } });
});

test('a ship that jitters on the edge comes once and does not go', (t) => {
  const world = scene();
  for (let seconds = 0; seconds < 100; seconds += 1) world.move(ship, seconds, ...at(1_000 + (seconds % 2 === 0 ? 40 : -40)));
  t.deepEqual(world.told, [`entered ${ship} crossed 1`]);
  world.move(ship, 100, ...at(1_060));
  t.is(world.told[1], `exited ${ship} crossed 100`);
});

test('without hysteresis every crossing is told', (t) => {
  const world = scene({ hysteresisMeters: 0 });
  for (let seconds = 0; seconds < 6; seconds += 1) world.move(ship, seconds, ...at(1_000 + (seconds % 2 === 0 ? 40 : -40)));
  t.is(world.told.length, 5);
});

test('what is first seen inside has appeared', (t) => {
  const world = scene();
  world.move(ship, 5, ...at(0));
  t.deepEqual(world.told, [`entered ${ship} appeared 5`]);
});

test('two reports on both sides of a fence are no visit', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(-1_500));
  world.move(ship, 600, ...at(1_500));
  t.deepEqual(world.told, []);
});

test('a report that is not later than the last one decides nothing', (t) => {
  const world = scene();
  world.move(ship, 100, ...at(0));
  // Straight to the engine: the picture would have left them out.
  for (const observedAt of [99_000, 100_000])
    world.engine.move({ layer: 'vessels', key: 211000001, lat: 0, lon: 0, observedAt, altitudeFeet: Number.NaN, accuracyMeters: Number.NaN, isFirst: false });
  t.deepEqual(world.told, [`entered ${ship} appeared 100`]);
});

test('a report that is not accurate enough decides neither a coming nor a going; one that does not say decides', (t) => {
  const world = scene({ accuracyGateMeters: 100 });
  world.move(ship, 0, ...at(0), { accuracyMeters: 101 });
  t.deepEqual(world.told, []);
  world.move(ship, 1, ...at(0), { accuracyMeters: 100 });
  world.move(ship, 2, ...at(5_000), { accuracyMeters: 5_000 });
  t.deepEqual(world.told, [`entered ${ship} crossed 1`]);
  world.move(ship, 3, ...at(5_000));
  t.is(world.told.length, 2);
});

test('who stays for less than the least stay was never there; who stays is told by a report', (t) => {
  const world = scene({ minStaySeconds: 60 });
  world.move(ship, 0, ...at(0));
  world.move(ship, 59, ...at(500));
  world.move(ship, 61, ...at(5_000));
  t.deepEqual(world.told, []);
  world.move(ship, 100, ...at(0));
  world.move(ship, 160, ...at(0));
  world.move(ship, 200, ...at(5_000));
  t.deepEqual(world.told, [`entered ${ship} crossed 160`, `exited ${ship} crossed 200`]);
  t.is(world.transitions.find(({ isPublished }) => isPublished)?.enteredAt, 100_000);
});

test('a long stay is told once, when it is long enough, without any further report', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.engine.tick(599_999);
  t.is(world.told.length, 1);
  world.engine.tick(601_000);
  world.engine.tick(1_300_000);
  world.move(ship, 1_400, ...at(10));
  world.engine.tick(2_000_000);
  t.deepEqual(world.told, [`entered ${ship} appeared 0`, `dwelled ${ship} stayed 600`]);
});

test('a stay that was long enough is told before its end, though nobody looked at the time between', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.move(ship, 700, ...at(5_000));
  t.deepEqual(world.told.slice(1), [`dwelled ${ship} stayed 600`, `exited ${ship} crossed 700`]);
});

test('what is inside when a fence is made becomes a member without a word, and its going is told', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.put(circle, {}, {}, 10);
  world.move(ship, 20, ...at(100));
  t.deepEqual(world.told, []);
  world.move(ship, 30, ...at(5_000));
  t.deepEqual(world.told, [`exited ${ship} crossed 30`]);
});

test('with `enter` it is told that it has come', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.put(circle, { insideAtCreation: 'enter' }, {}, 10);
  t.deepEqual(world.told, [`entered ${ship} inside_at_creation 10`]);
});

test('a fence is for its layers and its entities alone', (t) => {
  const world = new FenceScene();
  world.put(circle, { layers: ['aircraft'] }, { id: 'sky' });
  world.put(circle, { entities: [other] }, { id: 'one' });
  for (const entity of [ship, other, plane]) world.move(entity, 0, ...at(0), { altitudeFeet: 1_000 });
  t.deepEqual(world.told, [`one: entered ${other} appeared 0`, `sky: entered ${plane} appeared 0`]);
});

test('a band of altitudes is for aircraft; one leaves it when it is 200 ft outside, and says nothing without an altitude', (t) => {
  const world = scene({ altitudeFeet: { min: null, max: 5_000 } });
  world.move(ship, 0, ...at(0));
  world.move(plane, 0, ...at(0), { altitudeFeet: 5_025 });
  world.move(plane, 1, ...at(0));
  t.deepEqual(world.told, [`entered ${ship} appeared 0`]);
  world.move(plane, 2, ...at(0), { altitudeFeet: 5_000 });
  for (const [seconds, altitudeFeet] of [
    [3, 5_200],
    [4, Number.NaN],
    [5, 4_000],
    [6, 5_225],
  ] as const)
    world.move(plane, seconds, ...at(0), { altitudeFeet });
  t.deepEqual(world.told.slice(1), [`entered ${plane} crossed 2`, `exited ${plane} crossed 6`]);
});

test('who no longer reports has left, as lost', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.lose(ship, 7_200);
  t.deepEqual(world.told.slice(1), [`exited ${ship} lost 7200`]);
});

test('a fence that ends tells its exits, and nothing after', (t) => {
  const world = scene({});
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(10));
  world.engine.end('fence', 60_000);
  world.move(ship, 70, ...at(20));
  t.deepEqual(world.told.slice(2), [`exited ${ship} fence_ended 60`, `exited ${other} fence_ended 60`]);
  t.is(world.engine.members.count, 0);
});

test('a fence that is forgotten goes without a word', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.engine.remove('fence');
  world.lose(ship, 10);
  t.is(world.told.length, 1);
});

test('time tells which fences have expired', (t) => {
  const world = new FenceScene();
  world.put(circle, {}, { expiresAt: new Date(50_000) });
  t.deepEqual([world.engine.tick(49_999), world.engine.tick(50_000)], [[], ['fence']]);
});

test('a fence of another shape tells who is outside now, and takes in who is inside now', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(5_000));
  world.put({ ...circle, center: { lat: 52, lon: at(5_000)[1] } }, { insideAtCreation: 'enter' }, {}, 60);
  t.deepEqual(world.told.slice(1), [`exited ${ship} fence_changed 60`, `entered ${other} inside_at_creation 60`]);
});

test('a fence of another name says nothing, and who was on its edge stays', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(990));
  world.move(ship, 1, ...at(1_020));
  world.put(circle, {}, { name: 'Another' }, 2);
  t.is(world.told.length, 1);
  world.move(ship, 3, ...at(2_000));
  t.is(world.transitions[1]?.fence.name, 'Another');
});

test('a fence holds so many at most, and what comes then is counted', (t) => {
  const world = new FenceScene(1);
  world.put(circle);
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(0));
  t.deepEqual([world.told.length, world.engine.members.rejected], [1, 1]);
});

const escort = { type: 'moving', entity: ship, radiusMeters: 1_000 } as const;

test('a moving fence goes over others, others go into it, and it never holds what it is around', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(5_000));
  world.put(escort, {}, {}, 1);
  world.move(ship, 10, ...at(4_500));
  world.move(ship, 20, ...at(10_000));
  world.move(plane, 21, ...at(20_000));
  world.move(plane, 25, ...at(10_200));
  world.move(ship, 30, ...at(9_900));
  world.move(plane, 35, ...at(20_000));
  t.deepEqual(world.told, [`entered ${other} fence_moved 10`, `exited ${other} fence_moved 20`, `entered ${plane} crossed 25`, `exited ${plane} crossed 35`]);
});

test('a moving fence sleeps while nobody knows where it is, and tells its members when it falls asleep', (t) => {
  const world = new FenceScene();
  world.put(escort);
  world.move(other, 0, ...at(0));
  t.deepEqual(world.told, []);
  world.move(ship, 10, ...at(100));
  t.deepEqual(world.told, [], 'it was inside already when the fence woke');
  world.lose(ship, 100);
  t.deepEqual(world.told, [`exited ${other} entity_lost 100`]);
  world.move(other, 110, ...at(0));
  world.move(ship, 120, ...at(5_000));
  world.move(other, 130, ...at(5_000));
  t.deepEqual(world.told.slice(1), [`entered ${other} crossed 130`]);
});

test('two ships that watch each other both see the other come', (t) => {
  const world = new FenceScene();
  world.put(escort, {}, { id: 'mine' });
  world.put({ ...escort, entity: other }, {}, { id: 'yours' });
  world.move(ship, 0, ...at(0));
  world.move(other, 1, ...at(5_000));
  world.move(other, 2, ...at(500));
  t.deepEqual(world.told, [`mine: entered ${other} crossed 2`, `yours: entered ${ship} fence_moved 2`]);
});

test('after a restart nobody has come twice, and who went meanwhile goes at the first report', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(0));
  world.restart(world.fence(circle, { dwellSeconds: 600 }), 100);
  world.move(ship, 110, ...at(10));
  world.move(other, 110, ...at(5_000));
  world.engine.tick(700_000);
  t.deepEqual(world.told, [`exited ${other} crossed 110`, `dwelled ${ship} stayed 600`]);
});

test('after a restart who came meanwhile has come, and who was there before the fence was made is inside without a word', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(5_000));
  world.restart(world.fence(circle, {}, { updatedAt: new Date(50_000) }), 100);
  world.move(ship, 110, ...at(10));
  world.move(other, 110, ...at(10));
  t.deepEqual(world.told, [`entered ${other} crossed 110`]);
});

test('who is nowhere to be seen for long after a restart is lost', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.places.clear();
  world.restart(world.fence(circle), 100);
  world.engine.sweep(400_000);
  t.deepEqual(world.told, [`exited ${ship} lost 400`]);
  t.is(world.transitions[0]?.position, null);
});
