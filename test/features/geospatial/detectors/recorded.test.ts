import 'reflect-metadata';
import test from 'ava';
import { createDetectors } from '../../../../src/features/geospatial/detectors/create-detectors.js';
import type { Detector } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import type { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { readCoasts } from '../../../support/read-coasts.js';
import { matchesRecording } from '../../../support/recorded.js';
import { Scene } from './scene.js';

const ports = new PortTable();
const coasts: { landMask: LandMask } = { landMask: await readCoasts() };

/** Returns a scene with all detectors, as the service runs them. */
const scene = () =>
  new Scene((publish, { vesselOf, aircraftOf }) => {
    const all: Detector[] = createDetectors(
      { vessels: { get: vesselOf } as never, aircraft: { get: aircraftOf } as never },
      ports,
      coasts,
      publish,
    );
    return {
      type: 'loitering',
      moved: (movement) => all.forEach((one) => void one.moved?.(movement)),
      expired: (layer, key) => all.forEach((one) => void one.expired?.(layer, key)),
      check: (now) => all.forEach((one) => void one.check?.(now)),
      resume: () => {},
    };
  });

/** Waters with vessels, by name: open sea, a strait, off a port, and across the antimeridian. */
const WATERS = {
  'the Atlantic': [30, -40],
  'the Strait of Hormuz': [26.5, 56.4],
  'the port of Cuxhaven': [53.89, 8.71],
  'the antimeridian': [-20, 179.98],
} as const;
const TYPES = [70, 80, 30, 52, 60, null];
/** Fleets: vessels under way, vessels that drift beside each other, and vessels that cross each other's course. */
const FLEETS = {
  traffic: { minutes: 600, meters: 6_000, speeds: [0, 0.4, 1.5, 4, 11, 22] },
  drift: { minutes: 500, meters: 900, speeds: [0, 0, 0.1, 0.3] },
  crossing: { minutes: 60, meters: 5_000, speeds: [9, 14, 18] },
};

/** Returns a scene of vessels that change course, speed and status at random, fall silent, jump and disappear. */
function fleet(
  at: readonly [number, number],
  seed: number,
  { minutes, meters, speeds }: { minutes: number; meters: number; speeds: readonly number[] },
): Scene {
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const fleet = scene();
  const vessels = Array.from({ length: 14 }, (_, index) => ({
    key: 211_000_000 + index * 1_111_111,
    ...destination(at[0], at[1], 360 * random(), meters * random()),
    knots: pick(speeds),
    course: 360 * random(),
    silentUntil: 0,
  }));
  for (const [index, { key, lat, lon }] of vessels.entries())
    fleet.reportVessel(key, lat, lon, {
      shipTypeCode: TYPES[index % TYPES.length] ?? null,
      lengthMeters: 40 + 20 * index,
    });
  for (let minute = 1; minute <= minutes; minute += 1) {
    fleet.wait(60);
    for (const vessel of vessels) {
      if (random() < 0.02) Object.assign(vessel, { knots: pick(speeds), course: 360 * random() });
      if (random() < 0.01) vessel.silentUntil = minute + Math.floor(150 * random());
      const jump = random() < 0.002 ? 60_000 : 0;
      const next = destination(vessel.lat, vessel.lon, vessel.course, vessel.knots * 30.867 + jump);
      Object.assign(vessel, next);
      if (random() < 0.0005) fleet.expire('vessels', vessel.key);
      if (minute < vessel.silentUntil) continue;
      fleet.reportVessel(vessel.key, vessel.lat, vessel.lon, {
        speedKnots: vessel.knots,
        courseDegrees: vessel.course,
        navigationStatus: vessel.knots < 0.5 ? pick([1, 5, 0]) : 0,
      });
    }
  }
  return fleet;
}

/** Returns a scene of aircraft with changing squawks, accuracy and separation. */
function traffic(seed: number, steps: number): Scene {
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const traffic = scene();
  const planes = Array.from({ length: 24 }, (_, index) => ({
    key: 0x4ca000 + index * 17,
    ...destination(34.5, 33, 360 * random(), 60_000 * random()),
    course: 360 * random(),
    squawk: '1000',
    altitudeFeet: 30_000 + 500 * Math.floor(4 * random()),
    nacP: 9,
    jammedUntil: 0,
  }));
  for (let step = 1; step <= steps; step += 1) {
    traffic.wait(10);
    const isJammed = step % 90 > 60;
    for (const plane of planes) {
      if (random() < 0.006) plane.squawk = pick(['7700', '7600', '7500', '1000', '2000']);
      if (random() < 0.02) plane.course = 360 * random();
      if (isJammed && random() < 0.2) plane.jammedUntil = step + 20;
      Object.assign(plane, destination(plane.lat, plane.lon, plane.course, 2_300 + (random() < 0.002 ? 90_000 : 0)));
      if (random() < 0.05) continue;
      const isBad = step < plane.jammedUntil;
      traffic.reportAircraft(plane.key, plane.lat, plane.lon, {
        squawk: plane.squawk,
        groundSpeedKnots: 450,
        trackDegrees: plane.course,
        altitudeFeet: plane.altitudeFeet,
        nacP: isBad ? 3 : 9,
        nic: isBad ? 0 : 8,
      });
    }
  }
  return traffic;
}

/** Returns the number of published detections, and the last state of each event. */
const reported = ({ events, detections }: Scene) => ({
  published: detections.length,
  events: events.map(({ type, severity, title, position, startedAt, endedAt, entities, details }) => [
    type,
    severity,
    title,
    position?.lat,
    position?.lon,
    startedAt.toISOString(),
    endedAt?.toISOString() ?? null,
    entities,
    details,
  ]),
});

test('random fleets give the recorded detections', (t) => {
  const rows = new Map<string, unknown>();
  for (const [name, at] of Object.entries(WATERS))
    for (const [kind, of] of Object.entries(FLEETS)) rows.set(`${kind} in ${name}`, reported(fleet(at, 3, of)));
  matchesRecording(t, 'geo-vessel-detections', rows);
});

test('random air traffic gives the recorded detections', (t) => {
  const rows = new Map<string, unknown>();
  for (const seed of [5, 6]) rows.set(`the Levant, ${seed}`, reported(traffic(seed, 400)));
  matchesRecording(t, 'geo-aircraft-detections', rows);
});
