// The fraction of a core, and the memory, of everything that follows the movements of all objects: port calls,
// encounters, holding patterns, passages of lines, coverage, ships waiting off ports and the other detectors. Voyages
// and flights are derived from stored calls and tracks when they are read (voyages.ts, flights.ts); the routes of live
// aircraft are compared in at most 2 % of the time (live-routes.runner.ts). Each part gets all movements of a second
// one after the other; the parts add to live state, which is measured beside them.
import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import { Environment } from '../../../src/config/environment.js';
import { createDetectors } from '../../../src/features/geospatial/detectors/create-detectors.js';
import type { Detector } from '../../../src/features/geospatial/detectors/detector.js';
import { HoldingPattern } from '../../../src/features/geospatial/detectors/holding-pattern.js';
import { PortCall } from '../../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../../src/features/geospatial/detectors/port-table.js';
import { VesselEncounter } from '../../../src/features/geospatial/detectors/vessel-encounter.js';
import { builtInFlows } from '../../../src/features/geospatial/flows/built-in-flows.js';
import { Gate } from '../../../src/features/geospatial/flows/gate.js';
import { GateIndex } from '../../../src/features/geospatial/flows/gate-index.js';
import { PassageCounter } from '../../../src/features/geospatial/flows/passage-counter.js';
import { GeospatialConfig } from '../../../src/features/geospatial/geospatial.config.js';
import { Coasts } from '../../../src/features/geospatial/land/coasts.js';
import type { Layer } from '../../../src/features/geospatial/layer.js';
import type { Movement } from '../../../src/features/geospatial/movement.js';
import { portDirectory } from '../../../src/features/geospatial/ports/port.js';
import { ReceptionCounter } from '../../../src/features/geospatial/reception/reception-counter.js';
import { countWaiting } from '../../../src/features/geospatial/waiting/waiting-count.js';
import { createLog } from '../../../src/logging/log.js';
import { SystemClock } from '../../../src/time/clock.js';
import { liveState } from '../../../test/support/live-state.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  objects: OBJECTS,
  reports: REPORTS,
  seconds: SECONDS,
} = sizesOf({
  usual: { objects: 300_000, reports: 30_000, seconds: 60 },
  smoke: { objects: 600, reports: 300, seconds: 4 },
});
/** Vessels that the detector of encounters assesses with each check. */
const ASSESSED_PER_CHECK = 40;
const DEGREES_PER_KNOT_SECOND = 1 / 3_600 / 60;

let seed = 42;
/** Returns a pseudo-random number from 0 to 1, the same sequence in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

const { picture: live, clock } = liveState();
const start = clock.now();
const ports = [...portDirectory().byLocode.values()];
const lines = [...builtInFlows().values()];
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

interface Mover {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  knots: number;
  course: number;
  /** Degrees by which an aircraft turns each second. */
  turn: number;
  navigationStatus: number;
}

/**
 * Two in three objects are vessels. Of these four in ten lie at berths, one in ten waits at anchor off a port, three in
 * ten sail near lines and the others at sea. One aircraft in a hundred flies racetracks.
 */
function moverOf(index: number): Mover {
  if (index % 3 === 2) {
    const turn = index % 300 === 2 ? 3 : 0;
    const place = { lat: random() * 120 - 60, lon: random() * 360 - 180 };
    return {
      layer: 'aircraft',
      key: index,
      ...place,
      knots: 200 + random() * 280,
      course: 360 * random(),
      turn,
      navigationStatus: 0,
    };
  }
  const kind = random();
  const { position } = pick(ports);
  const [lon, lat] = pick(lines).corners[0] as readonly [number, number];
  const at = (place: { lat: number; lon: number }, spread: number) => ({
    lat: Math.max(-80, Math.min(80, place.lat + (random() - 0.5) * spread)),
    lon: place.lon + (random() - 0.5) * spread,
  });
  const vessel = { layer: 'vessels', key: 201_000_000 + index, turn: 0, course: 360 * random() } as const;
  if (kind < 0.4) return { ...vessel, ...at(position, 0.04), knots: 0, navigationStatus: 5 };
  if (kind < 0.5) return { ...vessel, ...at(position, 0.6), knots: 0.2, navigationStatus: 1 };
  const place = kind < 0.8 ? at({ lat, lon }, 1) : { lat: random() * 120 - 60, lon: random() * 360 - 180 };
  return { ...vessel, ...place, knots: random() * 18, navigationStatus: 0 };
}
const movers = Array.from({ length: OBJECTS }, (_, index) => moverOf(index));
const times = new Float64Array(OBJECTS).fill(start);

/** Moves an object by the seconds since its last report, and reports it. */
function report(index: number, now: number): void {
  const mover = movers[index] as Mover;
  const seconds = (now - (times[index] as number)) / 1_000;
  times[index] = now;
  mover.course = (mover.course + mover.turn * seconds) % 360;
  const way = mover.knots * seconds * DEGREES_PER_KNOT_SECOND;
  const radians = (mover.course * Math.PI) / 180;
  const lat = mover.lat + Math.cos(radians) * way;
  if (Math.abs(lat) < 80) mover.lat = lat;
  const lon = mover.lon + (Math.sin(radians) * way) / Math.cos((mover.lat * Math.PI) / 180);
  mover.lon = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
  const { key, knots, course } = mover;
  const place = { key, lat: mover.lat, lon: mover.lon, observedAt: now, receivedAt: now, provider: 'bench' };
  if (mover.layer === 'aircraft')
    live.takeAircraft({
      ...place,
      groundSpeedKnots: knots,
      trackDegrees: course,
      altitudeFeet: 12_000,
      category: 'A3',
    });
  else
    live.takeVessel({
      ...place,
      station: 'class_a',
      speedKnots: knots,
      courseDegrees: course,
      navigationStatus: mover.navigationStatus,
      shipTypeCode: key % 2 === 0 ? 70 : 80,
    });
}

/** Copies of the movements of a second, because live state reuses one object. */
const movements: Movement[] = Array.from({ length: REPORTS }, () => ({}) as Movement);
let moved = 0;
live.listen({
  moved: (movement) => {
    Object.assign(movements[moved] as Movement, movement);
    moved += 1;
  },
});

interface Part {
  name: string;
  moved?(movement: Movement): void;
  check?(now: number): unknown;
  /** Seconds between two checks. Default: each second. */
  everySeconds?: number;
  us: number;
  bytes: number;
}

const memory = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const table = new PortTable();
const coasts = new Coasts(new SystemClock(), createLog({ logLevel: 'error' }));
await coasts.load();
let noticed = 0;
const publish = () => {
  noticed += 1;
};
const vesselOf = (key: number) => live.vessels.get(key);
const aircraftOf = (key: number) => live.aircraft.get(key);
const detectorPart = (name: string, ...detectors: Detector[]): Part => ({
  name,
  moved: (movement) => {
    for (const detector of detectors) detector.moved?.(movement);
  },
  check: (now) => {
    for (const detector of detectors) detector.check?.(now);
  },
  us: 0,
  bytes: 0,
});
const index = new GateIndex(lines.map(({ id, corners }) => ({ id, gate: new Gate(corners) })));
const flows = new PassageCounter(index, publish, () => {});
const reception = new ReceptionCounter(new GeospatialConfig(new Environment({})));
const own = new Set<string>(['encounter', 'port_call', 'holding']);
const others = createDetectors(live, table, coasts, publish).filter(({ type }) => !own.has(type));
const parts: Part[] = [
  detectorPart('port calls', new PortCall(publish, table, vesselOf)),
  detectorPart('encounters', new VesselEncounter(publish, table, coasts, vesselOf)),
  detectorPart('holding patterns', new HoldingPattern(publish, aircraftOf)),
  { name: 'passages of lines', moved: (movement) => flows.moved(movement), us: 0, bytes: 0 },
  {
    name: 'coverage',
    moved: (movement) => reception.count('bench', movement.layer, movement),
    check: () => reception.take(),
    everySeconds: 300,
    us: 0,
    bytes: 0,
  },
  { name: 'waiting ships', check: (now) => countWaiting(live, table, now), everySeconds: 3_600, us: 0, bytes: 0 },
];
const detectors = detectorPart('the other detectors', ...others);

/** Passes the movements of a second to a part, and adds its CPU time. */
async function run(part: Part, now: number, checks: boolean): Promise<void> {
  const before = cpu();
  if (part.moved !== undefined) for (let at = 0; at < moved; at += 1) part.moved(movements[at] as Movement);
  if (part.everySeconds === undefined && checks) await part.check?.(now);
  part.us += cpu() - before;
}

// Every object has reported, and the code is compiled, before anything is measured.
const all = [...parts, detectors];
let next = 0;
async function second(now: number): Promise<number> {
  moved = 0;
  clock.advance(now - clock.now());
  const before = cpu();
  for (let count = 0; count < REPORTS; count += 1) {
    report(next, now);
    next = (next + 1) % OBJECTS;
  }
  const took = cpu() - before;
  for (const part of all) await run(part, now, true);
  await setImmediate();
  return took;
}
const empty = memory();
const rounds = Math.ceil(OBJECTS / REPORTS);
// The first reports of all objects fill live state, before the parts receive any of them.
for (let at = 0; at < rounds; at += 1) {
  moved = 0;
  for (let count = 0; count < REPORTS && next < OBJECTS; count += 1, next += 1) report(next, start);
}
next = 0;
const filled = memory();
for (const part of all) {
  const before = memory();
  for (let from = 0; from < OBJECTS; from += REPORTS) {
    moved = 0;
    for (let count = 0; count < REPORTS && from + count < OBJECTS; count += 1) {
      const { layer, key, lat, lon, knots, course } = movers[from + count] as Mover;
      const copy = movements[moved] as Movement;
      const none = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };
      Object.assign(copy, { layer, key, lat, lon, observedAt: start, receivedAt: start, provider: 'bench', ...none });
      Object.assign(copy, { speedKnots: knots, courseDegrees: course, altitudeFeet: 12_000, accuracyMeters: 10 });
      moved += 1;
    }
    await run(part, start, false);
  }
  // Encounters assess some new vessels with each check, so that a full service has assessed all of them.
  if (part.everySeconds === undefined)
    for (let at = 0; at < OBJECTS / ASSESSED_PER_CHECK; at += 1) await part.check?.(start);
  part.bytes -= before - memory();
}
for (let at = 1; at <= 2 * rounds; at += 1) await second(start + at * 1_000);
const before = memory();
for (const part of all) part.us = 0;
let liveUs = 0;
for (let at = 1; at <= SECONDS; at += 1) liveUs += await second(start + (2 * rounds + at) * 1_000);
const after = memory();
for (const part of all) {
  if (part.everySeconds === undefined) continue;
  const began = cpu();
  await part.check?.(clock.now());
  part.us += ((cpu() - began) * SECONDS) / part.everySeconds;
}

const percentOf = (us: number) => ((100 * us) / SECONDS / 1e6).toFixed(2);
const rowOf = ({ name, us, bytes }: Omit<Part, 'moved'>) => [
  name,
  percentOf(us),
  (us / SECONDS / REPORTS).toFixed(2),
  (bytes / OBJECTS).toFixed(1),
];
const total = (chosen: readonly Part[], name: string) =>
  rowOf({
    name,
    us: chosen.reduce((sum, { us }) => sum + us, 0),
    bytes: chosen.reduce((sum, { bytes }) => sum + bytes, 0),
  });
console.log(
  `${OBJECTS.toLocaleString('en')} objects, ${REPORTS.toLocaleString('en')} reports a second for ${SECONDS} s; ` +
    `${noticed} notices; growth while measured ${((after - before) / OBJECTS).toFixed(1)} bytes per object`,
);
printTable(
  ['', '% of a core', 'CPU µs per report', 'bytes per object'],
  [
    ...parts.map(rowOf),
    total(parts, 'together'),
    rowOf(detectors),
    rowOf({ name: 'live state, with the reports', us: liveUs, bytes: filled - empty }),
  ],
);
