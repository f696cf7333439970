import test from 'ava';
import { severityWords } from '../../../../../src/events/severity-words.js';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import { coastlinesOf } from '../../../../../src/features/geospatial/map/projection/coastlines.js';
import { nearLongitude } from '../../../../../src/features/geospatial/map/projection/map-view.js';
import { renderMap, viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import type { MapPoint, MapScene } from '../../../../../src/features/geospatial/map/render/scene.js';
import { picture } from '../../../../../src/http/svg-response.js';
import { randomNumbers } from '../../../../support/random-numbers.js';
import { linesOfPath, turnsAround } from '../../../../support/svg-rings.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const world = box(-180, -90, 180, 90);
const drawing = (changes: Partial<MapScene> = {}): MapScene => ({
  box: world,
  title: 'A map',
  subtitle: 'now',
  theme: 'light',
  width: 960,
  ...changes,
});

const random = randomNumbers(11);
const points = (count: number): MapPoint[] =>
  Array.from({ length: count }, () => ({
    lat: random() * 160 - 80,
    lon: random() * 360 - 180,
    bearing: random() * 360,
    label: 'MS Example',
  }));

const places: Array<[name: string, box: Box, lat: number, lon: number, isLand: boolean]> = [
  ['Paris in the world', world, 48.8, 2.3, true],
  ['the Atlantic in the world', world, 30, -40, false],
  ['the South Pole in the world', world, -89, 10, true],
  ['the end of Russia in the world', world, 67, -175, true],
  ['the Caspian Sea', box(40, 35, 60, 50), 42, 50.5, false],
  ['the shore beside it', box(40, 35, 60, 50), 42, 46, true],
  ['the end of Russia in the Pacific', box(140, 30, -110, 70), 67, -175, true],
  ['the other side of the antimeridian', box(140, 30, -110, 70), 67, 175, true],
  ['Alaska in the Pacific', box(140, 30, -110, 70), 64, -150, true],
  ['the Pacific', box(140, 30, -110, 70), 40, 180, false],
  ['Viti Levu', box(176, -20, -178, -15), -17.8, 178, true],
  ['the sea beside it', box(176, -20, -178, -15), -17.8, -179.5, false],
  ['Greenland around the pole', box(-180, 60, 180, 90), 75, -40, true],
  ['Siberia around the pole', box(-180, 60, 180, 90), 68, 179, true],
  ['the North Pole', box(-180, 60, 180, 90), 89.9, 0, false],
  ['the South Pole', box(-180, -90, 180, -60), -89.9, 0, true],
  ['the Southern Ocean', box(-180, -90, 180, -60), -62, 100, false],
  ['Berlin, with no coast near', box(13, 52.3, 13.8, 52.7), 52.5, 13.4, true],
];

for (const [name, where, lat, lon, isLand] of places) {
  test(`${name} is ${isLand ? 'land' : 'sea'}`, async (t) => {
    const view = viewOfMap(drawing({ box: where }));
    const { land } = await coastlinesOf(view);
    const pixel = { x: 0, y: 0 };
    view.project(nearLongitude(view, lon), lat, pixel);
    t.is(turnsAround(linesOfPath(land), pixel.x * 10, pixel.y * 10).evenodd % 2 === 1, isLand);
  });
}

for (const [where, projection] of [
  [box(-12, 34, 32, 62), 'mercator'],
  [box(140, 30, -110, 70), 'mercator'],
  [world, 'equirectangular'],
  [box(-180, 60, 180, 90), 'polar'],
] as const) {
  test(`the inner svg of ${JSON.stringify(where)} names its projection and box, and begins with the land`, async (t) => {
    const { box: shown } = viewOfMap(drawing({ box: where }));
    const inner =
      /<svg data-projection="(\w+)" data-bbox="([^"]+)" [^>]*><path data-layer="land" d="M[^"]+" fill-rule="evenodd"/.exec(
        await renderMap(drawing({ box: where })),
      );
    t.is(inner?.[1], projection);
    const edges = (inner?.[2] ?? '').split(',').map(Number);
    for (const [at, edge] of [shown.west, shown.south, shown.east, shown.north].entries())
      t.true(Math.abs(edge - (edges[at] as number)) < 1e-6);
  });
}

test('no image is larger than 600 kB', async (t) => {
  for (const where of [
    world,
    box(-12, 34, 32, 62),
    box(-180, 60, 180, 90),
    box(100, -12, 150, 20),
    box(-80, 50, -10, 83),
  ]) {
    const svg = await renderMap(
      drawing({
        box: where,
        width: 2000,
        height: 1200,
        theme: 'auto',
        vessels: points(20_000),
        aircraft: points(2_500),
        events: points(1_000),
      }),
    );
    t.true(svg.length < 600_000, `${JSON.stringify(where)}: ${svg.length}`);
  }
});

test('vessels too many to be drawn individually are all counted', async (t) => {
  const svg = await renderMap(drawing({ vessels: points(12_345), aircraft: points(10) }));
  t.true(svg.includes('vessels, counted: 12,345'));
  t.true(svg.includes('aircraft: 10'));
});

test('events differ by shape and not only by color, and the legend explains each', async (t) => {
  const events = [1, 2, 3, 4, 5].map((severity) => ({
    lat: 10 * severity,
    lon: 10,
    severity,
    label: `Event ${severity}`,
  }));
  const svg = await renderMap(drawing({ events }));
  const shapes = [...svg.matchAll(/<path d="(M[^"]*)"><title>Event \d<\/title>/g)].map(([, d = '']) =>
    d.replace(/M-?\d+ ?-?\d+/, ''),
  );
  t.is(new Set(shapes).size, 5);
  for (const severity of [1, 2, 3, 4, 5]) t.true(svg.includes(`${severityWords[severity]} events: 1`));
});

test('any vessel name leaves the image valid', async (t) => {
  const label = '</title><script>alert(1)</script>&\u0000\u{1F6A2}\ud800"\'';
  const svg = await renderMap(
    drawing({
      title: label,
      subtitle: label,
      vessels: [{ lat: 10, lon: 10, label }],
      pins: [{ lat: 20, lon: 20, label }],
      theme: 'auto',
    }),
  );
  t.false(svg.includes('<script'));
  t.true(svg.isWellFormed());
  t.is(svg.match(/<style>/g)?.length, 1);
  t.false(svg.includes('\u0000'));
});

test('an image with an auto theme contains one style sheet, which its policy allows; others contain none', async (t) => {
  const policyOf = (svg: string) => picture(svg).options.headers?.['Content-Security-Policy'];
  t.regex(`${policyOf(await renderMap(drawing({ theme: 'auto', vessels: points(3) })))}`, /style-src 'sha256-/);
  t.is(policyOf(await renderMap(drawing({ theme: 'dark' }))), policyOf('<svg/>'));
  const [one, other] = [
    await renderMap(drawing({ theme: 'auto' })),
    await renderMap(drawing({ theme: 'auto', box: box(3, 50, 9, 54) })),
  ];
  t.is(policyOf(one), policyOf(other));
});

test('the same content gives identical bytes', async (t) => {
  const vessels = points(50);
  t.is(await renderMap(drawing({ vessels })), await renderMap(drawing({ vessels })));
});

test('a track across the antimeridian continues at the other edge of the image', async (t) => {
  const track = {
    label: 'EVER GIVEN',
    points: [
      [170, 10],
      [179, 12],
      [-179, 13],
      [-170, 15],
    ] as Array<[number, number]>,
  };
  const line = (svg: string) =>
    [...svg.matchAll(/<path d="([^"]*)" stroke-width="20"/g)].map(([, d = '']) => (d.match(/M/g) ?? []).length);
  t.deepEqual(line(await renderMap(drawing({ box: box(160, 0, -160, 30), tracks: [track] }))), [1]);
  t.deepEqual(line(await renderMap(drawing({ tracks: [track] }))), [2]);
});

test('an image has the requested size', async (t) => {
  t.regex(
    await renderMap(drawing({ width: 320, height: 200, notice: 'Simulated data', events: [] })),
    /^<svg [^>]*width="320" height="200"/,
  );
  t.regex(await renderMap(drawing({ width: 2000, height: 1200 })), /^<svg [^>]*width="2000" height="1200"/);
});

test('hollow marks are explained in the legend if there are any', async (t) => {
  const vessels = points(3).map((point, index) => ({ ...point, stale: index === 0 }));
  t.regex(await renderMap(drawing({ vessels })), />no recent report \(hollow\): 1</);
  t.notRegex(await renderMap(drawing({ vessels: points(3) })), /hollow/);
});

test('a halo never covers another mark, however many there are', async (t) => {
  const svg = await renderMap(drawing({ vessels: points(300) }));
  const [, attributes = ''] = /<path ([^>]*fill="#0a5a9c"[^>]* d="[^"]*")/.exec(svg) ?? [];
  t.regex(attributes, /paint-order="stroke"/);
});

test('a mark on the antimeridian is drawn whole, beyond the edge of the map', async (t) => {
  const svg = await renderMap(drawing({ pins: [{ lat: 0, lon: 179.999, label: 'Edge' }] }));
  const clipped = /(?<!^)<svg .*?<\/svg>/.exec(svg)?.[0] ?? '';
  t.true(clipped.includes('viewBox') && !clipped.includes('<title>Edge</title>'));
  t.true(svg.includes('<title>Edge</title>'));
});

test('a long label keeps the text in brackets at its end', async (t) => {
  const label = 'Magnitude 4.5 earthquake, Minahasa Peninsula, Sulawesi (simulated)';
  const svg = await renderMap(drawing({ events: [{ lat: 0, lon: 0, severity: 3, label }] }));
  t.regex(svg, />Magnitude 4\.5[^<]*… \(simulated\)</);
});

test('the notice is beside the title from 560 pixels on, and before the subtitle below that', async (t) => {
  const heightOfNotice = async (width: number) => {
    const svg = await renderMap(drawing({ width, notice: 'Simulated data' }));
    return Number(/<rect x="[^"]*" y="(\d+)" width="[^"]*" height="18"/.exec(svg)?.[1]);
  };
  t.is(await heightOfNotice(560), 11);
  t.is(await heightOfNotice(559), 30);
});
