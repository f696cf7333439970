import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type AtlasLines, packLines, type Scale } from '../land/atlas-lines.js';
import { lakesOf } from '../land/lakes.js';

/** Many polygons in typed arrays. */
export interface Polygons {
  /** Rings of all polygons. */
  rings: AtlasLines;
  /** For each polygon, the index of its outer ring, which its holes follow; at the end, the total number of rings. */
  starts: Uint32Array;
}

/** The land and the lakes of one scale, and the borders between countries. */
export interface LandShapes {
  land: Polygons;
  lakes: Polygons;
  borders: AtlasLines;
}

const require = createRequire(import.meta.url);
const read = (name: string): Topology => JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'));

const loaded = new Map<Scale, LandShapes>();

/**
 * Returns the coasts, lakes and borders of a scale (Natural Earth, public domain; coasts and borders as TopoJSON in the
 * package world-atlas, ISC). Runs in a thread, because reading the finest scale takes a quarter of a second.
 */
export function landShapes(scale: Scale): LandShapes {
  const known = loaded.get(scale);
  if (known !== undefined) return known;
  // Only threads that draw tiles need the library.
  const { feature, mesh } = require('topojson-client') as typeof import('topojson-client');
  const [coasts, countries] = [read(`land-${scale}`), read(`countries-${scale}`)];
  const land = feature(coasts, coasts.objects.land as GeometryCollection) as FeatureCollection<Polygon | MultiPolygon>;
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const shapes = {
    land: packPolygons(polygons),
    lakes: packPolygons(lakesOf(scale, feature)),
    borders: packLines(
      mesh(countries, countries.objects.countries as GeometryCollection, (a, b) => a !== b).coordinates,
    ),
  };
  loaded.set(scale, shapes);
  return shapes;
}

function packPolygons(polygons: ReadonlyArray<Polygon['coordinates']>): Polygons {
  const starts = new Uint32Array(polygons.length + 1);
  for (const [index, rings] of polygons.entries()) starts[index + 1] = (starts[index] as number) + rings.length;
  return { rings: packLines(polygons.flat()), starts };
}
