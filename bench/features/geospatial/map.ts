// What a map costs: CPU and size, by where it is and how much is on it. The first of a scale includes reading its coasts, in a thread of its own.
import { drawMap, type MapDrawing, type MapPoint } from '../../../src/features/geospatial/map/map-drawing.js';
import { median } from '../../support/median.js';
import { printTable } from '../../support/table.js';

const ROUNDS = 15;
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

const drawings: Array<[name: string, drawing: MapDrawing, isOnce?: boolean]> = [
  ...Object.entries(boxes).flatMap(
    ([name, where]): Array<[string, MapDrawing, boolean?]> => [
      [`${name}, the first`, { ...frame, title: name, box: where }, true],
      [name, { ...frame, title: name, box: where }],
    ],
  ),
  ['world, 2,500 ships, 2,500 aircraft, 200 events', { ...frame, box: boxes.world, ...full }],
  ['world, 100,000 ships', { ...frame, box: boxes.world, vessels: points(100_000) }],
  ['world with all of it, 2000 × 1200', { ...frame, box: boxes.world, ...full, width: 2000, height: 1200 }],
  ['Europe, 2000 × 1200', { ...frame, box: boxes.Europe, width: 2000, height: 1200 }],
];

const rows: Array<Array<string | number>> = [];
for (const [name, drawing, isOnce] of drawings) {
  const [cpu, wall]: [number[], number[]] = [[], []];
  let size = 0;
  for (let round = 0; round < (isOnce ? 1 : ROUNDS); round += 1) {
    const [before, began] = [process.threadCpuUsage(), performance.now()];
    size = (await drawMap(drawing)).length;
    const { user, system } = process.threadCpuUsage(before);
    cpu.push((user + system) / 1e3);
    wall.push(performance.now() - began);
  }
  rows.push([name, median(cpu).toFixed(0), median(wall).toFixed(0), (size / 1e3).toFixed(0)]);
}
printTable(['', 'CPU ms of the main thread', 'ms', 'kB'], rows);
