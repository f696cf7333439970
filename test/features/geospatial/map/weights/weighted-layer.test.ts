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

test('in a small image the largest circle has a label, at a distance if there is no space beside it', async (t) => {
  const crowded = [
    { lat: 24, lon: 120, weight: 0.034, label: 'Taiwan Strait' },
    { lat: 3, lon: 101, weight: 0.016, label: 'Strait of Malacca' },
    { lat: 26, lon: 56, weight: 0.014, label: 'Strait of Hormuz' },
    { lat: 12, lon: 43, weight: 0.014, label: 'Bab el-Mandeb' },
  ];
  const layer = weightedLayer([{ name: 'straits', places: crowded }]);
  const { svg } = await layer.draw(viewOfMap({ ...sceneOf(400), height: 300 }, layer), new MapColors('light'));
  t.regex(svg, /<text [^>]*>Taiwan Strait 3\.4%</);
});
