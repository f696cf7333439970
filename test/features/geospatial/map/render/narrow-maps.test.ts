import test from 'ava';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import { circleCurves } from '../../../../../src/features/geospatial/geometry/outline-curves.js';
import { mapView } from '../../../../../src/features/geospatial/map/projection/map-view.js';
import { areaOfLabel, graticuleOf } from '../../../../../src/features/geospatial/map/render/graticule.js';
import { layLegend } from '../../../../../src/features/geospatial/map/render/legend.js';
import { renderMap, viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import type { MapPoint, MapScene } from '../../../../../src/features/geospatial/map/render/scene.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const boxes = {
  'the world': box(-180, -90, 180, 90),
  'a hemisphere': box(-100, -60, 80, 60),
  Europe: box(-12, 34, 32, 62),
  'a harbour': box(3.9, 51.85, 4.6, 52.05),
  'the Arctic': box(-180, 60, 180, 90),
  'the far north': box(-20, 78, 40, 89),
};
const point = (changes: Partial<MapPoint> = {}): MapPoint => ({ lat: 52, lon: 4.2, ...changes });

/** Returns a map with every kind of object that a legend can explain. */
const everything = (changes: Partial<MapScene>): MapScene => ({
  box: boxes['the world'],
  title: 'The world now',
  subtitle: 'now',
  notice: 'partly simulator – not all is real data',
  theme: 'light',
  width: 320,
  vessels: [point({ bearing: 10 }), point(), point({ stale: true })],
  aircraft: [point({ bearing: 10 }), point()],
  events: [1, 2, 3, 4, 5].map((severity) => point({ severity })),
  pins: [point()],
  fences: [{ label: 'Harbour', outline: circleCurves(52, 4, 900_000) }],
  ...changes,
});
/** Returns the description of a map, and the texts of the legend below it. */
async function legendOf(drawing: MapScene) {
  const svg = await renderMap(drawing);
  const reported = /<desc>A map with ([^.<]*)\. /.exec(svg)?.[1] ?? '';
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1]);
  const { frame } = viewOfMap(drawing);
  const texts = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]*)</g)].map(([, y, text = '']) => ({
    y: Number(y),
    text,
  }));
  const explained = texts.filter(({ y }) => y > frame.y + frame.height);
  return {
    reported,
    height,
    frame,
    explained: explained.map(({ text }) => text).join(', '),
    lowest: Math.max(...explained.map(({ y }) => y)),
  };
}

for (const width of [320, 400, 640, 960]) {
  test(`the legend of an image ${width} wide explains everything in it`, async (t) => {
    const { reported, explained, lowest, height } = await legendOf(everything({ width }));
    t.is(explained, reported);
    t.true(reported.includes('geofences: 1') && reported.includes('hollow'));
    t.true(lowest < height);
  });
}

test('in an image of the minimum height the legend leaves room for the map and is inside the image', async (t) => {
  for (const width of [320, 640]) {
    const { frame, explained, lowest, height } = await legendOf(everything({ width, height: 200 }));
    t.is(height, 200);
    t.true(frame.height >= 80, `${frame.height}`);
    t.true(explained.length > 0 && lowest < height);
  }
});

test('a legend without space for each severity has one entry for all events', async (t) => {
  const small = { width: 400, height: 300, vessels: [point({ bearing: 10 })], aircraft: [point({ bearing: 10 })] };
  const { reported, explained } = await legendOf(everything({ ...small, pins: undefined, fences: undefined }));
  t.true(explained.includes('events: 5 (critical: 1)'), explained);
  t.false(explained.includes('minor'));
  t.true(reported.includes('minor events: 1'));
  const one = await legendOf(everything({ ...small, events: [point({ severity: 2 })] }));
  t.true(one.explained.includes('low events: 1'), one.explained);
});

test('a legend without space for its heading has all entries', (t) => {
  const entry = (text: string, mark: 'circle' | null) => ({ text, mark, role: 'muted' as const });
  const all = [entry('cells of 0.5° with reports', null), entry('under half the time (36)', 'circle')];
  const items = [...all, entry('half the time or more (121)', 'circle')];
  const shown = (room: number) => layLegend(items, 400, room).items.map(({ text }) => text);
  t.deepEqual(
    shown(200),
    items.map(({ text }) => text),
  );
  t.deepEqual(shown(48), ['under half the time (36)', 'half the time or more (121)']);
});

for (const [name, where] of Object.entries(boxes)) {
  test(`labels of meridians and parallels do not overlap, however narrow the map is: ${name}`, (t) => {
    for (const [width, height] of [
      [168, 84],
      [288, 144],
      [448, 330],
      [608, 400],
      [928, 600],
    ] as const) {
      const view = mapView(where, { x: 16, y: 52, width, height });
      const { labels } = graticuleOf(view);
      const areas = labels.map((label) => ({ text: label.text, ...areaOfLabel(label) }));
      for (const [index, a] of areas.entries()) {
        for (const b of areas.slice(index + 1)) {
          const isOver = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          t.false(isOver, `${width} × ${height}: ${a.text} over ${b.text}`);
        }
      }
    }
  });
}
