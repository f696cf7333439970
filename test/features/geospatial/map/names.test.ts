import test from 'ava';
import type { Box } from '../../../../src/features/geospatial/box.js';
import { labelOfEvent, subtitleOf } from '../../../../src/features/geospatial/map/map-texts.js';
import { mapNames } from '../../../../src/features/geospatial/map/names/map-names.js';
import { titleOf } from '../../../../src/features/geospatial/map/names/title-of-box.js';
import { mapView } from '../../../../src/features/geospatial/map/projection/map-view.js';
import { meet, placeLabels } from '../../../../src/features/geospatial/map/render/labels.js';
import { drawAreaNames, townLabels } from '../../../../src/features/geospatial/map/render/place-names.js';
import { renderMap } from '../../../../src/features/geospatial/map/render/render-map.js';
import type { MapScene } from '../../../../src/features/geospatial/map/render/scene.js';
import { MapColors } from '../../../../src/features/geospatial/map/render/theme.js';
import { renderWeightedMap } from '../../../../src/features/geospatial/map/weights/weights-in-thread.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const scene = (changes: Partial<MapScene>): MapScene => ({
  box: box(-12, 34, 32, 62),
  title: 'A map',
  subtitle: 'now',
  theme: 'light',
  width: 960,
  ...changes,
});
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => text);

const titles: Array<[title: string, box: Box]> = [
  ['The world now', box(-180, -90, 180, 90)],
  ['Mediterranean Sea', box(-6, 30, 37, 46)],
  ['Europe', box(-12, 34, 32, 62)],
  ['North Sea', box(-4, 51, 9, 61)],
  ['Strait of Hormuz', box(55, 25.5, 57.5, 27.5)],
  ['Strait of Gibraltar', box(-8, 34.5, -3, 37.5)],
  ['France', box(-5, 42, 8.5, 51.5)],
  ['South China Sea', box(104, 0, 122, 24)],
  ['Bering Sea', box(165, 52, -160, 66)],
  ['Around Rotterdam', box(3.5, 51.3, 5.5, 52.6)],
  ['Around Singapore', box(103.5, 1.1, 104.2, 1.6)],
  ['North Atlantic Ocean', box(-45.2, 30.5, -44.1, 31.2)],
  ['South Pacific Ocean', box(-140, -40, -120, -20)],
  ['44° N 122° W to 45° N 121° W', box(-122, 44, -121, 45)],
];
for (const [title, where] of titles)
  test(`the title of a map of ${title} is its name`, (t) => t.is(titleOf(where), title));

test('the sources of an image do not include the detector, which only derives data', (t) => {
  const now = Date.UTC(2026, 10, 21, 14, 5);
  t.is(
    subtitleOf(now, ['simulator', 'detector', 'aisstream']),
    '21 Nov 2026 14:05 UTC · Sources: aisstream, simulator',
  );
  t.is(subtitleOf(now, ['detector']), '21 Nov 2026 14:05 UTC');
});

test('below a notice that all data is simulated, names of events do not repeat it', (t) => {
  t.is(labelOfEvent('Flood, Lower Rhine (simulated)', 'Simulated data'), 'Flood, Lower Rhine');
  t.is(labelOfEvent('Flood, Lower Rhine (simulated)', 'Partly simulated data'), 'Flood, Lower Rhine (simulated)');
});

test('every name has a position on the Earth, and areas have their middle in their box', (t) => {
  const { areas, towns } = mapNames();
  t.true(areas.length > 350 && towns.length > 8_000);
  for (const { lat, lon } of [...areas, ...towns]) t.true(Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
  for (const { name, box: area, lat, lon } of areas) {
    const isAcross = area.west > area.east;
    const isWithin = isAcross
      ? lon >= area.west - 0.1 || lon <= area.east + 0.1
      : lon >= area.west - 0.1 && lon <= area.east + 0.1;
    t.true(lat >= area.south - 0.1 && lat <= area.north + 0.1 && isWithin, name);
  }
});

const views: Array<[name: string, box: Box, expected: string[]]> = [
  ['the world', box(-180, -90, 180, 90), ['CANADA', 'BRAZIL', 'AUSTRALIA', 'Indian Ocean']],
  ['the Mediterranean', box(-6, 30, 37, 46), ['Mediterranean Sea', 'Tyrrhenian Sea', 'SPAIN', 'Rome', 'Athens']],
  ['the Danish straits', box(9, 54, 14, 58), ['Kattegat', 'Copenhagen', 'DENMARK']],
  ['the Netherlands', box(3.5, 51.3, 5.5, 52.6), ['Rotterdam', 'Amsterdam', 'Utrecht']],
  ['the Great Lakes', box(-93, 40, -75, 50), ['Lake Superior', 'Lake Michigan', 'Lake Huron', 'Lake Erie', 'Chicago']],
  ['the Pacific', box(160, -30, -140, 20), ['Suva']],
];
for (const [name, where, expected] of views) {
  test(`a map of ${name} names its seas, countries and towns without overlaps`, async (t) => {
    const texts = textsOf(await renderMap(scene({ box: where, vessels: [] })));
    t.deepEqual(
      expected.filter((text) => !texts.includes(text)),
      [],
    );
    const colors = new MapColors('light');
    for (const width of [368, 928, 1_568]) {
      const view = mapView(where, { x: 16, y: 52, width, height: Math.round(width * 0.6) });
      const { taken } = drawAreaNames(view, colors, [], []);
      for (const [index, one] of taken.entries()) t.false(taken.slice(index + 1).some((other) => meet(one, other)));
    }
  });
}

test('the name of a sea moves up or down where marks would cover it', (t) => {
  const view = mapView(box(-6, 30, 37, 46), { x: 16, y: 52, width: 928, height: 440 });
  const colors = new MapColors('light');
  const placeOf = (marks: Array<{ x: number; y: number }>) =>
    drawAreaNames(view, colors, [], marks).taken.find(({ right, left }) => right - left > 100);
  const free = placeOf([]);
  if (free === undefined) return t.fail();
  const middle = { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  const moved = placeOf([middle]);
  t.true(moved !== undefined && moved.top !== free.top && Math.abs(moved.top - free.top) <= 28);
  t.is(moved?.left, free.left);
});

test('the names of an image are groups that a page can read, each town with its mark', async (t) => {
  const svg = await renderMap(scene({ pins: [], vessels: [{ lat: 45, lon: 5 }] }));
  t.true(svg.indexOf('<g data-layer="names">') > svg.indexOf('<g transform="scale(.1)">'), 'names are above marks');
  const [, names = ''] = /<g data-layer="names">(.*?)<\/g>/.exec(svg) ?? [];
  const [, towns = ''] = /<g data-layer="towns">(.*?)<\/g>/.exec(svg) ?? [];
  t.true(textsOf(names).includes('North Sea') && textsOf(towns).includes('Berlin'));
  t.is(
    towns.replace(/<text [^>]*>[^<]*<\/text>/g, '').match(/<(?:circle|path) [^>]*\/>/g)?.length,
    textsOf(towns).length,
  );
});

test('the smaller the area of a map, the smaller the towns it names', (t) => {
  const colors = new MapColors('light');
  const namesOf = (where: Box) =>
    townLabels(mapView(where, { x: 16, y: 52, width: 928, height: 600 }), colors).map(({ text }) => text);
  t.false(namesOf(box(-12, 34, 32, 62)).includes('Delft'));
  t.true(namesOf(box(4, 51.7, 4.8, 52.2)).includes('Delft'));
});

test('events of low severity, and all objects in small images, have a tooltip instead of a name', async (t) => {
  const events = [2, 3].map((severity) => ({ lat: 40 + severity, lon: -8, severity, label: `Storm ${severity}` }));
  const wide = await renderMap(scene({ events }));
  t.false(textsOf(wide).includes('Storm 2'));
  t.true(textsOf(wide).includes('Storm 3'));
  t.regex(wide, /<title>Storm 2<\/title>/);
  const small = await renderMap(scene({ events, width: 400, height: 300, notice: 'Simulated data' }));
  t.false(textsOf(small).includes('Storm 3'));
  t.regex(small, /<title>Storm 3<\/title>/);
});

test('a map less than 300 km wide says that its coast is simplified', async (t) => {
  t.true(textsOf(await renderMap(scene({ box: box(3, 51, 7, 53) }))).includes('Natural Earth, coast simplified'));
  t.true(textsOf(await renderMap(scene({ box: box(3, 51, 8.5, 53) }))).includes('Natural Earth'));
});

test('a name is beside its position where it covers the fewest marks', (t) => {
  const colors = new MapColors('light');
  const frame = { x: 0, y: 0, width: 400, height: 300 };
  const sideOf = (marks: Array<{ x: number; y: number }>) => {
    const { svg } = placeLabels(colors, [{ x: 200, y: 150, text: 'Rome', reach: 3, weight: 1 }], frame, [], marks);
    return /text-anchor="(\w+)"/.exec(svg)?.[1];
  };
  t.is(sideOf([{ x: 200, y: 150 }]), 'start');
  t.is(sideOf([{ x: 220, y: 150 }]), 'end');
  t.is(sideOf([220, 180].map((x) => ({ x, y: 150 }))), 'middle');
  t.is(
    sideOf(
      [
        [215, 150],
        [185, 150],
        [200, 140],
        [200, 160],
      ].map(([x = 0, y = 0]) => ({ x, y })),
    ),
    'start',
  );
});

test('a long name ends after a comma', async (t) => {
  const events = [{ lat: 42, lon: 0, severity: 3, label: 'Tropical storm, 85 kts, south-western Indian Ocean' }];
  t.true(textsOf(await renderMap(scene({ events }))).includes('Tropical storm, 85 kts'));
});

test('names of the map yield to the labels of weighted places', async (t) => {
  const text = (svg: string) =>
    [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"[^>]*>([^<]*)</g)].map(([, x, y, name]) => ({ x, y, name }));
  const at = { lat: 39.8, lon: -98.6 };
  const world = scene({ box: box(-180, -60, 180, 80) });
  const named = text(await renderMap(world)).map(({ name }) => name);
  const us = { ...at, weight: 0.63, label: 'United States' };
  const weighted = text(await renderWeightedMap({ ...world, groups: [{ name: 'countries', places: [us] }] }));
  t.true(named.includes('UNITED STATES'));
  t.false(weighted.some(({ name }) => name === 'UNITED STATES'));
  t.true(weighted.some(({ name }) => name === 'United States 63%'));
  t.true(weighted.some(({ name }) => name === 'BRAZIL'));
});
