import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type AtlasLines, packLines, type Scale } from '../land/atlas-lines.js';

/** The land of one scale and the borders between countries. */
export interface LandShapes {
  /** Rings of all polygons. */
  rings: AtlasLines;
  /** For each polygon, the index of its outer ring, which its holes follow; at the end, the total number of rings. */
  polygons: Uint32Array;
  borders: AtlasLines;
}

const require = createRequire(import.meta.url);
const read = (name: string): Topology => JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'));

const loaded = new Map<Scale, LandShapes>();

/**
 * Returns the coasts and borders of a scale (Natural Earth, public domain; as TopoJSON in the package world-atlas,
 * ISC). Runs in a thread, because reading the finest scale takes a quarter of a second.
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
  const starts = new Uint32Array(polygons.length + 1);
  for (const [index, rings] of polygons.entries()) starts[index + 1] = (starts[index] as number) + rings.length;
  const shapes = {
    rings: packLines(polygons.flat()),
    polygons: starts,
    borders: packLines(
      mesh(countries, countries.objects.countries as GeometryCollection, (a, b) => a !== b).coordinates,
    ),
  };
  loaded.set(scale, shapes);
  return shapes;
}
