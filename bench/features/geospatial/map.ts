// The cost of rendering a map: CPU time and size, by its area and its objects. The first map of a scale includes
// reading the coasts of that scale, in a thread of its own.
import { setImmediate } from 'node:timers/promises';
import { cellToChildren, getRes0Cells } from 'h3-js';
import {
  circleCurves,
  corridorCurves,
  polygonCurves,
} from '../../../src/features/geospatial/geometry/outline-curves.js';
import { renderDensityMap } from '../../../src/features/geospatial/map/density/density-in-thread.js';
import type { MapDensity } from '../../../src/features/geospatial/map/density/density-layer.js';
import { renderMap } from '../../../src/features/geospatial/map/render/render-map.js';
import type { MapFence, MapPoint, MapScene } from '../../../src/features/geospatial/map/render/scene.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS } = sizesOf({ usual: { rounds: 15 }, smoke: { rounds: 1 } });
const frame = { title: 'A map', subtitle: 'now', width: 960, theme: 'auto' } as const;
const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });
const boxes = {
  world: box(-180, -90, 180, 90),
  Europe: box(-12, 34, 32, 62),
  'the Pacific': box(140, -40, -110, 60),
  'the Arctic': box(-180, 60, 180, 90),
  Rotterdam: box(3.5, 51.6, 4.8, 52.2),
};

const points = (count: number): MapPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    lat: ((index * 7_919) % 1_600) / 10 - 80,
    lon: ((index * 104_729) % 3_600) / 10 - 180,
    bearing: index % 360,
    label: `MS ${index}`,
  }));
const full = { vessels: points(2_500), aircraft: points(2_500), events: points(200) };

/** Circles, polygons and corridors all over Europe, with nearly as many corners as geofences may have. */
const fences: MapFence[] = Array.from({ length: 100 }, (_, index) => {
  const [lon, lat] = [((index * 37) % 40) - 10, 36 + ((index * 13) % 24)];
  const label = `Fence ${index}`;
  if (index % 3 === 0) return { label, outline: circleCurves(lat, lon, 20_000 + 2_000 * index) };
  const places = Array.from({ length: index % 3 === 1 ? 900 : 200 }, (_, at) => at / (index % 3 === 1 ? 900 : 60));
  if (index % 3 === 1) {
    return {
      label,
      outline: polygonCurves([
        [
          places.map((turn, at) => [
            lon + (2 + (at % 2) / 5) * Math.sin(2 * Math.PI * turn),
            lat + Math.cos(2 * Math.PI * turn),
          ]),
        ],
      ]),
    };
  }
  return {
    label,
    outline: corridorCurves(
      places.map((turn) => [lon + turn, lat + Math.sin(4 * turn)]),
      20_000,
    ),
  };
});
const everyCell = getRes0Cells().flatMap((cell) => cellToChildren(cell, 2));
const density: MapDensity = {
  layer: 'vessels',
  resolution: 2,
  cells: everyCell.map((cell, index) => ({ cell, count: 1 + ((index * 7_919) % 5_000) })),
};

/** A map scene, with density cells for maps of traffic density. */
type Drawing = MapScene & { density?: MapDensity };

const drawings: Array<[name: string, scene: Drawing, isOnce?: boolean]> = [
  ...Object.entries(boxes).flatMap(
    ([name, where]): Array<[string, Drawing, boolean?]> => [
      [`${name}, the first`, { ...frame, title: name, box: where }, true],
      [name, { ...frame, title: name, box: where }],
    ],
  ),
  ['world, 2,500 ships, 2,500 aircraft, 200 events', { ...frame, box: boxes.world, ...full }],
  ['world, 100,000 ships', { ...frame, box: boxes.world, vessels: points(100_000) }],
  ['world with all of it, 2000 × 1200', { ...frame, box: boxes.world, ...full, width: 2000, height: 1200 }],
  ['Europe, 100 fences of up to 900 corners', { ...frame, box: boxes.Europe, fences }],
  ['world, 5,882 cells', { ...frame, box: boxes.world, density }],
  ['world, 5,882 cells, 2000 × 1200', { ...frame, box: boxes.world, density, width: 2000, height: 1200 }],
  ['Europe, 2000 × 1200', { ...frame, box: boxes.Europe, width: 2000, height: 1200 }],
];

/** CPU time of the main thread so far (ms). */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

/**
 * Renders the scene and measures the CPU time of each turn of the event loop.
 * @returns the size of the map (characters), and its longest turn (ms)
 */
async function watched(scene: Drawing): Promise<{ size: number; longestTurn: number }> {
  let [isDone, longestTurn, last] = [false, 0, cpuNow()];
  const drawn = (
    scene.density === undefined ? renderMap(scene) : renderDensityMap({ ...scene, density: scene.density })
  ).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    const now = cpuNow();
    [longestTurn, last] = [Math.max(longestTurn, now - last), now];
  }
  return { size: (await drawn).length, longestTurn };
}

const rows: Array<Array<string | number>> = [];
for (const [name, scene, isOnce] of drawings) {
  const [cpu, wall, turns]: [number[], number[], number[]] = [[], [], []];
  let size = 0;
  for (let round = 0; round < (isOnce ? 1 : ROUNDS); round += 1) {
    const [before, began] = [cpuNow(), performance.now()];
    const { size: bytes, longestTurn } = await watched(scene);
    cpu.push(cpuNow() - before);
    wall.push(performance.now() - began);
    turns.push(longestTurn);
    size = bytes;
  }
  rows.push([name, median(cpu).toFixed(0), median(wall).toFixed(0), median(turns).toFixed(0), (size / 1e3).toFixed(0)]);
}
printTable(['', 'CPU ms of the main thread', 'ms', 'longest turn, CPU ms', 'kB'], rows);
