import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoBounds, geoContains } from 'd3-geo';
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

const topology = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-50m.json'), 'utf8'),
) as Topology;
const land = feature(topology, topology.objects.land as never) as unknown as
  | FeatureCollection<MultiPolygon | Polygon>
  | Feature<MultiPolygon | Polygon>;
const shapes = ('features' in land ? land.features : [land]).flatMap(({ geometry }) =>
  geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates],
);
const islands = shapes.map((coordinates) => {
  const polygon: Polygon = { type: 'Polygon', coordinates };
  return { polygon, bounds: geoBounds(polygon) };
});

/** Returns whether a position is on land, by Natural Earth's land at 1:50,000,000. */
export function isLand(lat: number, lon: number): boolean {
  return islands.some(({ polygon, bounds: [[west, south], [east, north]] }) => {
    if (lat < south || lat > north) return false;
    const isBeside = west <= east ? lon < west || lon > east : lon < west && lon > east;
    return !isBeside && geoContains(polygon, [lon, lat]);
  });
}
