// 10,000 geofences and 20,000 moving vessels and aircraft: reports evaluated per CPU-second, the cost of a changed
// geofence, and memory. The same is measured for one of four shards, which gets every report and has a quarter of the
// geofences.
import 'reflect-metadata';
import { Environment } from '../../../src/config/environment.js';
import { FenceEngine, type Fix } from '../../../src/features/geospatial/geofences/engine/fence-engine.js';
import { LivePositionLookup } from '../../../src/features/geospatial/geofences/engine/position-lookup.js';
import {
  defaultPolicy,
  type FenceShape,
  type WatchedGeofence,
} from '../../../src/features/geospatial/geofences/geofence.js';
import type { Corner } from '../../../src/features/geospatial/geometry/ring.js';
import { GeospatialConfig } from '../../../src/features/geospatial/geospatial.config.js';
import { entityOf, type Layer } from '../../../src/features/geospatial/layer.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import type { Movement } from '../../../src/features/geospatial/movement.js';
import { destination } from '../../../src/features/geospatial/sphere.js';
import { createLog } from '../../../src/logging/log.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { fences: FENCES, objects: OBJECTS } = sizesOf({
  usual: { fences: 10_000, objects: 20_000 },
  smoke: { fences: 200, objects: 400 },
});
const start = Date.UTC(2026, 0, 1);
/** Number of steps before the measurement. Every object reports once a step. */
const WARM_STEPS = 2;
const STEPS = 7;
const SHARDS = 4;
/** Number of reports that are evaluated in one batch. */
const SLICE = 2_000;

/** Returns a generator of numbers in [0, 1), the same sequence for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Moving {
  layer: Layer;
  key: number;
  lat: number;
  lon: number;
  course: number;
}

const clock = { now: () => start + 3_600_000 };

function emptyPicture(): LiveState {
  const log = createLog({ logLevel: 'error' }, { write: () => undefined });
  return new LiveState(new GeospatialConfig(new Environment({ SVC_AIRCRAFT_TTL_SECONDS: '86400' })), clock, log);
}

type Distribution = (random: () => number) => { lat: number; lon: number };

/** Returns a place over the seas and airways of Europe, an area of some 4,000 × 3,000 km. */
const wide: Distribution = (random) => ({ lat: 35 + random() * 27, lon: -12 + random() * 48 });
/** Returns a place within 60 km of one port. */
const port: Distribution = (random) => destination(51.95, 4.05, random() * 360, 60_000 * Math.sqrt(random()));

/**
 * Returns the shape of a geofence: half are circles, a third polygons of 8 to 100 corners, the rest corridors with four
 * segments. One in a hundred is instead a circle that moves with an object.
 */
function shapeOf(
  index: number,
  { lat, lon }: { lat: number; lon: number },
  size: number,
  random: () => number,
  objects: readonly Moving[],
): FenceShape {
  const corner = (turn: number, meters: number): Corner => {
    const place = destination(lat, lon, turn, meters);
    return [place.lon, place.lat];
  };
  if (index % 100 === 0) {
    const { layer, key } = objects[Math.floor(random() * objects.length)] as Moving;
    return { type: 'moving', entity: entityOf(layer, key), radiusMeters: size };
  }
  if (index % 6 < 3) return { type: 'circle', center: { lat, lon }, radiusMeters: size };
  if (index % 6 < 5) {
    const corners = 8 + Math.floor(random() * 93);
    return {
      type: 'polygon',
      coordinates: Array.from({ length: corners }, (_, turn) =>
        corner((360 * turn) / corners, size * (0.6 + 0.4 * random())),
      ),
    };
  }
  return {
    type: 'corridor',
    line: [0, 1, 2, 3, 4].map((part) => corner(30 + 10 * random(), size * part)),
    widthMeters: size / 2,
  };
}

function measure(
  name: string,
  place: Distribution,
  smallest: number,
  largest: number,
  shards = 1,
): (string | number)[] {
  const random = numbers(7);
  const picture = emptyPicture();
  const objects = Array.from({ length: OBJECTS }, (_, index): Moving => {
    const layer: Layer = index % 4 === 0 ? 'aircraft' : 'vessels';
    return {
      layer,
      key: layer === 'vessels' ? 200_000_000 + index : 0x400000 + index,
      ...place(random),
      course: random() * 360,
    };
  });
  let published = 0;
  const engine = new FenceEngine(new LivePositionLookup(picture), () => {
    published += 1;
  });
  const fenceOf = (index: number): WatchedGeofence => ({
    id: `fence ${index}`,
    accountId: 'bench',
    name: 'Fence',
    // The power makes most geofences small and few large.
    shape: shapeOf(index, place(random), smallest * (largest / smallest) ** (random() ** 2), random, objects),
    policy: { ...defaultPolicy, dwellSeconds: 3_600 },
    expiresAt: null,
    updatedAt: new Date(0),
  });
  const before = process.memoryUsage();
  for (let index = 0; index < FENCES; index += 1) {
    const fence = fenceOf(index);
    // Every hundredth geofence is a moving one, so the indexes are distributed by hundreds: each shard gets its part of
    // them.
    if (Math.floor(index / 100) % shards === 0) engine.resume(fence, [], 0);
  }
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;

  // Only the engine is timed. Its input is the movements that the live state reports.
  let time = start;
  let heard: Movement | undefined;
  picture.listen({
    moved: (movement) => {
      heard = movement;
    },
  });
  const step = (): number => {
    time += 10_000;
    let spent = 0;
    for (let from = 0; from < OBJECTS; from += SLICE) {
      const fixes: Fix[] = [];
      for (const one of objects.slice(from, from + SLICE)) {
        // 10 s at 15 kn (vessels) and 450 kn (aircraft). Now and then an object jumps, as if it had left and another
        // had appeared.
        const next =
          random() < 0.002
            ? place(random)
            : destination(one.lat, one.lon, one.course, one.layer === 'vessels' ? 77 : 2_315);
        one.lat = next.lat;
        one.lon = next.lon;
        const report = {
          key: one.key,
          lat: one.lat,
          lon: one.lon,
          observedAt: time,
          receivedAt: time,
          provider: 'bench',
        };
        heard = undefined;
        if (one.layer === 'vessels') picture.takeVessel(report);
        else picture.takeAircraft(report);
        const { layer, key, lat, lon, observedAt, altitudeFeet, accuracyMeters, previousLat } =
          heard as unknown as Movement;
        fixes.push({
          layer,
          key,
          lat,
          lon,
          observedAt,
          altitudeFeet,
          accuracyMeters,
          isFirst: Number.isNaN(previousLat),
        });
      }
      const cpu = process.cpuUsage();
      for (const fix of fixes) engine.move(fix);
      const { user, system } = process.cpuUsage(cpu);
      spent += user + system;
    }
    engine.tick(time);
    return spent;
  };
  for (let warm = 0; warm < WARM_STEPS; warm += 1) step();
  published = 0;
  const rates = Array.from({ length: STEPS }, () => OBJECTS / (step() / 1e6));
  const perReport = published / (OBJECTS * STEPS);
  const changes = process.cpuUsage();
  for (let index = 0; index < 100; index += 1) engine.put(fenceOf(((100 * shards * index) % FENCES) + 1), time);
  const changing = process.cpuUsage(changes);
  const inside = (engine.members.count / OBJECTS).toFixed(1);
  return [
    name,
    Math.round(median(rates)).toLocaleString('en'),
    inside,
    perReport.toFixed(3),
    ((changing.user + changing.system) / 1e5).toFixed(2),
    megabytes.toFixed(0),
  ];
}

printTable(
  [
    `${FENCES.toLocaleString('en')} fences, ${OBJECTS.toLocaleString('en')} objects`,
    'reports/CPU s',
    'fences around each',
    'published/report',
    'ms/change',
    'MB',
  ],
  [
    measure('over Europe, 500 m to 200 km', wide, 500, 200_000),
    measure('around one port, 100 m to 20 km', port, 100, 20_000),
    measure('around one port, 100 m to 2 km', port, 100, 2_000),
    measure(`over Europe, one of ${SHARDS} shards`, wide, 500, 200_000, SHARDS),
    measure(`around one port, to 20 km, one of ${SHARDS} shards`, port, 100, 20_000, SHARDS),
  ],
);
