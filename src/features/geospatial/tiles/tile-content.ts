import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { BUFFER, EXTENT, pixelOf, type Tile } from './tile.js';

export type TileProperties = Record<string, string | number | boolean>;

/** The layers of one tile by name, before they are encoded. */
export type TileLayers = Record<string, GeoJSONVTTile>;

/** Creates a layer without features. */
const emptyTile = (): GeoJSONVTTile =>
  ({ features: [], numPoints: 0, numSimplified: 0, numFeatures: 0, source: null }) as unknown as GeoJSONVTTile;

/** Collects the points of one layer of a tile. */
export class PointLayer {
  readonly tile = emptyTile();

  constructor(private readonly at: Tile) {}

  get count(): number {
    return this.tile.features.length;
  }

  /** @param id number of the object, which is the same in all tiles; undefined for a feature without an id */
  add(lat: number, lon: number, properties: TileProperties, id?: number): void {
    this.addPixel(pixelOf(this.at, lat, lon), properties, id);
  }

  addPixel(pixel: [x: number, y: number], tags: TileProperties, id?: number): void {
    this.tile.features.push({ type: 1, geometry: [pixel], tags, ...(id === undefined ? {} : { id }) } as never);
  }
}

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
  const filled = Object.entries(layers).filter(([, { features }]) => features.length > 0);
  const bytes = fromGeojsonVt(Object.fromEntries(filled), { version: 2, extent: EXTENT });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
