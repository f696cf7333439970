import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { PointLayer } from './point-layer.js';
import { BUFFER, EXTENT, type Tile } from './tile.js';

/** The layers of one tile by name: shapes before they are encoded, and points that already are. */
export type TileLayers = Record<string, GeoJSONVTTile | PointLayer>;

/** Creates a layer without features. */
const emptyTile = (): GeoJSONVTTile =>
  ({ features: [], numPoints: 0, numSimplified: 0, numFeatures: 0, source: null }) as unknown as GeoJSONVTTile;

/**
 * Creates a layer of shapes, clipped to a tile with its buffer and simplified.
 * @param tolerance tolerance of the simplification, in units of the tile
 */
export function shapeLayer(tile: Tile, shapes: ReadonlyArray<Feature<Geometry>>, tolerance = 3): GeoJSONVTTile {
  if (shapes.length === 0) return emptyTile();
  const collection: FeatureCollection = { type: 'FeatureCollection', features: [...shapes] };
  const options = { extent: EXTENT, buffer: BUFFER, tolerance, clip: true, wrap: true, maxZoom: tile.z };
  return geoJSONToTile(collection, tile.z, tile.x, tile.y, options) ?? emptyTile();
}

/** Returns one layer with the features of several. */
export function joined(layers: readonly GeoJSONVTTile[]): GeoJSONVTTile {
  const tile = emptyTile();
  for (const { features } of layers) tile.features.push(...(features as never[]));
  return tile;
}

/** Encodes a tile (Mapbox Vector Tile Specification 2.1). Layers without features are left out. */
export function writeTile(layers: TileLayers): Buffer {
  const shapes: Record<string, GeoJSONVTTile> = {};
  const points: Uint8Array[] = [];
  for (const [name, layer] of Object.entries(layers)) {
    if (layer instanceof PointLayer) points.push(...layer.encoded(name));
    else if (layer.features.length > 0) shapes[name] = layer;
  }
  // A tile is the sequence of its layers, so encoded ones are joined.
  const parts = [fromGeojsonVt(shapes, { version: 2, extent: EXTENT }), ...points];
  // The tile has its own memory, unlike a result of `Buffer.concat`, so that a thread can transfer it.
  const tile = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    tile.set(part, at);
    at += part.length;
  }
  return Buffer.from(tile.buffer);
}
