import { readFileSync } from 'node:fs';
import type { MultiPolygon, Polygon } from 'geojson';
import type { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Scale } from './atlas-lines.js';

/**
 * Reads the lakes of a scale (Natural Earth 1:10m, public domain, simplified by bin/make-lakes.js), apart from the
 * Caspian Sea, which is part of the coasts.
 * @param toFeature `feature` of topojson-client, which only the threads that draw load
 * @returns for each lake its shore, followed by the shores of its islands
 */
export function lakesOf(scale: Scale, toFeature: typeof feature): Polygon['coordinates'][] {
  const lakes = JSON.parse(readFileSync(new URL('./lakes.topojson', import.meta.url), 'utf8')) as Topology;
  const collection = toFeature(lakes, lakes.objects[scale] as GeometryCollection);
  return collection.features.flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates);
}
