import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { ChunkedJsonWriter } from './chunked-json.js';
import { Reply } from './reply.js';

/** Media type of GeoJSON (RFC 7946). */
export const geoJsonType = 'application/geo+json';

/** Parameter decorator: injects true when the response is to be GeoJSON. */
export function WantsGeoJson(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => (context as Context).state.mediaType === geoJsonType,
  }) as ParameterDecorator;
}

/** Returns a GeoJSON reply, which gets an entity tag like JSON, so that unchanged content is answered with 304. */
export const geoJson = (text: string | Buffer): Reply => new Reply(text, { type: geoJsonType });

/** Rounds degrees to six decimals (0.1 m), finer than any position here is known. */
export const degrees = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Returns a GeoJSON Point, with the longitude first. */
export const pointGeometry = (lat: number, lon: number): string =>
  `{"type":"Point","coordinates":[${degrees(lon)},${degrees(lat)}]}`;

/** Returns a GeoJSON Feature. `geometry` and `properties` are JSON texts; the geometry may be `null`. */
export const feature = (id: string, geometry: string, properties: string): string =>
  `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${geometry},"properties":${properties}}`;

/**
 * Writes a FeatureCollection in parts, so that the event loop is not blocked.
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
