// Movements per CPU-second through all detectors together, compared with a pass that only keeps the last position of
// each object.
import 'reflect-metadata';
import type { Aircraft } from '../../../src/features/geospatial/aircraft.js';
import { createDetectors } from '../../../src/features/geospatial/detectors/create-detectors.js';
import { PortTable } from '../../../src/features/geospatial/detectors/port-table.js';
import { Coasts } from '../../../src/features/geospatial/land/coasts.js';
import type { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import type { Movement } from '../../../src/features/geospatial/movement.js';
import type { Vessel } from '../../../src/features/geospatial/vessel.js';
import { createLog } from '../../../src/logging/log.js';
import { SystemClock } from '../../../src/time/clock.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { objects: OBJECTS, seconds: SECONDS } = sizesOf({
  usual: { objects: 20_000, seconds: 30 },
  smoke: { objects: 200, seconds: 2 },
});
const ROUNDS = 5;

let seed = 42;
/** Returns a pseudo-random number from 0 to 1, the same sequence in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

const start = Date.UTC(2026, 10, 21);
/**
 * Half of the objects are vessels, half aircraft. Six in ten are in two hundred crowds, as around ports and on airways.
 */
const crowds = Array.from({ length: 200 }, () => ({ lat: random() * 120 - 60, lon: random() * 360 - 180 }));
const objects = Array.from({ length: OBJECTS }, (_, index): Movement => {
  const crowd = index % 10 < 6 ? crowds[Math.floor(random() * crowds.length)] : undefined;
  const lat = crowd ? crowd.lat + random() : random() * 140 - 70;
  const lon = crowd ? crowd.lon + random() : random() * 360 - 180;
  const layer = index % 2 === 0 ? 'vessels' : 'aircraft';
  const speedKnots = layer === 'vessels' ? random() * 18 : 250 + random() * 250;
  const place = {
    lat,
    lon,
    observedAt: start,
    receivedAt: start,
    previousLat: lat,
    previousLon: lon,
    previousObservedAt: start,
  };
  return {
    layer,
    key: index + 1,
    ...place,
    speedKnots,
    courseDegrees: random() * 360,
    altitudeFeet: 30_000 + 1_000 * (index % 9),
    accuracyMeters: 10,
    provider: 'bench',
  };
});
const state = {
  position: { lat: 0, lon: 0 },
  observedAt: start,
  station: 'class_a',
  navigationStatus: 0,
  squawk: '1000',
  emergency: 'none',
  nacP: 9,
  nic: 8,
  onGround: false,
};
const layer = { get: (key: number) => ({ ...state, key }) as unknown as Vessel & Aircraft };

/** Moves every object once a second. @returns CPU time (µs) */
function run(moved: (movement: Movement) => void, check: (now: number) => void): number {
  const before = process.cpuUsage();
  for (let second = 1; second <= SECONDS; second += 1) {
    const now = start + second * 1_000;
    for (const object of objects) {
      object.previousLat = object.lat;
      object.previousLon = object.lon;
      object.previousObservedAt = object.observedAt;
      object.lat += Math.cos((object.courseDegrees * Math.PI) / 180) * object.speedKnots * 4.6e-6;
      object.observedAt = now;
      moved(object);
    }
    check(now);
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const coasts = new Coasts(new SystemClock(), createLog({ logLevel: 'error' }));
await coasts.load();
let longest = 0;
let noticed = 0;
const costs = { detectors: [] as number[], plain: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  const detectors = createDetectors(
    { vessels: layer, aircraft: layer } as unknown as LiveState,
    new PortTable(),
    coasts,
    () => {
      noticed += 1;
    },
  );
  costs.detectors.push(
    run(
      (movement) => {
        for (const detector of detectors) detector.moved?.(movement);
      },
      (now) => {
        const began = performance.now();
        for (const detector of detectors) detector.check?.(now);
        if (round > 0) longest = Math.max(longest, performance.now() - began);
      },
    ),
  );
  const last = new Map<number, { lat: number; lon: number; observedAt: number }>();
  costs.plain.push(
    run(
      ({ key, lat, lon, observedAt }) => last.set(key, { lat, lon, observedAt }),
      () => {},
    ),
  );
}
const perSecond = (micros: number[]) => Math.round((OBJECTS * SECONDS * 1e6) / median(micros));
console.log(
  `${OBJECTS.toLocaleString('en')} objects, each moving once a second for ${SECONDS} s; ${noticed} notices; longest check after the first round ${longest.toFixed(1)} ms`,
);
printTable(
  ['', 'movements per CPU-second'],
  [
    ['all detectors', perSecond(costs.detectors).toLocaleString('en')],
    ['a Map of last positions', perSecond(costs.plain).toLocaleString('en')],
  ],
);
