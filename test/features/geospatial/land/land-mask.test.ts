import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'ava';
import { geoContains, geoDistance, geoInterpolate } from 'd3-geo';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { packLines } from '../../../../src/features/geospatial/land/atlas-lines.js';
import { landColumns } from '../../../../src/features/geospatial/land/land-columns.js';
import { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { destination, EARTH_RADIUS_METERS } from '../../../../src/features/geospatial/sphere.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { readCoasts } from '../../../support/read-coasts.js';

const topology = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-10m.json'), 'utf8'),
) as Topology;
const land = (
  feature(topology, topology.objects.land as GeometryCollection) as FeatureCollection<MultiPolygon>
).features
  .flatMap(({ geometry }) => geometry.coordinates)
  .map((coordinates) => {
    const outer = coordinates[0] as Position[];
    const [lons, lats] = [
      outer.map(([lon = 0]) => lon).sort((a, b) => a - b),
      outer.map(([, lat = 0]) => lat).sort((a, b) => a - b),
    ];
    const box = {
      west: lons[0] as number,
      east: lons.at(-1) as number,
      south: lats[0] as number,
      north: lats.at(-1) as number,
    };
    return { polygon: { type: 'Polygon', coordinates } satisfies Polygon, box, outer };
  })
  .sort((a, b) => b.outer.length - a.outer.length);
/**
 * The land of Eurasia with Africa and of America; d3-geo takes tens of milliseconds for each position in such a shape.
 */
const continents = land.slice(0, 2);
const islands = land.slice(2);
const mask = await readCoasts();
const random = randomNumbers(7);

const anywhere = (): [lat: number, lon: number] => [random() * 180 - 90, random() * 360 - 180];

/** Returns a position at most three kilometers from a coast, on land or at sea. */
function nearCoast(shapes: typeof land): [lat: number, lon: number] {
  const { outer } = shapes[Math.floor(random() * shapes.length)] as (typeof land)[number];
  const [lon = 0, lat = 0] = outer[Math.floor(random() * outer.length)] as Position;
  const place = destination(lat, lon, random() * 360, random() * 3_000);
  return [place.lat, place.lon];
}

/**
 * Returns whether a position is on land according to d3-geo, which follows great circles. Antarctica is the only
 * land that reaches further south than its coast, so its box has no southern edge.
 */
const isLand = (shapes: typeof land, lat: number, lon: number): boolean =>
  shapes.some(({ polygon, box: { west, south, east, north } }) => {
    if (lat > north || (lat < south && south > -85) || lon < west || lon > east) return false;
    return geoContains(polygon, [lon, lat]);
  });

/**
 * Returns the positions for which the mask and d3-geo differ, except positions within 30 m of a coast, where a great
 * circle and a straight edge between the same corners may differ.
 */
const differences = (of: LandMask, shapes: typeof land, places: ReadonlyArray<[lat: number, lon: number]>) =>
  places.filter(
    ([lat, lon]) => of.isOnLand(lat, lon) !== isLand(shapes, lat, lon) && of.metersToCoast(lat, lon, 30) > 30,
  );

test('islands and Antarctica are land exactly where they are in d3-geo, near every kind of coast', (t) => {
  const islandMask = new LandMask(landColumns(packLines(islands.flatMap(({ polygon }) => polygon.coordinates))));
  const places = [
    ...Array.from({ length: 1_000 }, anywhere),
    ...Array.from({ length: 2_500 }, () => nearCoast(islands)),
  ];
  t.deepEqual(differences(islandMask, islands, places), []);
  const share = places.filter(([lat, lon]) => islandMask.isOnLand(lat, lon)).length / places.length;
  t.true(share > 0.1 && share < 0.5, `${share} of them ashore`);
});

test('land and sea are the same as in d3-geo all over the world', (t) => {
  const places = [...Array.from({ length: 80 }, anywhere), ...Array.from({ length: 80 }, () => nearCoast(continents))];
  t.deepEqual(differences(mask, land, places), []);
});

test('a third of all points, by latitude and longitude, is land', (t) => {
  const count = 20_000;
  const ashore = Array.from({ length: count }, anywhere).filter(([lat, lon]) => mask.isOnLand(lat, lon)).length;
  t.true(Math.abs(ashore / count - 0.33) < 0.01, `${ashore}`);
});

test('the poles have the same result at every longitude', (t) => {
  for (const lon of [-180, -90, 0, 17.3, 180]) {
    t.false(mask.isOnLand(90, lon));
    t.true(mask.isOnLand(-90, lon));
    t.is(mask.metersToCoast(-90, lon, 100_000), Number.POSITIVE_INFINITY);
  }
});

test('a point on the antimeridian has the same result at 180 and -180 degrees', (t) => {
  // Places at the antimeridian: Chukotka (where the atlas cuts the land), Wrangel Island, Taveuni in Fiji, the Ross Ice
  // Shelf, and the Bering Sea.
  const places = [
    [67, true],
    [71.2, true],
    [-16.85, true],
    [-84.9, true],
    [60, false],
  ] as const;
  for (const [lat, isAshore] of places) {
    for (const lon of [-180, -179.999, 179.999, 180]) t.is(mask.isOnLand(lat, lon), isAshore, `${lat}, ${lon}`);
    t.true(
      Math.abs(mask.metersToCoast(lat, 180, 100_000) - mask.metersToCoast(lat, -180, 100_000)) < 0.01 ||
        mask.metersToCoast(lat, 180, 100_000) > 100_000,
    );
  }
});

test('the cuts of the atlas are not coasts', (t) => {
  t.true(mask.metersToCoast(67, 180, 40_000) > 20_000);
});

test('the Caspian Sea is a sea, Lake Baikal and the Rhine are not', (t) => {
  t.deepEqual([mask.isOnLand(42, 50.5), mask.isOnLand(53.5, 108), mask.isOnLand(50.95, 6.97)], [false, true, true]);
});

test('the distance to the coast equals that of d3-geo, on land and at sea, at any latitude and across the antimeridian', (t) => {
  const near = islands.slice(0, 400);
  const fiji = islands.filter(
    ({ outer, box: { south, north } }) =>
      north < -16 && south > -17.1 && outer.some(([lon = 0]) => Math.abs(lon) > 179.9),
  );
  t.true(fiji.length > 0);
  const places = [
    ...Array.from({ length: 30 }, () => nearCoast(near)),
    ...Array.from({ length: 10 }, () => nearCoast(fiji)),
  ];
  for (const [lat, lon] of places) {
    const radians = Math.min(
      ...land.flatMap(({ polygon, box }) =>
        isFar(box, lat) ? [] : polygon.coordinates.map((ring) => radiansTo(ring, lat, lon)),
      ),
    );
    const meters = radians * EARTH_RADIUS_METERS;
    t.true(
      Math.abs(mask.metersToCoast(lat, lon, 4_000) - meters) < 0.01 * meters + PIECE_METERS,
      `${meters} m at ${lat}, ${lon}`,
    );
  }
});

const isFar = ({ south, north }: { south: number; north: number }, lat: number) =>
  lat < south - 0.1 || lat > north + 0.1;

const PIECE_METERS = 20;

/** Returns the distance (radians) to the nearest of many sample positions along the edges of the ring. */
function radiansTo(ring: readonly Position[], lat: number, lon: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 1; at < ring.length; at += 1) {
    const [from, to] = [ring[at - 1], ring[at]] as [[number, number], [number, number]];
    if (Math.min(Math.abs(from[1] - lat), Math.abs(to[1] - lat)) > 0.5) continue;
    const isCut = Math.abs(from[0]) === 180 && Math.abs(to[0]) === 180;
    if (isCut || geoDistance(from, [lon, lat]) > 0.012) continue;
    const between = geoInterpolate(from, to);
    const pieces = Math.ceil((geoDistance(from, to) * EARTH_RADIUS_METERS) / PIECE_METERS);
    for (let piece = 0; piece <= pieces; piece += 1)
      least = Math.min(least, geoDistance(between(piece / Math.max(1, pieces)), [lon, lat]));
  }
  return least;
}

test('a coast beyond the requested distance is infinitely far', (t) => {
  t.is(mask.metersToCoast(40, -40, 200_000), Number.POSITIVE_INFINITY);
  t.true(mask.isOffshore(40, -40, 200_000));
  t.false(mask.isOffshore(51, 10, 1_000));
});
