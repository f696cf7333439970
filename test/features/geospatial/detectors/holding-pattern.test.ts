import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { HoldingPattern } from '../../../../src/features/geospatial/detectors/holding-pattern.js';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { destination, KNOTS_IN_METERS_PER_SECOND } from '../../../../src/features/geospatial/sphere.js';
import { Scene } from './scene.js';

const make = (
  publish: PublishDetection,
  { aircraftOf }: { aircraftOf: ConstructorParameters<typeof HoldingPattern>[1] },
) => new HoldingPattern(publish, aircraftOf);

const STEP = 5;
const MINUTE = 60_000;

interface Leg {
  seconds: number;
  /** Degrees per second, positive to the right. */
  rate?: number;
  knots?: number;
  altitudeFeet?: number | null;
  category?: string | null;
  /** Speed in reports, if it differs from that of the positions. */
  reported?: number;
  every?: number;
}

/** Flies legs one after the other from a place over Ireland, with a report every five seconds. */
function fly(legs: readonly Leg[], scene = new Scene(make), start = { lat: 53.5, lon: -6.5 }): Scene {
  let [lat, lon, course] = [start.lat, start.lon, 90];
  for (const {
    seconds,
    rate = 0,
    knots = 220,
    altitudeFeet = 7_000,
    category = 'A3',
    reported,
    every = STEP,
  } of legs) {
    for (let passed = 0; passed < seconds; passed += every) {
      const next = destination(lat, lon, course + (rate * every) / 2, knots * KNOTS_IN_METERS_PER_SECOND * every);
      lat = next.lat;
      lon = next.lon;
      course = (course + rate * every + 360) % 360;
      const motion = { groundSpeedKnots: reported ?? knots, trackDegrees: course, altitudeFeet, category };
      scene.wait(every).reportAircraft(1, lat, lon, motion);
    }
  }
  return scene;
}

/** A racetrack: two half turns and two legs of a minute. */
const racetrack = (leg: Partial<Leg> = {}): Leg[] => [
  { seconds: 60, rate: 3, ...leg },
  { seconds: 60, ...leg },
  { seconds: 60, rate: 3, ...leg },
  { seconds: 60, ...leg },
];
const straight: Leg = { seconds: 300 };

test('two racetracks are a holding pattern, which ends when the aircraft flies on', (t) => {
  const scene = fly([straight, ...racetrack(), ...racetrack(), ...racetrack()]);
  t.like(scene.events, [{ type: 'holding', severity: 2, endedAt: null, title: 'FLY1: holding pattern' }]);
  t.like(scene.events[0]?.details, { pattern: 'racetrack', direction: 'right', altitudeFeet: 7_000 });
  t.true(Number(scene.events[0]?.details?.turnedDegrees) >= 720);
  const ended = fly([straight, ...racetrack(), ...racetrack(), ...racetrack(), straight, straight]).events;
  t.is(ended.length, 1);
  t.truthy(ended[0]?.endedAt);
  t.true(Number(ended[0]?.details?.turnedDegrees) > 1_000);
});

test('one racetrack and the turns of an approach are no holding pattern', (t) => {
  t.deepEqual(fly([straight, ...racetrack(), straight]).detections, []);
  const approach: Leg[] = [
    { seconds: 30, rate: 3 },
    { seconds: 120 },
    { seconds: 30, rate: 3 },
    { seconds: 60 },
    { seconds: 30, rate: 3 },
    { seconds: 60 },
  ];
  t.deepEqual(fly([straight, ...approach, straight]).detections, []);
});

test('turns to alternating sides are no holding pattern', (t) => {
  const eights = Array.from({ length: 8 }, (_, turn): Leg => ({ seconds: 120, rate: turn % 2 === 0 ? 3 : -3 }));
  t.deepEqual(fly([straight, ...eights, straight]).detections, []);
});

test('a continuous turn is an orbit, to the left as to the right', (t) => {
  const [orbit] = fly([straight, { seconds: 600, rate: -2 }]).events;
  t.like(orbit?.details, { pattern: 'orbit', direction: 'left' });
});

test('legs longer than four minutes end the pattern before it is published', (t) => {
  const long = (seconds: number): Leg[] => [
    { seconds: 60, rate: 3 },
    { seconds },
    { seconds: 60, rate: 3 },
    { seconds },
  ];
  const knots = 150;
  const flown = (seconds: number) =>
    fly([straight, ...[1, 2, 3].flatMap(() => long(seconds))].map((leg) => ({ ...leg, knots }))).detections.length;
  t.deepEqual([flown(200), flown(260)], [1, 0]);
});

test('altitudes and speeds outside those of holding are left out, on both sides of each limit', (t) => {
  const found = (leg: Partial<Leg>) =>
    fly([{ ...straight, ...leg }, ...racetrack(leg), ...racetrack(leg), ...racetrack(leg)]).detections.length;
  t.deepEqual([found({ altitudeFeet: 1_499 }), found({ altitudeFeet: 1_500 })], [0, 1]);
  t.deepEqual([found({ altitudeFeet: 35_001 }), found({ altitudeFeet: 35_000 })], [0, 1]);
  t.deepEqual([found({ knots: 119 }), found({ knots: 120 })], [0, 1]);
  t.is(found({ altitudeFeet: null }), 0);
});

test('light aircraft, rotorcraft and gliders circle in their work and are left out', (t) => {
  for (const category of ['A1', 'A7', 'B1'])
    t.deepEqual(fly([straight, { seconds: 600, rate: 2, category }]).detections, []);
  t.is(fly([straight, { seconds: 600, rate: 2, category: null }]).detections.length, 1);
});

test('circles that do not fit the reported speed are false positions of a jammed receiver', (t) => {
  t.deepEqual(fly([straight, { seconds: 600, rate: 2, knots: 130, reported: 410 }]).detections, []);
});

test('sparse positions, between which half a turn may be hidden, are left out', (t) => {
  t.deepEqual(fly([straight, { seconds: 900, rate: 2, every: 45 }]).detections, []);
});

test('a holding ends when the aircraft is no longer received', (t) => {
  const scene = fly([straight, { seconds: 600, rate: 2 }]).expire('aircraft', 1);
  t.truthy(scene.events[0]?.endedAt);
});

test('flights of the simulator have a holding pattern where they hold, and straight ones are not followed', async (t) => {
  const world = await SimulatedAircraft.create(3);
  const past = world.aircraft().slice(0, 60);
  let detector: HoldingPattern | undefined;
  const scene = new Scene((publish, objects) => {
    detector = make(publish, objects);
    return detector;
  });
  const [from, to] = [scene.now, scene.now + 8 * 3_600_000];
  const held = past.flatMap((one) => [...one.holds(from, to)].map((hold) => ({ key: one.icao24, ...hold })));
  const whole = held.filter((hold) => hold.from > from + MINUTE && hold.to < to - 6 * MINUTE);
  for (let second = 0; second < 8 * 3_600; second += 10) {
    scene.now += 10_000;
    for (const { icao24: key } of past) {
      const state = world.stateOf(key, scene.now);
      if (state === undefined) continue;
      const { lat, lon, groundSpeedKnots, trackDegrees, altitudeFeet, onGround } = state;
      scene.reportAircraft(key, lat, lon, { groundSpeedKnots, trackDegrees, altitudeFeet, onGround });
    }
  }
  const found = scene.events.filter(({ endedAt }) => endedAt !== null);
  const matches = ({ key, ...hold }: (typeof held)[0], { entities, startedAt, endedAt }: (typeof found)[0]) =>
    entities?.[0] === `aircraft:${key.toString(16).padStart(6, '0')}` &&
    Math.abs(startedAt.getTime() - hold.from) < 2 * MINUTE &&
    Math.abs((endedAt?.getTime() ?? 0) - hold.to) < 2 * MINUTE;
  t.deepEqual(
    whole.filter((hold) => !found.some((event) => matches(hold, event))),
    [],
  );
  t.deepEqual(
    scene.events.filter(
      ({ startedAt }) => !held.some(({ from: begun }) => Math.abs(startedAt.getTime() - begun) < 2 * MINUTE),
    ),
    [],
  );
  t.true(whole.length >= 3, `${whole.length}`);
  t.true((detector?.size ?? 0) <= held.length - whole.length);
});

test('a hold continues after a restart, and ends where its aircraft does not report within ten minutes', (t) => {
  const before = fly([straight, ...racetrack(), ...racetrack(), ...racetrack()]);
  const open = before.events;
  t.is(open.length, 1);
  const resumed = (seconds: number) => {
    const scene = before.restarted(make).wait(seconds);
    fly([...racetrack(), straight], scene, before.aircraft.get(1)?.position ?? undefined);
    return scene.detections;
  };
  t.like(resumed(120), [{ key: open[0]?.key }]);
  t.is(resumed(120).length, 1);
  t.truthy(resumed(120)[0]?.endedAt);
  t.true(Number(resumed(120)[0]?.details?.turnedDegrees) > Number(open[0]?.details?.turnedDegrees));
  const silent = before.restarted(make);
  t.deepEqual(silent.wait(1).wait(600).detections, []);
  t.like(silent.wait(1).detections, [{ key: open[0]?.key }]);
});
