import test from 'ava';
import fc from 'fast-check';
import { destination } from '../../../../../src/features/geospatial/sphere.js';
import { FenceScene } from '../../../../support/fence-scene.js';

const ship = 'vessel:211000001';
const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 } as const;
const at = (meters: number) => {
  const { lat, lon } = destination(52, 4, 90, meters);
  return [lat, lon] as const;
};
const inside = at(0);
const outside = at(5_000);

/** A report: the times of observation and of arrival (s), and the position of the vessel. */
type Entry = readonly [observed: number, arrived: number, place: readonly [number, number]];

/** Processes the reports in the order of arrival, with a tick every second. */
function run(policy: object, arrivals: readonly Entry[], until: number, world = new FenceScene()): FenceScene {
  if (world.engine.size === 0) world.put(circle, policy);
  const first = arrivals[0]?.[1] ?? 0;
  for (let second = first; second <= until; second += 1) {
    for (const [observed, arrived, place] of arrivals)
      if (arrived === second) world.move(ship, observed, ...place, {}, arrived);
    world.engine.tick(second * 1000);
  }
  return world;
}

test('reports that arrive ten minutes late, of a vessel that stayed for 30 s, publish no dwell', (t) => {
  const world = run(
    { dwellSeconds: 120 },
    [
      [0, 600, inside],
      [30, 603, outside],
    ],
    3_000,
  );
  t.deepEqual(world.published, [`entered ${ship} appeared 0`, `exited ${ship} crossed 30`]);
});

test('an exit that arrives five minutes after a late entry still comes before the dwell would be due', (t) => {
  const world = run(
    { dwellSeconds: 120 },
    [
      [0, 600, inside],
      [30, 900, outside],
    ],
    3_000,
  );
  t.deepEqual(world.published, [`entered ${ship} appeared 0`, `exited ${ship} crossed 30`]);
});

test('a late report that shows a vessel inside after the dwell time publishes the dwell at once', (t) => {
  const world = run(
    { dwellSeconds: 120 },
    [
      [0, 600, inside],
      [110, 710, inside],
      [130, 730, inside],
    ],
    740,
  );
  t.deepEqual(world.published, [`entered ${ship} appeared 0`, `dwelled ${ship} stayed 120`]);
});

test('a vessel that falls silent inside dwells when the dwell time has passed; with late reports, it dwells later, by at most twice their delay', (t) => {
  const live = (until: number) => run({ dwellSeconds: 120 }, [[0, 1, inside]], until).published.length;
  t.deepEqual([live(121), live(122)], [1, 2]);
  const late = (until: number) => run({ dwellSeconds: 120 }, [[0, 600, inside]], until).published.length;
  t.deepEqual([late(1_319), late(1_320)], [1, 2]);
});

test('a lost vessel, or a vessel whose fence ends, has dwelled only if its own reports show the whole dwell time', (t) => {
  const late = run({ dwellSeconds: 120 }, [[0, 600, inside]], 700);
  late.engine.end('fence', 700_000);
  t.deepEqual(late.published, [`entered ${ship} appeared 0`, `exited ${ship} fence_ended 700`]);
  const silent = run({ dwellSeconds: 120 }, [[0, 1, inside]], 100);
  silent.lose(ship, 7_200);
  t.deepEqual(silent.published.slice(1), [`dwelled ${ship} stayed 120`, `exited ${ship} lost 7200`]);
});

test('no dwell is published while an exit may be in the queue', (t) => {
  const world = run({ dwellSeconds: 120 }, [[0, 0, inside]], 100);
  world.engine.tick(200_000, 110_000);
  world.move(ship, 105, ...outside);
  world.engine.tick(201_000);
  t.deepEqual(world.published, [`entered ${ship} appeared 0`, `exited ${ship} crossed 105`]);
});

test('after a restart a dwell is published by a report that shows the vessel inside, and not by its first report outside', (t) => {
  const restarted = () => {
    const world = run({ dwellSeconds: 120 }, [[0, 0, inside]], 60);
    world.restart(world.fence(circle, { dwellSeconds: 120 }), 200);
    return world;
  };
  const left = run({}, [[210, 210, outside]], 1_000, restarted());
  t.deepEqual(left.published, [`exited ${ship} crossed 210`]);
  const stayed = run({}, [[210, 210, inside]], 220, restarted());
  t.deepEqual(stayed.published, [`dwelled ${ship} stayed 120`]);
  const silent = (until: number) => run({}, [[60, 200, inside]], until, restarted()).published;
  t.deepEqual([silent(399), silent(400)], [[], [`dwelled ${ship} stayed 120`]]);
});

test('a vessel that does not report after a restart dwells ten minutes later', (t) => {
  const world = run({ dwellSeconds: 120 }, [[0, 0, inside]], 60);
  world.restart(world.fence(circle, { dwellSeconds: 120 }), 200);
  world.engine.tick(799_000);
  t.deepEqual(world.published, []);
  world.engine.tick(800_000);
  t.deepEqual(world.published, [`dwelled ${ship} stayed 120`]);
});

test('the minimum stay continues after a restart: the entry is published at the same time as without one', (t) => {
  const policy = { minStaySeconds: 60, dwellSeconds: 120 };
  const world = run(
    policy,
    [
      [0, 0, outside],
      [10, 10, inside],
    ],
    30,
  );
  t.deepEqual(world.published, []);
  world.restart(world.fence(circle, policy), 40);
  const after = run(
    {},
    [
      [50, 50, inside],
      [70, 70, inside],
      [140, 140, outside],
    ],
    150,
    world,
  );
  t.deepEqual(after.published, [
    `entered ${ship} crossed 70`,
    `dwelled ${ship} stayed 130`,
    `exited ${ship} crossed 140`,
  ]);
  const left = run(
    policy,
    [
      [0, 0, outside],
      [10, 10, inside],
    ],
    30,
  );
  left.restart(left.fence(circle, policy), 40);
  t.deepEqual(run({}, [[80, 80, outside]], 300, left).published, []);
});

test('with delayed reports the transitions of a vessel are published in the order of its own time', (t) => {
  let dwells = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.array(
        fc.record({
          after: fc.integer({ min: 5, max: 200 }),
          jitter: fc.integer({ min: 0, max: 1 }),
          isInside: fc.boolean(),
        }),
        {
          minLength: 2,
          maxLength: 30,
        },
      ),
      (delay, steps) => {
        let observed = 0;
        let latest = 0;
        const arrivals = steps.map(({ after, jitter, isInside }): Entry => {
          observed += after;
          // Reports arrive in order, with at most twice the usual delay.
          latest = Math.max(latest, observed + delay + jitter * delay);
          return [observed, latest, isInside ? inside : outside];
        });
        const world = run({ dwellSeconds: 60 }, arrivals, latest + 3_000);
        const times = world.transitions.map(({ time }) => time);
        dwells += world.transitions.filter(({ type }) => type === 'dwelled').length;
        return times.every((time, index) => index === 0 || time >= (times[index - 1] as number));
      },
    ),
    { numRuns: 100 },
  );
  t.true(dwells > 50, `${dwells}`);
});
