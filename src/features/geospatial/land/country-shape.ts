import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoArea, geoBounds, geoCentroid, geoDistance } from 'd3-geo';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { lazy } from '../../../async/lazy.js';
import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import type { Area } from '../area.js';
import { type Box, boxContains, splitBox } from '../box.js';
import { prepareMultiPolygon } from '../geometry/prepared-polygon.js';
import { EARTH_RADIUS_METERS } from '../sphere.js';
import { countryCode } from './country-code.js';

/** The area of a country on the map. */
export interface CountryShape {
  /** The land area, without territorial waters. */
  area: Area;
  /** Center of the largest part of the country. */
  center: { lat: number; lon: number };
  /** Distance (m) from the center to the farthest corner of the box around the largest part. */
  radiusMeters: number;
  /** Box around the largest part; it does not cross the antimeridian. */
  box: Box;
}

type Named = { name?: string };

/** Codes of country names that Natural Earth abbreviates or writes differently from Unicode. */
const names: Readonly<Record<string, string>> = {
  'United States of America': 'US',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  'Central African Rep.': 'CF',
  'Eq. Guinea': 'GQ',
  'S. Sudan': 'SS',
  'Dominican Rep.': 'DO',
  'Bosnia and Herz.': 'BA',
  Macedonia: 'MK',
  'W. Sahara': 'EH',
  "Côte d'Ivoire": 'CI',
  eSwatini: 'SZ',
  'Solomon Is.': 'SB',
  'Antigua and Barb.': 'AG',
  'St. Kitts and Nevis': 'KN',
  'St. Vin. and Gren.': 'VC',
  'Marshall Is.': 'MH',
  'São Tomé and Principe': 'ST',
  Vatican: 'VA',
  Turkey: 'TR',
  Czechia: 'CZ',
  Myanmar: 'MM',
  Palestine: 'PS',
};

/** The polygons of the countries in Natural Earth at 1:50 million, by ISO 3166-1 alpha-2 code. */
const polygons = lazyInSteps(function* (): Generator<void, ReadonlyMap<string, Position[][][]>> {
  const load = createRequire(import.meta.url);
  const { feature } = load('topojson-client') as typeof import('topojson-client');
  yield;
  // The file is not loaded as a module, because a module would stay in memory.
  const text = readFileSync(load.resolve('world-atlas/countries-50m.json'), 'utf8');
  const atlas = JSON.parse(text) as Topology<{ countries: GeometryCollection<Named> }>;
  const found = new Map<string, Position[][][]>();
  for (const country of atlas.objects.countries.geometries) {
    yield;
    const { geometry, properties } = feature(atlas, country) as Feature<Polygon | MultiPolygon, Named>;
    const name = properties.name ?? '';
    const code = names[name] ?? countryCode(name);
    if (code === undefined || found.has(code)) continue;
    found.set(code, geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates);
  }
  return found;
});

const prepared = new Map<string, CountryShape>();

/**
 * Reads the polygons of the countries in slices of a few milliseconds. Without it, the first call of `countryShape` or
 * `countryAt` reads them at once, which takes about a tenth of a second.
 */
export const prepareCountries = (signal?: AbortSignal): Promise<void> => polygons.prepare(signal);

/**
 * Returns the shape of a country; undefined for a country that is not on the map. Shapes are computed at first use and
 * cached; there are about two hundred.
 */
export function countryShape(code: string): CountryShape | undefined {
  const parts = polygons().get(code);
  if (parts === undefined) return undefined;
  const known = prepared.get(code) ?? shapeOf(parts);
  prepared.set(code, known);
  return known;
}

/**
 * Computes each property at its first access: callers read the centers of all countries together, but areas one by one.
 */
function shapeOf(parts: Position[][][]): CountryShape {
  const area = lazy((): Area => {
    const shape = prepareMultiPolygon(parts as [number, number][][][]);
    const [[west, south], [east, north]] = geoBounds({ type: 'MultiPolygon', coordinates: parts });
    return {
      boxes: splitBox({ west, south, east, north }),
      isBoxes: false,
      contains: (lat, lon) => shape.contains(lat, lon),
    };
  });
  const largest = lazy((): Polygon => {
    const areas = parts.map((coordinates) => (parts.length === 1 ? 1 : geoArea({ type: 'Polygon', coordinates })));
    return { type: 'Polygon', coordinates: parts[areas.indexOf(Math.max(...areas))] as Position[][] };
  });
  const center = lazy(() => geoCentroid(largest()));
  const radiusMeters = lazy(() => {
    const [[left, bottom], [right, top]] = geoBounds(largest());
    const corners = [left, right].flatMap((x) => [bottom, top].map((y): [number, number] => [x, y]));
    return Math.round(Math.max(...corners.map((corner) => geoDistance(center(), corner))) * EARTH_RADIUS_METERS);
  });
  return {
    get area() {
      return area();
    },
    get center() {
      const [lon, lat] = center();
      return { lat, lon };
    },
    get radiusMeters() {
      return radiusMeters();
    },
    get box() {
      return boxAround(largest().coordinates);
    },
  };
}

/** The boxes of the parts of each country. The map is cut at the antimeridian, so that no part crosses it. */
const partBoxes = lazy(() =>
  [...polygons()].map(([code, parts]) => {
    return { code, boxes: parts.map(boxAround) };
  }),
);

function boxAround([outline = []]: Position[][]): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const [lon = 0, lat = 0] of outline) {
    [box.west, box.east] = [Math.min(box.west, lon), Math.max(box.east, lon)];
    [box.south, box.north] = [Math.min(box.south, lat), Math.max(box.north, lat)];
  }
  return box;
}

/**
 * Returns the country on whose land a position is (ISO 3166-1 alpha-2); undefined at sea and for land that belongs to
 * no country of the map.
 */
export function countryAt(lat: number, lon: number): string | undefined {
  return partBoxes().find(
    ({ code, boxes }) => boxes.some((box) => boxContains(box, lat, lon)) && countryShape(code)?.area.contains(lat, lon),
  )?.code;
}
