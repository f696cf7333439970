import 'reflect-metadata';
import test from 'ava';
import { createDetectors } from '../../../../src/features/geospatial/detectors/create-detectors.js';
import type { Detector, PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { VesselEncounter } from '../../../../src/features/geospatial/detectors/vessel-encounter.js';
import { ENCOUNTER } from '../../../../src/features/geospatial/encounters/encounter.js';
import type { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { destination, KNOTS_IN_METERS_PER_SECOND } from '../../../../src/features/geospatial/sphere.js';
import type { Vessel } from '../../../../src/features/geospatial/vessel.js';
import { readCoasts } from '../../../support/read-coasts.js';
import { Scene } from './scene.js';

type VesselOf = (key: number) => Vessel | undefined;
const ports = new PortTable();
const coasts: { landMask: LandMask } = { landMask: await readCoasts() };
const make = (publish: PublishDetection, { vesselOf }: { vesselOf: VesselOf }) =>
  new VesselEncounter(publish, ports, coasts, vesselOf);
/** Returns a detector that runs all detectors, as the service does. */
const all = (publish: PublishDetection, { vesselOf }: { vesselOf: VesselOf }): Detector => {
  const layer = { get: vesselOf } as never;
  const detectors = createDetectors(
    { vessels: layer, aircraft: { get: () => undefined } as never },
    ports,
    coasts,
    publish,
  );
  return {
    type: ENCOUNTER,
    moved: (movement) => detectors.forEach((one) => void one.moved?.(movement)),
    check: (now) => detectors.forEach((one) => void one.check?.(now)),
    resume: () => {},
  };
};

interface Together {
  meters?: number;
  minutes?: number;
  knots?: number;
  lat?: number;
  lon?: number;
  everySeconds?: number;
  one?: Partial<Vessel>;
  other?: Partial<Vessel>;
}

/** Lets two vessels lie or sail a distance apart; the second one reports half an interval after the first. */
function together(
  scene: Scene,
  { meters = 50, minutes = 121, knots = 0.4, lat = 30, lon = -40, everySeconds = 60, one, other }: Together = {},
): Scene {
  let place = { lat, lon };
  const motion = { speedKnots: knots, courseDegrees: 90 };
  const step = (seconds: number) => {
    place = destination(place.lat, place.lon, 90, knots * KNOTS_IN_METERS_PER_SECOND * seconds);
    scene.wait(seconds);
  };
  for (let passed = 0; passed < minutes * 60; passed += everySeconds) {
    scene.reportVessel(1, place.lat, place.lon, { ...motion, ...one });
    step(everySeconds / 2);
    const beside = destination(place.lat, place.lon, 0, meters);
    scene.reportVessel(2, beside.lat, beside.lon, { ...motion, ...other });
    step(everySeconds / 2);
  }
  return scene;
}

const count = (options: Together) => together(new Scene(make), options).events.length;

for (const meters of [0, 20, 50, 300])
  test(`two vessels that drift ${meters} m apart for two hours are an encounter since its beginning`, (t) => {
    const begun = new Scene(make).now;
    const { events } = together(new Scene(make), { meters, minutes: 125 });
    t.like(events, [
      {
        type: ENCOUNTER,
        severity: 3,
        endedAt: null,
        entities: ['vessel:000000001', 'vessel:000000002'],
        title: 'SHIP 1 and SHIP 2: ship-to-ship encounter',
        details: { distanceLimitMeters: 500, durationLimitSeconds: 7_200 },
      },
    ]);
    t.true((events[0]?.startedAt.getTime() ?? 0) - begun <= 120_000);
    t.true(Math.abs(Number(events[0]?.details?.leastMeters) - meters) <= 2, `${events[0]?.details?.leastMeters}`);
  });

test('the limits of an encounter hold on both sides', (t) => {
  const sides: Record<string, [met: Together, not: Together]> = {
    distance: [{ meters: 490 }, { meters: 510 }],
    duration: [{ minutes: 124 }, { minutes: 119 }],
    speed: [{ knots: 2.9 }, { knots: 3 }],
    'relative speed': [
      { knots: 0, other: { speedKnots: 1.9, courseDegrees: 0 } },
      { knots: 0, other: { speedKnots: 2.2, courseDegrees: 0 } },
    ],
    'interval of reports': [
      { everySeconds: 360, minutes: 140 },
      { everySeconds: 1_800, minutes: 300 },
    ],
    'service craft': [{ other: { shipTypeCode: 60 } }, { other: { shipTypeCode: 52 } }],
    fishing: [{ one: { shipTypeCode: 30 } }, { one: { shipTypeCode: 30 }, other: { navigationStatus: 7 } }],
    station: [{ other: { station: 'class_b' } }, { other: { station: 'aid_to_navigation' } }],
    // Positions 13 and 5 km off the coast of Portugal.
    coast: [
      { lat: 40.2, lon: -9.06 },
      { lat: 40.2, lon: -8.96 },
    ],
  };
  for (const [name, [met, not]] of Object.entries(sides))
    t.deepEqual([count({ minutes: 124, ...met }), count({ minutes: 124, ...not })], [1, 0], name);
});

test('vessels at anchor, moored or aground beside each other are not an encounter', (t) => {
  for (const navigationStatus of [1, 5, 6])
    t.is(count({ minutes: 360, one: { navigationStatus }, other: { navigationStatus } }), 0);
  // One vessel at anchor is enough to rule out an encounter.
  t.is(count({ minutes: 360, one: { navigationStatus: 1 } }), 0);
});

test('a convoy, a tow, vessels in a port and on a river, and a pair that trawls are not an encounter', (t) => {
  t.is(count({ minutes: 360, knots: 8, meters: 300 }), 0);
  t.is(count({ minutes: 360, knots: 2.5, meters: 200, one: { shipTypeCode: 31 } }), 0);
  t.is(count({ minutes: 360, knots: 0, lat: 51.95, lon: 4.05 }), 0);
  t.is(count({ minutes: 360, knots: 0, lat: 50.15, lon: 7.71 }), 0);
  t.is(count({ minutes: 360, knots: 2.8, meters: 300, one: { shipTypeCode: 30 }, other: { shipTypeCode: 30 } }), 0);
});

test('two vessels alongside for six hours are one encounter and no loitering, and its end has the duration', (t) => {
  const scene = together(new Scene(all), { minutes: 360 });
  const last = scene.now;
  for (let minute = 0; minute < 30; minute += 1) scene.sail(1, 60, 60, 10, 0).sail(2, 60, 60, 10, 180);
  t.deepEqual(
    scene.events.map(({ type }) => type),
    [ENCOUNTER],
  );
  const [event] = scene.events;
  t.true(Math.abs((event?.endedAt?.getTime() ?? 0) - last) <= 120_000);
  t.true(Math.abs(Number(event?.details?.durationSeconds) - 6 * 3_600) <= 240, `${event?.details?.durationSeconds}`);
});

test('a vessel that stays alone for four hours after an encounter is loitering since then', (t) => {
  const scene = together(new Scene(all), { minutes: 300, knots: 0 });
  scene.reportVessel(2, 30.1, -40, { speedKnots: 12, courseDegrees: 0 });
  const left = scene.now;
  for (let minute = 0; minute < 360; minute += 5) scene.wait(300).reportVessel(1, 30, -40, { speedKnots: 0.2 });
  const loitering = scene.events.filter(({ type }) => type === 'loitering');
  t.is(loitering.length, 1);
  t.true((loitering[0]?.startedAt.getTime() ?? 0) >= left - 3_600_000);
});

test('vessels that are apart for ten minutes are still together; after sixteen minutes they have parted', (t) => {
  const apart = (minutes: number) => {
    const scene = together(new Scene(make), { minutes: 125, knots: 0 });
    for (let minute = 0; minute < minutes; minute += 1)
      scene.wait(60).reportVessel(1, 30, -40, { speedKnots: 0 }).reportVessel(2, 30.02, -40, { speedKnots: 0 });
    return together(scene, { minutes: 5, knots: 0 }).events.map(({ endedAt }) => endedAt === null);
  };
  t.deepEqual([apart(10), apart(18)], [[true], [false]]);
});

test('an encounter is withdrawn when one of the vessels turns out to be a service craft', (t) => {
  const scene = together(together(new Scene(make), { minutes: 125 }), { minutes: 5, other: { shipTypeCode: 50 } });
  t.like(scene.events[0], {
    severity: 1,
    title: 'SHIP 1 and SHIP 2: ship-to-ship encounter (withdrawn)',
    details: { withdrawn: true },
  });
  t.is(scene.events.length, 1);
});

test('a vessel is in an encounter until it ends or is withdrawn', (t) => {
  for (const [name, part] of [
    ['withdrawn', (scene: Scene) => together(scene, { minutes: 5, other: { shipTypeCode: 50 } })],
    ['parted', (scene: Scene) => scene.wait(3_600)],
  ] as const) {
    let detector: VesselEncounter | undefined;
    const isInEncounter = () => [1, 2].map((key) => detector?.isInEncounter(key));
    const scene = new Scene((publish, { vesselOf }) => {
      detector = new VesselEncounter(publish, ports, coasts, vesselOf);
      return detector;
    });
    together(scene, { minutes: 115 });
    t.deepEqual(isInEncounter(), [false, false], name);
    together(scene, { minutes: 10 });
    t.deepEqual(isInEncounter(), [true, true], name);
    part(scene);
    t.deepEqual(isInEncounter(), [false, false], name);
  }
});

test('after a restart an encounter continues, and it ends when its vessels are not seen together for two hours', (t) => {
  const scene = together(new Scene(make), { minutes: 125, knots: 0 });
  t.deepEqual(together(scene.restarted(make), { minutes: 60, knots: 0 }).detections, []);
  const lost = scene.restarted(make).wait(61);
  t.deepEqual(lost.wait(3_600).detections, []);
  t.truthy(lost.wait(3_600).events[0]?.endedAt);
});

test('an encounter across the antimeridian is detected as one', (t) => {
  const scene = new Scene(make);
  for (let minute = 0; minute < 125; minute += 1)
    scene.wait(60).reportVessel(1, -30, 179.9999, { speedKnots: 0 }).reportVessel(2, -30, -179.9999, { speedKnots: 0 });
  t.is(scene.events.length, 1);
});
