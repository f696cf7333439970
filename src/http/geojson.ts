import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { ChunkedJsonWriter } from './chunked-json.js';
import { Reply } from './reply.js';

/** RFC 7946. */
export const geoJsonType = 'application/geo+json';

/** Parameter: true when the answer is to be GeoJSON. */
export function WantsGeoJson(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => (context as Context).state.mediaType === geoJsonType,
  }) as ParameterDecorator;
}

/** A GeoJSON reply with an entity tag, so that unchanged content is answered with 304. */
export const geoJson = (text: string | Buffer): Reply => new Reply(text, { type: geoJsonType });

/** Degrees as they are written: six decimals are 0.1 m, finer than anything here is known. */
export const degrees = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A place as a geometry: longitude first. */
export const pointGeometry = (lat: number, lon: number): string =>
  `{"type":"Point","coordinates":[${degrees(lon)},${degrees(lat)}]}`;

/** A Feature. `geometry` and `properties` are JSON already; `null` is a geometry, too. */
export const feature = (id: string, geometry: string, properties: string): string =>
  `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${geometry},"properties":${properties}}`;

/**
 * Writes a FeatureCollection in pieces.
 * @param write returns an item as a Feature in JSON
 * @param foreign members that GeoJSON does not define, such as `nextCursor`
 */
export async function featureCollection<Item>(
  items: readonly Item[],
  write: (item: Item) => string,
  foreign: Readonly<Record<string, unknown>>,
  expectedBytes?: number,
): Promise<Buffer> {
  const text = new ChunkedJsonWriter(expectedBytes);
  text.add('{"type":"FeatureCollection","features":[');
  await text.addItems(items, write);
  text.add(']');
  for (const [name, value] of Object.entries(foreign)) text.add(`,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  text.add('}');
  return text.done();
}
