import test from 'ava';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import { circleCurves } from '../../../../../src/features/geospatial/geometry/outline-curves.js';
import { renderMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import type { MapPoint, MapScene } from '../../../../../src/features/geospatial/map/render/scene.js';
import { randomNumbers } from '../../../../support/random-numbers.js';
import { matchesRecording } from '../../../../support/recorded.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const BOXES: Readonly<Record<string, Box>> = {
  'the world': box(-180, -90, 180, 90),
  Europe: box(-12, 34, 32, 62),
  'a harbour': box(3.9, 51.85, 4.6, 52.05),
  'the antimeridian': box(170, -30, -165, 0),
  'the Arctic': box(-180, 66, 180, 90),
};

/** Returns a map of pseudo-random objects of every kind within a box. */
function sceneOf(area: Box, changes: Partial<MapScene>): MapScene {
  const random = randomNumbers(21);
  const width = area.east >= area.west ? area.east - area.west : area.east + 360 - area.west;
  const points = (count: number, one: (index: number) => Partial<MapPoint>): MapPoint[] =>
    Array.from({ length: count }, (_, index) => ({
      lat: area.south + (area.north - area.south) * random(),
      lon: area.west + width * random(),
      ...one(index),
    }));
  const [start, middle, end] = points(3, () => ({})) as [MapPoint, MapPoint, MapPoint];
  const at = ({ lat, lon }: MapPoint) => [lon, lat] as const;
  return {
    box: area,
    subtitle: '21 Nov 2026 14:05 UTC · Sources: simulator',
    notice: 'Simulated data',
    theme: 'light',
    width: 640,
    vessels: points(12, (index) => ({
      label: `Ship ${index}`,
      bearing: index % 3 ? 30 * index : null,
      stale: index % 4 === 0,
    })),
    aircraft: points(6, (index) => ({ label: `TST${index}`, bearing: 50 * index })),
    events: points(6, (index) => ({ label: `Event ${index}`, severity: (index % 5) + 1 })),
    pins: points(3, (index) => ({ label: `A pin with a long name ${index}` })),
    fences: [{ label: 'Harbour', outline: circleCurves(middle.lat, middle.lon, width * 9_000) }],
    tracks: [
      {
        label: 'Aurora',
        startLabel: '08:00',
        points: [at(start), at(middle), at(end)],
        breaks: [2],
        marks: [{ lat: middle.lat, lon: middle.lon, text: '09:00' }],
        speeds: [3, 12, Number.NaN],
        speedLimits: [5, 10],
      },
    ],
    ...changes,
  };
}

const VARIANTS: Readonly<Record<string, Partial<MapScene>>> = {
  plain: {},
  narrow: { width: 320, notice: undefined },
  'wide and dark': { width: 960, height: 400, theme: 'dark' },
  'without objects': { vessels: [], aircraft: undefined, events: [], pins: undefined, fences: [], tracks: undefined },
};

/** Returns the number of elements of each kind; numbers of coordinates and colors may change with the look. */
function elementsOf(svg: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, name = ''] of svg.matchAll(/<(\w+)/g)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

for (const [name, area] of Object.entries(BOXES))
  test(`maps of ${name} have the recorded names, marks and legend`, async (t) => {
    const rows = new Map<string, unknown>();
    for (const [variant, changes] of Object.entries(VARIANTS)) {
      const svg = await renderMap(sceneOf(area, changes));
      const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
      rows.set(variant, [elementsOf(svg), texts.join(' | ')]);
    }
    matchesRecording(t, `map-of-${name.toLowerCase().replaceAll(' ', '-')}`, rows);
  });
