import 'reflect-metadata';
import test from 'ava';
import { CloseApproach } from '../../../../src/features/geospatial/detectors/close-approach.js';
import { closestApproach } from '../../../../src/features/geospatial/detectors/closest-approach.js';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import type { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { normalLongitude } from '../../../../src/features/geospatial/position.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { readCoasts } from '../../../support/read-coasts.js';
import { Scene } from './scene.js';

type Objects = {
  vesselOf: ConstructorParameters<typeof CloseApproach>[4];
  aircraftOf: ConstructorParameters<typeof CloseApproach>[4];
};
const ports = new PortTable();
const coasts = { landMask: await readCoasts() };
const ships = (publish: PublishDetection, { vesselOf }: Objects) =>
  new CloseApproach(publish, 'vessels', ports, coasts, vesselOf);
const planes = (publish: PublishDetection, { aircraftOf }: Objects) =>
  new CloseApproach(publish, 'aircraft', ports, coasts, aircraftOf);
const course = (lat: number, lon: number, speedKnots: number, courseDegrees: number) => ({
  lat,
  lon,
  speedKnots,
  courseDegrees,
  observedAt: 0,
});

test('two vessels head on at ten knots, two miles apart, meet in six minutes', (t) => {
  const { rangeMeters, cpaMeters, tcpaSeconds, relativeKnots } = closestApproach(
    course(0, 0, 10, 0),
    course(2 / 60, 0, 10, 180),
    0,
  );
  t.true(
    Math.abs(rangeMeters - 3_706) < 3 &&
      cpaMeters < 1 &&
      Math.abs(tcpaSeconds - 360) < 1 &&
      Math.abs(relativeKnots - 20) < 1e-9,
  );
});

test('the closest distance on crossing courses follows from the geometry', (t) => {
  // One vessel sails north from the origin, the other west from 1,000 m east of the origin, both at 10 m/s. At 50 s
  // they are 500 √2 m apart.
  const speed = 10 / (1_852 / 3_600);
  const { cpaMeters, tcpaSeconds } = closestApproach(
    course(0, 0, speed, 0),
    course(0, 1_000 / 111_195.08, speed, 270),
    0,
  );
  t.true(Math.abs(tcpaSeconds - 50) < 0.1 && Math.abs(cpaMeters - 707.1) < 0.5);
});

test('vessels on the same course at the same speed come no closer', (t) => {
  t.is(closestApproach(course(10, 20, 12, 45), course(10.01, 20, 12, 45), 0).tcpaSeconds, 0);
});

test('reports of different ages are extrapolated to the same time', (t) => {
  const old = { ...course(0, 0, 36 / 1.852, 90), observedAt: 0 };
  const { rangeMeters } = closestApproach(old, { ...course(0, 0, 0, 0), observedAt: 60_000 }, 60_000);
  t.true(Math.abs(rangeMeters - 600) < 0.01);
});

const meeting = (scene: Scene, changes: object = {}) =>
  scene
    .reportVessel(1, 40, -30, { speedKnots: 12, courseDegrees: 90 })
    .reportVessel(2, 40, -29.96, { speedKnots: 12, courseDegrees: 270, ...changes })
    .wait(11)
    .wait(11);

test('two vessels that will pass within half a cable are detected before they do', (t) => {
  const { events } = meeting(new Scene(ships));
  t.like(events, [
    { type: 'close_approach', severity: 4, endedAt: null, entities: ['vessel:000000001', 'vessel:000000002'] },
  ]);
  t.true(Number(events[0]?.details?.tcpaSeconds) > 200 && Number(events[0]?.details?.cpaMeters) < 30);
});

test('the event ends when they have passed, with the closest distance', (t) => {
  const scene = meeting(new Scene(ships));
  scene
    .wait(150)
    .reportVessel(1, 40, -29.98, { speedKnots: 12 })
    .reportVessel(2, 40.001, -29.978, { speedKnots: 12 })
    .wait(11);
  scene.wait(60).reportVessel(1, 40, -29.97).reportVessel(2, 40.001, -29.985).wait(11);
  t.is(scene.events.length, 1);
  t.truthy(scene.events[0]?.endedAt);
  t.true(Number(scene.events[0]?.details?.leastMeters) < 400);
});

for (const lon of [-30.2, 179.8])
  test(`all pairs that meet are detected, across cells and at ${lon} degrees east, and no others`, (t) => {
    const number = randomNumbers(7);
    const scene = new Scene(ships);
    const vessels = Array.from({ length: 400 }, (_, key) => ({
      ...course(40 + 0.4 * number(), lon + 0.4 * number(), 4 + 16 * number(), 360 * number()),
      key: key + 1,
    }));
    for (const { key, lat, lon: east, speedKnots, courseDegrees } of vessels)
      scene.reportVessel(key, lat, normalLongitude(east), { speedKnots, courseDegrees });
    const reported = scene.now;
    scene.wait(11).wait(11);
    const meets = (now: number) =>
      vessels.flatMap((one, index) =>
        vessels.slice(index + 1).flatMap((other) => {
          const found = closestApproach({ ...one, observedAt: reported }, { ...other, observedAt: reported }, now);
          const isClose = found.cpaMeters < 93 && found.tcpaSeconds >= 0 && found.tcpaSeconds <= 360;
          const isMoving = one.speedKnots >= 5 && other.speedKnots >= 5 && found.relativeKnots >= 3;
          return isClose && isMoving ? [`${one.key} ${other.key}`] : [];
        }),
      );
    const later = meets(reported + 22_000);
    const expected = meets(reported + 11_000).filter((pair) => later.includes(pair));
    const announced = scene.events.map(({ entities }) => entities?.map((entity) => Number(entity.slice(7))).join(' '));
    t.true(expected.length >= 10, String(expected.length));
    t.deepEqual(announced.sort(), expected.sort());
  });

test('class B vessels are not detected', (t) => {
  t.deepEqual(meeting(new Scene(ships), { station: 'class_b' }).events, []);
});

test('a turning vessel that points at another for a moment is not detected', (t) => {
  const scene = new Scene(ships)
    .reportVessel(1, 40, -30, { speedKnots: 12, courseDegrees: 90 })
    .reportVessel(2, 40, -29.96, { speedKnots: 12, courseDegrees: 270 })
    .wait(11);
  t.deepEqual(scene.reportVessel(2, 40, -29.961, { courseDegrees: 320 }).wait(11).wait(11).events, []);
});

test('after a restart the same event continues, and it ends when neither vessel reports again', (t) => {
  const scene = meeting(new Scene(ships));
  const restarted = scene.restarted(ships).wait(1).reportVessel(1, 40, -29.998, { speedKnots: 12, courseDegrees: 90 });
  t.deepEqual(
    restarted.reportVessel(2, 40, -29.962, { speedKnots: 12, courseDegrees: 270 }).wait(11).wait(11).detections,
    [],
  );
  const lost = scene.restarted(ships).wait(1).wait(60);
  t.deepEqual(lost.detections, []);
  t.truthy(lost.wait(60).wait(11).events[0]?.endedAt);
});

test('a pilot boat is not detected', (t) => {
  t.deepEqual(meeting(new Scene(ships), { shipTypeCode: 50 }).events, []);
});

test('a close approach is withdrawn when one of the two turns out to be a pilot boat', (t) => {
  const scene = meeting(new Scene(ships));
  scene.reportVessel(2, 40, -29.97, { shipTypeCode: 50 }).reportVessel(1, 40, -29.99).wait(11);
  t.like(scene.events[0], { severity: 1, details: { withdrawn: true } });
  t.truthy(scene.events[0]?.endedAt);
});

test('vessels in a port are not detected', (t) => {
  const scene = new Scene(ships)
    .reportVessel(1, 53.87, 8.7, { speedKnots: 8, courseDegrees: 90 })
    .reportVessel(2, 53.87, 8.72, { speedKnots: 8, courseDegrees: 270 });
  t.deepEqual(scene.wait(11).wait(11).events, []);
});

/** Returns the approach of two vessels, two miles apart, that meet half-way at ten knots each. */
const meetingAt = (lat: number, lon: number, make = ships) => {
  const aside = 1 / 60 / Math.cos((lat * Math.PI) / 180);
  const scene = new Scene(make).reportVessel(1, lat, lon - aside, { speedKnots: 11, courseDegrees: 90 });
  return scene
    .reportVessel(2, lat, lon + aside, { speedKnots: 11, courseDegrees: 270 })
    .wait(11)
    .wait(11);
};

test('vessels on rivers, canals and lakes and within a mile of a coast are not detected; farther out they are', (t) => {
  // Positions on the Rhine at Sankt Goar, on the Yangtze at Zhenjiang, in Gatun Lake, and off the Isle of Wight.
  for (const [lat, lon] of [
    [50.15, 7.71],
    [32.24, 119.45],
    [9.2, -79.9],
    [50.573, -1.3],
  ] as const)
    t.deepEqual(meetingAt(lat, lon).events, [], `${lat}, ${lon}`);
  t.is(meetingAt(50.4, -1.3).events.length, 1);
});

for (const [strait, lat, lon] of [
  ['Øresund', 56.038, 12.652],
  ['Great Belt', 55.34, 11.03],
  ['Bosporus', 41.09, 29.061],
  ['Dardanelles', 40.14, 26.382],
  ['Strait of Gibraltar', 35.94, -5.55],
  ['Strait of Dover', 51.02, 1.47],
  ['Strait of Messina', 38.225, 15.615],
  ['Singapore Strait', 1.2, 103.84],
  ['Strait of Hormuz', 26.5, 56.5],
] as const) {
  test(`a close approach in the fairway of ${strait} is detected`, (t) => {
    t.is(meetingAt(lat, lon).events.length, 1);
  });
}

for (const [mouth, lat, lon] of [
  ['Rødby', 54.643, 11.347],
  ['Puttgarden', 54.505, 11.23],
  ['Helsingør', 56.033, 12.622],
  ['Dover', 51.108, 1.34],
  ['Calais', 50.975, 1.84],
  ['the Golden Horn', 41.018, 28.98],
  ['Algeciras', 36.125, -5.425],
  ['Singapore, Keppel', 1.262, 103.835],
  ['Bandar Abbas', 27.13, 56.2],
  ['Messina', 38.195, 15.568],
] as const) {
  test(`a close approach in the harbor approach of ${mouth} is not detected`, (t) => {
    t.deepEqual(meetingAt(lat, lon).events, []);
  });
}

test('the details of a close approach have the measurements and their limits', (t) => {
  const { details } = meeting(new Scene(ships)).events[0] ?? {};
  t.like(details, { cpaLimitMeters: 93, tcpaLimitSeconds: 360 });
  t.true(Number(details?.cpaMeters) < 93 && Number(details?.relativeKnots) > 20);
});

test('vessels are detected only after the coasts are loaded', (t) => {
  const late: { landMask: LandMask | undefined } = { landMask: undefined };
  const scene = meetingAt(
    50.4,
    -1.3,
    (publish, { vesselOf }) => new CloseApproach(publish, 'vessels', ports, late, vesselOf),
  );
  t.deepEqual(scene.events, []);
  late.landMask = coasts.landMask;
  t.is(scene.wait(11).events.length, 1);
});

test('vessels that meet across the antimeridian are detected', (t) => {
  const scene = new Scene(ships)
    .reportVessel(1, 20, 179.98, { speedKnots: 12, courseDegrees: 90 })
    .reportVessel(2, 20, -179.98, { speedKnots: 12, courseDegrees: 270 });
  t.is(scene.wait(11).wait(11).events.length, 1);
});

test('aircraft at one level that will be within three miles in a minute are detected; aircraft a thousand feet apart are not', (t) => {
  const crossing = (altitudeFeet: number) =>
    new Scene(planes)
      .reportAircraft(1, 48, 10, { groundSpeedKnots: 450, trackDegrees: 90, altitudeFeet: 35_000 })
      .reportAircraft(2, 48, 10.2, { groundSpeedKnots: 450, trackDegrees: 270, altitudeFeet })
      .wait(11)
      .reportAircraft(1, 48, 10.034)
      .reportAircraft(2, 48, 10.166)
      .wait(11).events;
  t.like(crossing(35_000), [{ type: 'close_approach', entities: ['aircraft:000001', 'aircraft:000002'] }]);
  t.deepEqual(crossing(36_000), []);
});

/** Moves two objects towards each other. @returns the time before the meeting at which they are detected (s) */
function noticeOf(make: typeof ships, lat: number, lon: number, knots: number, from: number): number {
  const scene = new Scene(make);
  const motion = (degrees: number) =>
    make === ships ? { speedKnots: knots, courseDegrees: degrees } : { groundSpeedKnots: knots, trackDegrees: degrees };
  const report = make === ships ? ('reportVessel' as const) : ('reportAircraft' as const);
  for (let left = from; left > 0 && scene.events.length === 0; left -= 5) {
    const aside = (left * knots * 1_852) / 3_600 / 111_195 / Math.cos((lat * Math.PI) / 180);
    scene[report](1, lat, normalLongitude(lon - aside), motion(90));
    scene[report](2, lat, normalLongitude(lon + aside), motion(270));
    scene.wait(5);
  }
  return Number(scene.events[0]?.details?.tcpaSeconds ?? 0);
}

test('fast objects that meet head on are detected in time at every latitude', (t) => {
  for (const lat of [0, 31, 45, 60, 75, 84, -60])
    for (let column = 0; column < 10; column += 1) {
      const [place, lon] = [`${lat} ${column}`, lat > 70 ? 0 : -30];
      const vessels = noticeOf(ships, lat, lon + column / 100, 25, 400);
      t.true(vessels > 335 && vessels <= 360, `vessels ${place}: ${vessels}`);
      const aircraft = noticeOf(planes, lat, lon + column / 20, 490, 100);
      t.true(aircraft > 35 && aircraft <= 60, `aircraft ${place}: ${aircraft}`);
    }
});

test('a formation is not detected', (t) => {
  const scene = new Scene(planes)
    .reportAircraft(1, 48, 10, { groundSpeedKnots: 450, trackDegrees: 90 })
    .reportAircraft(2, 48.01, 10, { groundSpeedKnots: 455, trackDegrees: 90 });
  t.deepEqual(scene.wait(11).reportAircraft(1, 48, 10.034).reportAircraft(2, 48.01, 10.034).wait(11).events, []);
});

test('a pair that will pass at 80 m is detected at any interval of reports up to a minute', (t) => {
  const passing = (everySeconds: number, meters: number) => {
    const scene = new Scene(ships);
    for (let second = 0; second < 900; second += 1) {
      const along = ((second - 720) * 12 * 1_852) / 3_600 / 111_195;
      scene.wait(1);
      if (second % everySeconds === 0)
        scene.reportVessel(1, 40, -30 + along / Math.cos((40 * Math.PI) / 180), { speedKnots: 12, courseDegrees: 90 });
      if (second % everySeconds === Math.floor(everySeconds / 2))
        scene.reportVessel(2, 40 + meters / 111_195, -30 - along / Math.cos((40 * Math.PI) / 180), {
          speedKnots: 12,
          courseDegrees: 270,
        });
    }
    return scene.events.length;
  };
  t.deepEqual(
    [10, 30, 60].map((seconds) => passing(seconds, 80)),
    [1, 1, 1],
  );
  t.is(passing(60, 100), 0);
});

test('reports up to 90 s old are extrapolated, so that a pair with a report a minute is detected when they arrive late', (t) => {
  const passing = (everySeconds: number) => {
    const scene = new Scene(ships);
    for (let second = 0; second < 720; second += everySeconds) {
      const along = ((second - 720) * 12 * 1_852) / 3_600 / 111_195 / Math.cos((40 * Math.PI) / 180);
      scene.reportVessel(1, 40, -30 + along, { speedKnots: 12, courseDegrees: 90 });
      scene.reportVessel(2, 40 + 80 / 111_195, -30 - along, { speedKnots: 12, courseDegrees: 270 });
      // The detector checks only just before the next reports.
      scene.wait(everySeconds);
    }
    return scene.events.length;
  };
  t.deepEqual([60, 65, 90, 91].map(passing), [1, 1, 1, 0]);
});
