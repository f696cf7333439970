import 'reflect-metadata';
import test from 'ava';
import { viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import { MapColors } from '../../../../../src/features/geospatial/map/render/theme.js';
import { percent, weightedLayer } from '../../../../../src/features/geospatial/map/weights/weighted-layer.js';

const places = [
  { lat: 52, lon: 4, weight: 0.16, label: 'Rotterdam' },
  { lat: 30, lon: 32, weight: 0.04, label: 'Suez' },
  { lat: 1, lon: 104, weight: 0.64, label: 'Singapore' },
];
const sceneOf = (width: number) => ({
  box: { west: -180, south: -90, east: 180, north: 90 },
  title: 'A map',
  subtitle: 'now',
  theme: 'light' as const,
  width,
});

async function radii(width: number): Promise<number[]> {
  const layer = weightedLayer([{ name: 'ports', places }]);
  const { svg } = await layer.draw(viewOfMap(sceneOf(width), layer), new MapColors('light'));
  return [...svg.matchAll(/<circle [^>]*r="([\d.]+)"/g)].map(([, radius]) => Number(radius));
}

test('the area of a circle grows with its weight, from 3 to 22 pixels, and large circles are below small ones', async (t) => {
  const byRoot = (root: number) => Math.round(10 * (3 + 19 * root)) / 10;
  t.deepEqual(await radii(960), [byRoot(1), byRoot(0.5), byRoot(0.25)]);
  const small = await radii(400);
  t.is(small[0], Math.round(0.6 * 22 * 10) / 10);
});

test('percentages below ten have one digit after the point', (t) => {
  t.deepEqual([0.0042, 0.0994, 0.1, 0.254].map(percent), ['0.4%', '9.9%', '10%', '25%']);
});
