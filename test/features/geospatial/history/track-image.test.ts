import test from 'ava';
import type { Track } from '../../../../src/features/geospatial/history/tracks/track.js';
import { trackScene } from '../../../../src/features/geospatial/history/tracks/track-renderer.service.js';
import { renderMap } from '../../../../src/features/geospatial/map/render/render-map.js';
import type { MapTrack } from '../../../../src/features/geospatial/map/render/scene.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';

const start = Date.UTC(2026, 10, 20, 9, 30);
const fix = (minutes: number, lon: number, speedKnots: number): Fix => ({
  lat: 52,
  lon,
  observedAt: start + minutes * 60_000,
  speedKnots,
  courseDegrees: 90,
  altitudeFeet: Number.NaN,
});
const trackOf = (points: Fix[]): Track =>
  ({
    layer: 'vessels',
    key: 244_660_000,
    name: 'EXAMPLE',
    points,
    gaps: [],
    from: start,
    to: start + 86_400_000,
    distanceMeters: 1_000,
    provenance: { provider: 'simulator', stale: false },
  }) as unknown as Track;
const look = { theme: 'light', width: 960, height: 480 } as const;
const only = (points: Fix[]): MapTrack => trackScene(trackOf(points), look).tracks?.[0] as MapTrack;

test('a track has marks at full hours, between the reports before and after', (t) => {
  const { marks } = only([0, 20, 40, 60, 80, 100].map((minutes) => fix(minutes, 3 + minutes / 100, 12)));
  t.deepEqual(
    marks?.map(({ text, lon }) => [text, Number(lon.toFixed(3))]),
    [
      ['10:00', 3.3],
      ['11:00', 3.9],
    ],
  );
});

test('there are at most twelve hour marks, and none in a gap of more than an hour', (t) => {
  const day = Array.from({ length: 145 }, (_, index) => fix(10 * index, 3 + index / 100, 12));
  t.deepEqual(
    only(day).marks?.map(({ text }) => text),
    ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00', '00:00', '02:00', '04:00', '06:00', '08:00'],
  );
  t.deepEqual(only([fix(0, 3, 12), fix(61, 3.2, 12)]).marks, []);
  t.is(only([fix(0, 3, 12), fix(60, 3.2, 12)]).marks?.length, 1);
});

test('an object that hardly moved is shown with about 100 km around it', (t) => {
  const { box } = trackScene(trackOf([fix(0, 3, 0), fix(10, 3.001, 0)]), look);
  t.true(box.east - box.west > 0.9 && box.north - box.south > 0.8);
});

test('the line has a color for each class of speed, and the legend explains those that it has', async (t) => {
  const points = [fix(0, 3, 0.5), fix(10, 3.2, 0.5), fix(20, 3.4, 12), fix(30, 3.6, 12), fix(40, 3.8, Number.NaN)];
  const { fences: _, ...scene } = trackScene(trackOf(points), look);
  const svg = await renderMap(scene);
  for (const text of ['speed under 1 kn', '10–15 kn', 'unknown speed']) t.true(svg.includes(`>${text}<`), text);
  for (const text of ['1–5 kn', '20 kn or more']) t.false(svg.includes(`>${text}<`), text);
  const strokes = [...svg.matchAll(/stroke-width="20"[^>]* stroke="(#[0-9a-f]{6})"/g)].map(([, color]) => color);
  t.is(new Set(strokes).size, 3);
});

test('the legend of a track has speeds alone, and the map extends down to it in narrow images, too', async (t) => {
  const points = [fix(0, 3, 12), fix(20, 3.4, 12)];
  for (const width of [400, 960]) {
    const scene = { ...trackScene(trackOf(points), { ...look, width }), fences: undefined };
    const svg = await renderMap(scene);
    t.notRegex(svg, />vessels/);
    const [, top, height] = /<svg data-projection[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/.exec(svg) ?? [];
    t.true(Number(top) + Number(height) > 480 - 45, `${width}`);
  }
  const stale = { ...trackOf(points), provenance: { provider: 'simulator', stale: true } } as Track;
  t.regex(await renderMap({ ...trackScene(stale, look), fences: undefined }), />no recent report \(hollow\): 1</);
});

test('the times of a track have one day if it begins and ends on it, and the year once', (t) => {
  const subtitleOf = (points: Fix[]) => trackScene(trackOf(points), look).subtitle;
  t.regex(subtitleOf([fix(0, 3, 12), fix(90, 3.2, 12)]), /^\d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d – \d\d:\d\d UTC · /);
  t.regex(
    subtitleOf([fix(0, 3, 12), fix(1_440, 3.2, 12)]),
    /^\d+ [A-Z][a-z]{2} \d\d:\d\d – \d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d UTC · /,
  );
});
