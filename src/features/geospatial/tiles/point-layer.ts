import { PbfWriter } from 'pbf';
import { EXTENT, pixelOf, type Tile } from './tile.js';

export type TileProperties = Record<string, string | number | boolean>;

/** Numbers of the fields of a tile, of a layer and of a feature (Mapbox Vector Tile Specification 2.1, section 4). */
const LAYER = 3;
const [VERSION, NAME, FEATURE, KEY, VALUE, UNITS] = [15, 1, 2, 3, 4, 5];
const [ID, TAGS, TYPE, GEOMETRY] = [1, 2, 3, 4];
const [STRING, DOUBLE, UINT, SINT, BOOLEAN] = [1, 3, 5, 6, 7];
/** Type of a length-delimited field of Protocol Buffers. */
const BYTES = 2;
const POINT = 1;
/** Command `MoveTo` with one point. */
const MOVE_TO = 9;

/**
 * Encodes the points of one layer of a tile. Each point is encoded when it is added, so that callers with many points
 * can divide the work into slices.
 */
export class PointLayer {
  count = 0;
  private readonly features = new PbfWriter();
  private readonly keys = new Map<string, number>();
  private readonly values = new Map<string | number | boolean, number>();
  private readonly tags: number[] = [];

  constructor(private readonly at: Tile) {}

  /** @param id number of the object, which is the same in all tiles; undefined for a feature without an id */
  add(lat: number, lon: number, properties: TileProperties, id?: number): void {
    const [x, y] = pixelOf(this.at, lat, lon);
    this.addPixel(x, y, properties, id);
  }

  /** @param x units from the western edge @param y units from the northern edge */
  addPixel(x: number, y: number, properties: TileProperties, id?: number): void {
    const { tags } = this;
    tags.length = 0;
    for (const key in properties) tags.push(indexIn(this.keys, key), indexIn(this.values, properties[key] as string));
    this.features.writeMessage(FEATURE, writeFeature, { id, tags, geometry: [MOVE_TO, zigzag(x), zigzag(y)] });
    this.count += 1;
  }

  /** Returns the encoded layer in parts; without points, no part. */
  encoded(name: string): Uint8Array[] {
    if (this.count === 0) return [];
    const [head, tail, start] = [new PbfWriter(), new PbfWriter(), new PbfWriter()];
    head.writeVarintField(VERSION, 2);
    head.writeStringField(NAME, name);
    for (const key of this.keys.keys()) tail.writeStringField(KEY, key);
    for (const value of this.values.keys()) tail.writeMessage(VALUE, writeValue, value);
    tail.writeVarintField(UNITS, EXTENT);
    const features = this.features.buf.subarray(0, this.features.pos);
    const [before, after] = [head.finish(), tail.finish()];
    start.writeTag(LAYER, BYTES);
    start.writeVarint(before.length + features.length + after.length);
    return [start.finish(), before, features, after];
  }
}

interface PointFeature {
  id: number | undefined;
  tags: number[];
  geometry: number[];
}

function writeFeature({ id, tags, geometry }: PointFeature, out: PbfWriter): void {
  if (id !== undefined) out.writeVarintField(ID, id);
  out.writePackedVarint(TAGS, tags);
  out.writeVarintField(TYPE, POINT);
  out.writePackedVarint(GEOMETRY, geometry);
}

function writeValue(value: string | number | boolean, out: PbfWriter): void {
  if (typeof value === 'string') out.writeStringField(STRING, value);
  else if (typeof value === 'boolean') out.writeBooleanField(BOOLEAN, value);
  else if (!Number.isInteger(value)) out.writeDoubleField(DOUBLE, value);
  else if (value < 0) out.writeSVarintField(SINT, value);
  else out.writeVarintField(UINT, value);
}

/** Returns the index of a text, number or boolean in a list of different ones; a new one is added. */
function indexIn<Key>(list: Map<Key, number>, key: Key): number {
  const known = list.get(key);
  if (known !== undefined) return known;
  list.set(key, list.size);
  return list.size - 1;
}

const zigzag = (value: number): number => (value << 1) ^ (value >> 31);
