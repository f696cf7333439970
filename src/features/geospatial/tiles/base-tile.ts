import type { Feature, LineString, Polygon, Position } from 'geojson';
import { threadFunction } from '../../../threads/thread-call.js';
import { type Box, boxContains } from '../box.js';
import type { AtlasLines, Scale } from '../land/atlas-lines.js';
import { mapNames, sizeOf, weightOf } from '../map/names/map-names.js';
import { portList } from '../reference/port-list.js';
import { clipRing } from './clip-ring.js';
import { landShapes, type Polygons } from './land-shapes.js';
import { PointLayer } from './point-layer.js';
import { boxOfTile, type Tile } from './tile.js';
import { shapeLayer, writeTile } from './tile-content.js';

/** Highest zoom level of the base map. Coasts have no more detail beyond it, so clients enlarge its tiles. */
export const MAX_BASE_ZOOM = 10;

/** Minimum weight of a town whose name is in a tile, by zoom level; the last value applies to all higher levels. */
const TOWN_WEIGHTS = [1e8, 1e8, 2e7, 8e6, 4e6, 1.5e6, 6e5, 2e5, 5e4, 0];
/**
 * Minimum size (square degrees) of a country or part of the sea that is named at zoom level 0; each next level divides
 * it by four.
 */
const AREA_SIZE = 3_000;
/** Lowest zoom levels at which ports are named, by the size of the port. */
const PORT_ZOOMS = { L: 6, M: 8, S: 9, V: 10 } as const;

/** Returns the coarsest scale whose vertices are not visible at a zoom level. */
const scaleOf = (z: number): Scale => (z < 2 ? '110m' : z < 5 ? '50m' : '10m');

/**
 * Writes a tile of the base map: land, lakes, borders, and the names of countries, waters, towns and ports. Runs in a
 * thread.
 */
export function drawBaseTile(tile: Tile): Uint8Array {
  const { land, lakes, borders } = landShapes(scaleOf(tile.z));
  const box = flat(boxOfTile(tile, 512), tile);
  return writeTile({
    land: shapeLayer(tile, polygonsIn(box, land), 2),
    lakes: shapeLayer(tile, polygonsIn(box, lakes), 2),
    borders: shapeLayer(tile, linesIn(box, borders), 2),
    areas: areaNames(tile),
    towns: townNames(tile),
    ports: portNames(tile),
  });
}

export const baseTileInThread = threadFunction<typeof drawBaseTile>(new URL(import.meta.url), 'drawBaseTile');

/** Returns the part of a box on the tile's side of the antimeridian, where shapes are cut anyway. */
function flat(box: Box, { z, x }: Tile): Box {
  if (box.west <= box.east) return box;
  return x < 2 ** (z - 1) ? { ...box, west: -180 } : { ...box, east: 180 };
}

function polygonsIn(box: Box, { rings, starts }: Polygons): Array<Feature<Polygon>> {
  const found: Array<Feature<Polygon>> = [];
  for (let index = 0; index + 1 < starts.length; index += 1) {
    const [first, end] = [starts[index] as number, starts[index + 1] as number];
    for (const offset of offsetsIn(box, rings, first)) {
      const coordinates: Position[][] = [];
      for (let ring = first; ring < end; ring += 1) {
        const inside = clipRing(pointsOf(rings, ring, offset), box);
        if (inside.length > 3) coordinates.push(inside);
        else if (ring === first) break;
      }
      if (coordinates.length > 0)
        found.push({ type: 'Feature', geometry: { type: 'Polygon', coordinates }, properties: {} });
    }
  }
  return found;
}

function linesIn(box: Box, lines: AtlasLines): Array<Feature<LineString>> {
  const found: Array<Feature<LineString>> = [];
  for (let index = 0; index + 1 < lines.starts.length; index += 1) {
    for (const offset of offsetsIn(box, lines, index)) {
      const coordinates = positionsOf(pointsOf(lines, index, offset));
      found.push({ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} });
    }
  }
  return found;
}

/**
 * Returns the multiples of 360° by which a line must be moved to be in a box: the longitudes of a line are continuous,
 * so that longitudes in Asia may exceed 180°.
 */
function offsetsIn(box: Box, { boxes, turns }: AtlasLines, index: number): number[] {
  const [west, south, east, north] = boxes.subarray(4 * index, 4 * index + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  // A coast around the pole needs no offset: `pointsOf` repeats it in both directions.
  if (turns[index] !== 0) return north >= box.south ? [0] : [];
  if (south > box.north || north < box.south) return [];
  const offsets: number[] = [];
  for (let offset = 360 * Math.ceil((box.west - east) / 360); west + offset <= box.east; offset += 360)
    offsets.push(offset);
  return offsets;
}

/**
 * Returns the points of a line, moved by an offset. A coast around the South Pole is repeated three times instead, and
 * closed along the pole.
 */
function pointsOf({ points, starts, turns }: AtlasLines, index: number, offset: number): Float64Array {
  const line = points.subarray(2 * (starts[index] as number), 2 * (starts[index + 1] as number));
  const turn = turns[index] as number;
  if (turn === 0) return moved(line, offset);
  const chain = [-1, 0, 1].flatMap((times) => [...moved(line, 360 * turn * times)]);
  return Float64Array.from([...chain, chain.at(-2) as number, -90, chain[0] as number, -90]);
}

const moved = (line: Float32Array, offset: number): Float64Array =>
  Float64Array.from(line, (value, at) => (at % 2 === 0 ? value + offset : value));

function positionsOf(points: Float64Array): Position[] {
  const positions: Position[] = [];
  for (let at = 0; at < points.length; at += 2) positions.push([points[at] as number, points[at + 1] as number]);
  return positions;
}

/** Returns the names of countries and waters; a name with a larger `rank` is less important. */
function areaNames(tile: Tile) {
  const names = new PointLayer(tile);
  const box = boxOfTile(tile);
  for (const area of mapNames().areas) {
    const size = sizeOf(area.box);
    if (area.type === 'region' || size < AREA_SIZE / 4 ** tile.z || !boxContains(box, area.lat, area.lon)) continue;
    names.add(area.lat, area.lon, { name: area.name, kind: area.type, rank: rankOf(size) });
  }
  return names;
}

function townNames(tile: Tile) {
  const names = new PointLayer(tile);
  const box = boxOfTile(tile);
  const least = TOWN_WEIGHTS[Math.min(tile.z, TOWN_WEIGHTS.length - 1)] as number;
  for (const town of mapNames().towns) {
    const weight = weightOf(town);
    if (town.type === 'port' || weight < least || !boxContains(box, town.lat, town.lon)) continue;
    names.add(town.lat, town.lon, { name: town.name, kind: town.type, country: town.country, rank: rankOf(weight) });
  }
  return names;
}

function portNames(tile: Tile) {
  const names = new PointLayer(tile);
  const box = boxOfTile(tile);
  for (const { name, country, lat, lon, size } of portList())
    if (tile.z >= PORT_ZOOMS[size] && boxContains(box, lat, lon)) names.add(lat, lon, { name, country, size });
  return names;
}

/** Returns a number that is smaller for larger weights; MapLibre places names with smaller sort keys first. */
const rankOf = (weight: number): number => Math.round(100 - 10 * Math.log10(Math.max(1, weight)));
