// Measures the live index at 20,000, 200,000 and 1,000,000 objects: reports and moves per CPU-second, the CPU time of
// box queries compared with a rebuilt flatbush and a plain scan, and memory. Run with --expose-gc.
import 'reflect-metadata';
import Flatbush from 'flatbush';
import { Environment } from '../../../src/config/environment.js';
import { boxArea } from '../../../src/features/geospatial/area.js';
import type { Box } from '../../../src/features/geospatial/box.js';
import { GeospatialConfig } from '../../../src/features/geospatial/geospatial.config.js';
import { CellGrid } from '../../../src/features/geospatial/live/cell-grid.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { LAT, LON, OBSERVED, ObjectRows, STRIDE, VERSION } from '../../../src/features/geospatial/live/object-rows.js';
import type { VesselReport } from '../../../src/features/geospatial/observation.js';
import { createLog } from '../../../src/logging/log.js';
import { randomNumbers } from '../../../test/support/random-numbers.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  updates: UPDATES,
  objects: OBJECTS,
  runs: RUNS,
} = sizesOf({
  usual: { updates: 1_000_000, objects: 1_000_000, runs: 500 },
  smoke: { updates: 1_000, objects: 2_000, runs: 2 },
});
const ROUNDS = 5;
const start = Date.UTC(2026, 0, 1);
const random = randomNumbers(42);

/** Returns the CPU time of `work` (µs). */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Centers of two hundred crowds. Six in ten objects are in a crowd, the others anywhere. */
const centres = Array.from({ length: 200 }, () => ({ lat: random() * 130 - 60, lon: random() * 360 - 180 }));
function somewhere(): { lat: number; lon: number } {
  const centre = centres[Math.floor(random() * centres.length)] as { lat: number; lon: number };
  if (random() >= 0.6) return { lat: random() * 130 - 60, lon: random() * 359.9 - 180 };
  const [lat, lon] = [centre.lat + (random() + random() - 1) * 4, centre.lon + (random() + random() - 1) * 4];
  return { lat, lon: Math.max(-180, Math.min(179.99, lon)) };
}

function emptyPicture(clock: { now(): number }) {
  const log = createLog({ logLevel: 'error' }, { write: () => undefined });
  return new LiveState(
    new GeospatialConfig(new Environment({ SVC_GEO_OBJECT_LIMIT: '2000000', SVC_VESSEL_TTL_SECONDS: '604800' })),
    clock,
    log,
  );
}

const keyOf = (index: number) => 200_000_000 + index * 577;
const letters = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => 65 + Math.floor(random() * 26)));

/** Returns a report with every field that a class A vessel sends. */
const reportOf = (index: number, at: number): VesselReport => ({
  ...somewhere(),
  key: keyOf(index),
  provider: 'ais',
  observedAt: at,
  receivedAt: at,
  station: 'class_a',
  accuracyMeters: 10,
  speedKnots: 12.3,
  courseDegrees: 271.9,
  headingDegrees: 270,
  rateOfTurnDegreesPerMinute: 0,
  navigationStatus: 0,
  imo: 9_000_000 + index,
  name: letters(16),
  callsign: letters(6),
  shipTypeCode: 70,
  destination: letters(14),
  eta: at,
  draughtMeters: 10.1,
  lengthMeters: 200,
  beamMeters: 32,
});

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);
const used = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function measure(size: number) {
  const clock = { time: start, now: () => clock.time };
  const before = used();
  const picture = emptyPicture(clock);
  for (let index = 0; index < size; index += 1) picture.takeVessel(reportOf(index, start));
  const megabytes = (used() - before) / 1e6;
  const layer = picture.vessels;

  // Each update moves a random vessel slightly to the east (0.001° of longitude).
  const report: VesselReport = {
    key: 0,
    provider: 'ais',
    observedAt: 0,
    receivedAt: 0,
    lat: 0,
    lon: 0,
    speedKnots: 12,
    courseDegrees: 90,
  };
  const orders = Int32Array.from({ length: UPDATES }, () => Math.floor(random() * size));
  const update = () => {
    for (let count = 0; count < UPDATES; count += 1) {
      const index = orders[count] as number;
      const slot = layer.slotOf(keyOf(index)) as number;
      clock.time += 1;
      report.key = keyOf(index);
      report.observedAt = clock.time;
      report.receivedAt = clock.time;
      report.lat = layer.latAt(slot);
      report.lon = layer.lonAt(slot) < 179.9 ? layer.lonAt(slot) + 0.001 : -179;
      picture.takeVessel(report);
    }
  };
  update();
  const updates = UPDATES / median(Array.from({ length: ROUNDS }, () => cpuOf(update)));

  // Moves slots in the index alone. About one move in a hundred changes the cell of the slot.
  const [rows, grid] = [new ObjectRows(), new CellGrid()];
  rows.grow(size);
  grid.grow(size);
  const move = (slot: number, lat: number, lon: number, version: number) => {
    const row = slot * STRIDE;
    rows.values[row + LAT] = lat;
    rows.values[row + LON] = lon;
    rows.values[row + OBSERVED] = version;
    rows.values[row + VERSION] = version;
    grid.place(slot, lat, lon);
    grid.touch(slot, version);
  };
  for (let slot = 0; slot < size; slot += 1) move(slot, layer.latAt(slot), layer.lonAt(slot), slot);
  const moveAll = () => {
    for (let count = 0; count < UPDATES; count += 1) {
      const slot = orders[count] as number;
      const lon = (rows.values[slot * STRIDE + LON] as number) + 0.01;
      move(slot, rows.values[slot * STRIDE + LAT] as number, lon < 180 ? lon : -180, count);
    }
  };
  moveAll();
  const moves = UPDATES / median(Array.from({ length: ROUNDS }, () => cpuOf(moveAll)));

  const centre = centres[0] as { lat: number; lon: number };
  const boxOf = (half: number): Box => ({
    west: Math.max(-180, centre.lon - half),
    south: centre.lat - half,
    east: Math.min(180, centre.lon + half),
    north: centre.lat + half,
  });
  // A binary search finds the box around a crowd that holds about five thousand objects.
  let [low, high] = [0, 60];
  for (let turn = 0; turn < 40; turn += 1) {
    const middle = (low + high) / 2;
    if (layer.count(boxOf(middle)) < 5_000) low = middle;
    else high = middle;
  }
  const box = boxOf(high);
  const area = boxArea(box);
  const repeat = (work: () => unknown, times: number) => {
    for (let count = 0; count < times / 5; count += 1) work();
    return median(Array.from({ length: ROUNDS }, () => cpuOf(() => Array.from({ length: times }, work)))) / times;
  };
  const all = layer.within();
  const [lats, lons] = [
    Float64Array.from(all, (slot) => layer.latAt(slot)),
    Float64Array.from(all, (slot) => layer.lonAt(slot)),
  ];
  const build = () => {
    const tree = new Flatbush(size);
    for (let index = 0; index < size; index += 1) tree.add(lons[index] as number, lats[index] as number);
    tree.finish();
    return tree;
  };
  const tree = build();
  const scan = () => {
    const hits: number[] = [];
    for (let index = 0; index < size; index += 1) {
      const [lat, lon] = [lats[index] as number, lons[index] as number];
      if (lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east) hits.push(index);
    }
    return hits;
  };
  const hits = layer.within(area).length;
  const found = [tree.search(box.west, box.south, box.east, box.north).length, scan().length, layer.count(box)];
  if (found.some((count) => count !== hits)) throw new Error(`The answers differ: ${hits}, ${found}`);
  const times = {
    ours: repeat(() => layer.within(area), RUNS),
    count: repeat(() => layer.count(box), RUNS),
    changed: repeat(() => layer.changedWithin(box, layer.version - 100), RUNS),
    flatbush: repeat(() => tree.search(box.west, box.south, box.east, box.north), RUNS * 0.4),
    scan: repeat(scan, RUNS / 50),
    rebuild: median(Array.from({ length: 3 }, () => cpuOf(build))),
    expiry: median(Array.from({ length: 3 }, () => cpuOf(() => picture.expire()))),
  };
  return { size, megabytes, updates, moves, hits, ...times };
}

const results = [OBJECTS / 50, OBJECTS / 5, OBJECTS].map(measure);
const micros = (value: number) => value.toFixed(0);
printTable(
  [
    'objects',
    'MB with details',
    'M reports/CPU-s',
    'M moves/CPU-s',
    'hits',
    'box µs',
    'count µs',
    'changed µs',
    'flatbush box µs',
    'flatbush rebuild ms',
    'scan µs',
    'expiry scan ms',
  ],
  results.map(({ size, megabytes, updates, moves, hits, ours, count, changed, flatbush, rebuild, scan, expiry }) => [
    size,
    micros(megabytes),
    updates.toFixed(2),
    moves.toFixed(2),
    hits,
    micros(ours),
    micros(count),
    micros(changed),
    micros(flatbush),
    (rebuild / 1000).toFixed(0),
    micros(scan),
    (expiry / 1000).toFixed(1),
  ]),
);
