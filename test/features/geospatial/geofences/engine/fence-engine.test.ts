import test from 'ava';
import type { FencePolicy } from '../../../../../src/features/geospatial/geofences/geofence.js';
import { destination } from '../../../../../src/features/geospatial/sphere.js';
import { FenceScene } from '../../../../support/fence-scene.js';

const ship = 'vessel:211000001';
const other = 'vessel:211000002';
const plane = 'aircraft:4ca2d6';
/** A circle with a radius of one kilometer around 52° N 4° E. */
const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 } as const;

/** Returns a position `meters` east of the center of the circle. */
const at = (meters: number) => {
  const { lat, lon } = destination(52, 4, 90, meters);
  return [lat, lon] as const;
};

function scene(policy: Partial<FencePolicy> = {}): FenceScene {
  const made = new FenceScene();
  made.put(circle, policy);
  return made;
}

test('a vessel that enters and exits produces one event each, at the times of its reports', (t) => {
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
  t.deepEqual(world.published, [`entered ${ship} crossed 60`, `exited ${ship} crossed 240`]);
  t.like(world.transitions[1], { enteredAt: 60_000, position: { lat: at(-3_000)[0] } });
});

test('a vessel that jitters on the edge enters once and does not exit', (t) => {
  const world = scene();
  for (let seconds = 0; seconds < 100; seconds += 1)
    world.move(ship, seconds, ...at(1_000 + (seconds % 2 === 0 ? 40 : -40)));
  t.deepEqual(world.published, [`entered ${ship} crossed 1`]);
  world.move(ship, 100, ...at(1_060));
  t.is(world.published[1], `exited ${ship} crossed 100`);
});

test('without hysteresis every crossing is published', (t) => {
  const world = scene({ hysteresisMeters: 0 });
  for (let seconds = 0; seconds < 6; seconds += 1)
    world.move(ship, seconds, ...at(1_000 + (seconds % 2 === 0 ? 40 : -40)));
  t.is(world.published.length, 5);
});

test('an object whose first report is inside has appeared', (t) => {
  const world = scene();
  world.move(ship, 5, ...at(0));
  t.deepEqual(world.published, [`entered ${ship} appeared 5`]);
});

test('two reports on opposite sides of a fence are not a visit', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(-1_500));
  world.move(ship, 600, ...at(1_500));
  t.deepEqual(world.published, []);
});

test('a report that is not later than the last one is ignored', (t) => {
  const world = scene();
  world.move(ship, 100, ...at(0));
  // These reports go directly to the engine, because the live state drops outdated reports.
  for (const observedAt of [99_000, 100_000])
    world.engine.move({
      layer: 'vessels',
      key: 211000001,
      lat: 0,
      lon: 0,
      observedAt,
      altitudeFeet: Number.NaN,
      accuracyMeters: Number.NaN,
      isFirst: false,
    });
  t.deepEqual(world.published, [`entered ${ship} appeared 100`]);
});

test('a report that is too inaccurate is ignored; one without an accuracy is not', (t) => {
  const world = scene({ accuracyGateMeters: 100 });
  world.move(ship, 0, ...at(0), { accuracyMeters: 101 });
  t.deepEqual(world.published, []);
  world.move(ship, 1, ...at(0), { accuracyMeters: 100 });
  world.move(ship, 2, ...at(5_000), { accuracyMeters: 5_000 });
  t.deepEqual(world.published, [`entered ${ship} crossed 1`]);
  world.move(ship, 3, ...at(5_000));
  t.is(world.published.length, 2);
});

test('an object that leaves before the minimum stay causes no event; for an object that stays, a report publishes the entry', (t) => {
  const world = scene({ minStaySeconds: 60 });
  world.move(ship, 0, ...at(0));
  world.move(ship, 59, ...at(500));
  world.move(ship, 61, ...at(5_000));
  t.deepEqual(world.published, []);
  world.move(ship, 100, ...at(0));
  world.move(ship, 160, ...at(0));
  world.move(ship, 200, ...at(5_000));
  t.deepEqual(world.published, [`entered ${ship} crossed 160`, `exited ${ship} crossed 200`]);
  t.is(world.transitions.find(({ isPublished }) => isPublished)?.enteredAt, 100_000);
});

test('a dwell is published once when it is due, without another report', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.engine.tick(599_999);
  t.is(world.published.length, 1);
  world.engine.tick(601_000);
  world.engine.tick(1_300_000);
  world.move(ship, 1_400, ...at(10));
  world.engine.tick(2_000_000);
  t.deepEqual(world.published, [`entered ${ship} appeared 0`, `dwelled ${ship} stayed 600`]);
});

test('a dwell is published before the exit, even without a tick in between', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.move(ship, 700, ...at(5_000));
  t.deepEqual(world.published.slice(1), [`dwelled ${ship} stayed 600`, `exited ${ship} crossed 700`]);
});

test('an object inside a new fence becomes a member without an event, and its exit is published', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.put(circle, {}, {}, 10);
  world.move(ship, 20, ...at(100));
  t.deepEqual(world.published, []);
  world.move(ship, 30, ...at(5_000));
  t.deepEqual(world.published, [`exited ${ship} crossed 30`]);
});

test('with `enter`, an object that is inside a new fence has entered', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.put(circle, { insideAtCreation: 'enter' }, {}, 10);
  t.deepEqual(world.published, [`entered ${ship} inside_at_creation 10`]);
});

test('a fence ignores objects of other layers and entities', (t) => {
  const world = new FenceScene();
  world.put(circle, { layers: ['aircraft'] }, { id: 'sky' });
  world.put(circle, { entities: [other] }, { id: 'one' });
  for (const entity of [ship, other, plane]) world.move(entity, 0, ...at(0), { altitudeFeet: 1_000 });
  t.deepEqual(world.published, [`one: entered ${other} appeared 0`, `sky: entered ${plane} appeared 0`]);
});

test('a station that does not move is in no fence, unless the fence names it', (t) => {
  for (const [policy, expected] of [
    [{}, []],
    [{ entities: [ship] }, [`entered ${ship} appeared 0`]],
  ] as const) {
    const world = scene({ ...policy, insideAtCreation: 'enter' } as Partial<FencePolicy>);
    world.stations.add(ship);
    world.move(ship, 0, ...at(0));
    world.move(ship, 60, ...at(1));
    t.deepEqual(world.published, expected);
    t.is(world.transitions.length, expected.length);
  }
  const later = new FenceScene();
  later.stations.add(ship);
  later.move(ship, 0, ...at(0));
  later.move(other, 0, ...at(0));
  later.put(circle, { insideAtCreation: 'enter' }, {}, 10);
  t.deepEqual(later.published, [`entered ${other} inside_at_creation 10`]);
});

test('a member that turns out to be a station exits at the next sweep, or with the next change of the fence', (t) => {
  for (const leave of [
    (world: FenceScene) => world.engine.sweep(60_000),
    (world: FenceScene) => world.put({ ...circle, radiusMeters: 2_000 }, {}, {}, 60),
  ]) {
    const world = scene();
    world.move(ship, 0, ...at(0));
    world.stations.add(ship);
    leave(world);
    t.deepEqual(world.published, [`entered ${ship} appeared 0`, `exited ${ship} fence_changed 60`]);
  }
});

test('an altitude band applies to aircraft; an exit needs 200 ft, and reports without an altitude are ignored', (t) => {
  const world = scene({ altitudeFeet: { min: null, max: 5_000 } });
  world.move(ship, 0, ...at(0));
  world.move(plane, 0, ...at(0), { altitudeFeet: 5_025 });
  world.move(plane, 1, ...at(0));
  t.deepEqual(world.published, [`entered ${ship} appeared 0`]);
  world.move(plane, 2, ...at(0), { altitudeFeet: 5_000 });
  for (const [seconds, altitudeFeet] of [
    [3, 5_200],
    [4, Number.NaN],
    [5, 4_000],
    [6, 5_225],
  ] as const)
    world.move(plane, seconds, ...at(0), { altitudeFeet });
  t.deepEqual(world.published.slice(1), [`entered ${plane} crossed 2`, `exited ${plane} crossed 6`]);
});

test('an object that no longer reports exits as lost', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.lose(ship, 7_200);
  t.deepEqual(world.published.slice(1), [`exited ${ship} lost 7200`]);
});

test('a fence that ends publishes its exits and nothing afterwards', (t) => {
  const world = scene({});
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(10));
  world.engine.end('fence', 60_000);
  world.move(ship, 70, ...at(20));
  t.deepEqual(world.published.slice(2), [`exited ${ship} fence_ended 60`, `exited ${other} fence_ended 60`]);
  t.is(world.engine.members.count, 0);
});

test('a removed fence publishes nothing', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.engine.remove('fence');
  world.lose(ship, 10);
  t.is(world.published.length, 1);
});

test('a tick returns the expired fences', (t) => {
  const world = new FenceScene();
  world.put(circle, {}, { expiresAt: new Date(50_000) });
  t.deepEqual([world.engine.tick(49_999), world.engine.tick(50_000)], [[], ['fence']]);
});

test('a fence with a new shape exits objects now outside and enters objects now inside', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(5_000));
  world.put({ ...circle, center: { lat: 52, lon: at(5_000)[1] } }, { insideAtCreation: 'enter' }, {}, 60);
  t.deepEqual(world.published.slice(1), [`exited ${ship} fence_changed 60`, `entered ${other} inside_at_creation 60`]);
});

test('a fence with a new name publishes nothing, and members on its edge stay', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(990));
  world.move(ship, 1, ...at(1_020));
  world.put(circle, {}, { name: 'Another' }, 2);
  t.is(world.published.length, 1);
  world.move(ship, 3, ...at(2_000));
  t.is(world.transitions[1]?.fence.name, 'Another');
});

test('entries beyond the limit of a fence are rejected and counted', (t) => {
  const world = new FenceScene(1);
  world.put(circle);
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(0));
  t.deepEqual([world.published.length, world.engine.members.rejected], [1, 1]);
});

const escort = { type: 'moving', entity: ship, radiusMeters: 1_000 } as const;

test('a moving fence moves over objects, objects move into it, and the object that it follows is never inside', (t) => {
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
  t.deepEqual(world.published, [
    `entered ${other} fence_moved 10`,
    `exited ${other} fence_moved 20`,
    `entered ${plane} crossed 25`,
    `exited ${plane} crossed 35`,
  ]);
});

test('a moving fence is inactive while its object has no position, and its members exit then', (t) => {
  const world = new FenceScene();
  world.put(escort);
  world.move(other, 0, ...at(0));
  t.deepEqual(world.published, []);
  world.move(ship, 10, ...at(100));
  t.deepEqual(world.published, [], 'it was inside already when the fence became active');
  world.lose(ship, 100);
  t.deepEqual(world.published, [`exited ${other} entity_lost 100`]);
  world.move(other, 110, ...at(0));
  world.move(ship, 120, ...at(5_000));
  world.move(other, 130, ...at(5_000));
  t.deepEqual(world.published.slice(1), [`entered ${other} crossed 130`]);
});

test('two vessels with fences around each other both enter', (t) => {
  const world = new FenceScene();
  world.put(escort, {}, { id: 'mine' });
  world.put({ ...escort, entity: other }, {}, { id: 'yours' });
  world.move(ship, 0, ...at(0));
  world.move(other, 1, ...at(5_000));
  world.move(other, 2, ...at(500));
  t.deepEqual(world.published, [`mine: entered ${other} crossed 2`, `yours: entered ${ship} fence_moved 2`]);
});

test('after a restart no entry repeats, and objects that left meanwhile exit at their first report', (t) => {
  const world = scene({ dwellSeconds: 600 });
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(0));
  world.restart(world.fence(circle, { dwellSeconds: 600 }), 100);
  world.move(ship, 110, ...at(10));
  world.move(other, 110, ...at(5_000));
  world.engine.tick(700_000);
  t.deepEqual(world.published, [`exited ${other} crossed 110`, `dwelled ${ship} stayed 600`]);
});

test('after a restart objects that entered meanwhile enter, and those inside before the fence was created are members without an event', (t) => {
  const world = new FenceScene();
  world.move(ship, 0, ...at(0));
  world.move(other, 0, ...at(5_000));
  world.restart(world.fence(circle, {}, { updatedAt: new Date(50_000) }), 100);
  world.move(ship, 110, ...at(10));
  world.move(other, 110, ...at(10));
  t.deepEqual(world.published, [`entered ${other} crossed 110`]);
});

test('a member that does not report after a restart is lost', (t) => {
  const world = scene();
  world.move(ship, 0, ...at(0));
  world.positions.clear();
  world.restart(world.fence(circle), 100);
  world.engine.sweep(400_000);
  t.deepEqual(world.published, [`exited ${ship} lost 400`]);
  t.is(world.transitions[0]?.position, null);
});
