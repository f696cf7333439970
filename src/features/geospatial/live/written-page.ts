import { ChunkedJsonWriter } from '../../../http/chunked-json.js';
import { featureCollection, geoJson } from '../../../http/geojson.js';
import { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';

/** Approximate length of an item in bytes. */
const ITEM_BYTES = 700;

/**
 * Writes a page as the response: items in JSON, or features in GeoJSON.
 * @param write writes an item in the format of the response
 */
export async function writtenPage<Item>(
  { items, nextCursor }: { items: readonly Item[]; nextCursor: string | null },
  isGeoJson: boolean,
  write: (item: Item) => string,
): Promise<RawJson | Reply> {
  const expectedBytes = items.length * ITEM_BYTES;
  if (isGeoJson) return geoJson(await featureCollection(items, write, { nextCursor }, expectedBytes));
  const text = new ChunkedJsonWriter(expectedBytes);
  text.add('{"items":[');
  await text.addItems(items, write);
  text.add(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
  return new RawJson(text.done());
}
