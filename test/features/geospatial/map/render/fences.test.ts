import test from 'ava';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import { prepareFence } from '../../../../../src/features/geospatial/geofences/engine/fence-shape.js';
import type { StillShape } from '../../../../../src/features/geospatial/geofences/geofence.js';
import type { PreparedShape } from '../../../../../src/features/geospatial/geometry/prepared-shape.js';
import type { Corner } from '../../../../../src/features/geospatial/geometry/ring.js';
import type { MapView } from '../../../../../src/features/geospatial/map/projection/map-view.js';
import { drawFences } from '../../../../../src/features/geospatial/map/render/fences.js';
import { outlineOf } from '../../../../../src/features/geospatial/map/render/render-in-thread.js';
import { renderMap, viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import type { MapScene } from '../../../../../src/features/geospatial/map/render/scene.js';
import { MapColors } from '../../../../../src/features/geospatial/map/render/theme.js';
import { normalLongitude } from '../../../../../src/features/geospatial/position.js';
import { randomNumbers } from '../../../../support/random-numbers.js';
import { linesOfPath, turnsAround } from '../../../../support/svg-rings.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const drawing = (changes: Partial<MapScene> = {}): MapScene => ({
  box: box(-180, -90, 180, 90),
  title: 'A map',
  subtitle: 'now',
  theme: 'light',
  width: 640,
  ...changes,
});

const circle = (lat: number, lon: number, radiusMeters: number): StillShape => ({
  type: 'circle',
  center: { lat, lon },
  radiusMeters,
});
const polygon = (...coordinates: Corner[]): StillShape => ({ type: 'polygon', coordinates });
const corridor = (widthMeters: number, ...line: Corner[]): StillShape => ({ type: 'corridor', line, widthMeters });

const fences: Record<string, StillShape> = {
  'a harbour': circle(51.95, 4.05, 5_000),
  'a sea': circle(50, 5, 900_000),
  'a circle over the antimeridian': circle(10, 179, 1_500_000),
  'a circle with the North Pole in it': circle(85, 40, 1_200_000),
  'a circle with the South Pole in it': circle(-80, 170, 2_000_000),
  'a concave bight': polygon([6, 53.7], [8.5, 53.6], [8.8, 54.9], [7.5, 54.2], [6.2, 55]),
  'a box over the antimeridian': polygon([175, -20], [-175, -20], [-172, -12], [178, -14]),
  'edges straight in degrees': polygon([-60, 40], [60, 40], [60, 75], [-60, 75]),
  'edges over the equator': polygon([-60, -50], [-50, -50], [60, 50], [50, 50]),
  'a ring around the North Pole': polygon([0, 70], [90, 66], [180, 70], [-90, 62]),
  'a ring around it the other way round': polygon([-90, 62], [180, 70], [90, 66], [0, 70]),
  'a ring around the South Pole': polygon([0, -60], [120, -65], [-120, -70]),
  'a cap written to its pole': polygon([-180, -60], [180, -60], [180, -90], [-180, -90]),
  'a corridor over the antimeridian': corridor(400_000, [139, 34], [-157, 21], [-122, 37.5]),
  'a corridor past the pole': corridor(300_000, [-74, 40], [10, 80], [120, 40]),
  'a corridor over itself': corridor(12_000, [1.4, 51], [2.2, 51.4], [3.2, 51.6], [3, 52.2], [4.2, 52.3], [2, 51]),
};
const boxes: Record<string, Box> = {
  'the world': box(-180, -90, 180, 90),
  'the North Sea': box(0, 50, 10, 56),
  'the mouth of a river': box(3.9, 51.85, 4.2, 52.05),
  'the Pacific': box(140, -40, -110, 60),
  Fiji: box(170, -25, -170, -10),
  'the Gulf of Guinea': box(-2, -1, 2, 1),
  'the North Pole': box(-180, 55, 180, 90),
  'the South Pole': box(-180, -90, 180, -55),
  'the far north': box(-20, 78, 40, 89),
};

const colors = new MapColors('light');

/**
 * Renders a geofence on a map.
 * @returns its fill and its edge, in tenths of pixels; undefined if it is outside the image or too small for an outline
 */
async function fenceOn(view: MapView, shape: StillShape) {
  const { svg } = await drawFences(view, colors, [{ label: 'watched', outline: outlineOf(shape) }]);
  const [, area = ''] = /<path(?: id="[^"]*")? d="([^"]*)" stroke="none"\/>/.exec(svg) ?? [];
  const [, edge = '', mask] =
    /<path d="([^"]*)" fill="none"(?: stroke-width="30" mask="url\(#(\w+)\)")?\/>/.exec(svg) ?? [];
  if (svg.includes('<circle')) return undefined;
  // The mask contains the fill, so that the edge is only drawn outside of it.
  const isMasked =
    mask !== undefined &&
    svg.includes(`<mask id="${mask}">`) &&
    svg.includes(`<use href="#${mask.slice(0, -1)}" fill="#000"`);
  return { edge: linesOfPath(edge), area: linesOfPath(area), isMasked };
}

for (const [name, shape] of Object.entries(fences)) {
  test(`the filled area is inside the fence, and its edge is drawn on the border: ${name}`, async (t) => {
    const random = randomNumbers(5);
    const prepared = prepareFence(shape) as PreparedShape;
    let [places, edges] = [0, 0];
    for (const [where, asked] of Object.entries(boxes)) {
      const view = viewOfMap(drawing({ box: asked, fences: [] }));
      const drawn = await fenceOn(view, shape);
      if (drawn === undefined) continue;
      const { x: left, y: top, width, height } = view.frame;
      const holds = (x: number, y: number) => {
        const { lat, lon } = view.invert(x, y);
        return prepared.contains(lat, normalLongitude(lon));
      };
      for (let count = 0; count < 150; count += 1) {
        const [x, y] = [left + random() * width, top + random() * height];
        const expected = holds(x, y);
        // Positions on the edge may or may not be filled.
        if ([holds(x - 1, y), holds(x + 1, y), holds(x, y - 1), holds(x, y + 1)].includes(!expected)) continue;
        places += 1;
        const isFilled = turnsAround(drawn.area, x * 10, y * 10).nonzero !== 0;
        if (isFilled !== expected)
          t.fail(`${where}: ${JSON.stringify(view.invert(x, y))} is ${isFilled ? '' : 'not '}filled`);
      }
      for (const line of drawn.edge) {
        for (let at = 1; at < line.length; at += 1) {
          const [[ax, ay], [bx, by]] = [line[at - 1], line[at]] as [[number, number], [number, number]];
          const [x, y] = [(ax + bx) / 20, (ay + by) / 20];
          if (x < left + 2 || x > left + width - 2 || y < top + 2 || y > top + height - 2) continue;
          const near = Array.from(
            { length: 12 },
            (_, turn) => [x + 1.5 * Math.cos((turn * Math.PI) / 6), y + 1.5 * Math.sin((turn * Math.PI) / 6)] as const,
          );
          if (drawn.isMasked && near.every(([atX, atY]) => turnsAround(drawn.area, atX * 10, atY * 10).nonzero !== 0))
            continue;
          edges += 1;
          const around = near.map(([atX, atY]) => holds(atX, atY));
          if (new Set(around).size !== 2)
            t.fail(`${where}: ${JSON.stringify(view.invert(x, y))} is ${around[0] ? 'inside' : 'outside'}`);
        }
      }
    }
    t.true(places > 500 && edges > 0);
  });
}

test('fences too small to see are drawn as rings, and those outside the image are not counted', async (t) => {
  const outlines = [circle(51.95, 4.05, 300), circle(10, 100, 300)].map((shape, index) => ({
    label: `Berth ${index}`,
    outline: outlineOf(shape),
  }));
  const svg = await renderMap(drawing({ box: box(0, 50, 10, 56), fences: outlines }));
  t.true(svg.includes('<title>Berth 0</title><circle '));
  t.false(svg.includes('Berth 1'));
  t.true(svg.includes('>geofences: 1<'));
});

test('a fence around one pole is not on a map of the other', async (t) => {
  const fencesOn = async (where: Box) => {
    const outlines = [circle(89, 0, 1_500_000), circle(-85, 40, 300_000)].map((shape, index) => ({
      label: `Cap ${index}`,
      outline: outlineOf(shape),
    }));
    const svg = await renderMap(drawing({ box: where, fences: outlines }));
    return {
      drawn: [...svg.matchAll(/<title>(Cap \d)<\/title>/g)].map(([, name]) => name),
      legend: />geofences: ([^<]*)</.exec(svg)?.[1],
    };
  };
  t.deepEqual(await fencesOn(boxes['the South Pole'] as Box), { drawn: ['Cap 1'], legend: '1' });
  t.deepEqual(await fencesOn(boxes['the North Pole'] as Box), { drawn: ['Cap 0'], legend: '1' });
  t.deepEqual(await fencesOn(box(-30, -88, 60, -70)), { drawn: ['Cap 1'], legend: '1' });
});

test('the name of a fence is above it, below its edge if that is outside the image, and omitted if there is no room', async (t) => {
  const named = async (shape: StillShape, label: string) => {
    const svg = await renderMap(drawing({ box: box(0, 50, 10, 56), fences: [{ label, outline: outlineOf(shape) }] }));
    return new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${label}</text>`).exec(svg)?.slice(1).map(Number);
  };
  const view = viewOfMap(drawing({ box: box(0, 50, 10, 56), fences: [] }));
  const top = { x: 0, y: 0 };
  view.project(5, 53 + 55.6 / 111.195, top);
  const [x = 0, y = 0] = (await named(circle(53, 5, 55_600), 'Texel')) ?? [];
  t.true(Math.abs(x - top.x) < 6 && y < top.y && y > top.y - 12, `${x} ${y}`);
  const [, inside = 0] = (await named(circle(53, 5, 3_000_000), 'Everywhere')) ?? [];
  t.true(inside > view.frame.y && inside < view.frame.y + 40, `${inside}`);
  t.is(await named(circle(53, 10, 1_000), 'Far beyond the eastern edge of it'), undefined);
});

test('an image with more fences than it can show says so', async (t) => {
  const ring = (turn: number) =>
    Array.from(
      { length: 900 },
      (_, at): Corner => [turn + 8 * Math.sin(at / 143.24), (at % 2 ? 8 : 6) * Math.cos(at / 143.24)],
    );
  const many = Array.from({ length: 150 }, (_, index) => ({
    label: `Fence ${index}`,
    outline: outlineOf(polygon(...ring(index / 1000))),
  }));
  const svg = await renderMap(drawing({ box: box(-10, -10, 10, 10), width: 2000, height: 1200, fences: many }));
  const [, drawn = '', all = ''] = />geofences: (\d+) of (\d+)</.exec(svg) ?? [];
  t.is(all, '150');
  t.is([...svg.matchAll(/<title>Fence \d+<\/title>/g)].length, Number(drawn));
  t.true(Number(drawn) > 5);
  t.true(svg.length < 300_000, `${svg.length}`);
});
