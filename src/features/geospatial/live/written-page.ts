import { featureCollection, geoJson } from '../../../http/geojson.js';
import type { Reply } from '../../../http/reply.js';
import { PiecewiseText } from '../../../http/written-in-pieces.js';
import { WrittenJson } from '../../../http/written-json.js';

/** Approximate length of an item. */
const ITEM_BYTES = 700;

/** A page as the answer: items in JSON, or features in GeoJSON. @param write an item in the one form or the other */
export async function writtenPage<Item>(
  { items, nextCursor }: { items: readonly Item[]; nextCursor: string | null },
  isGeoJson: boolean,
  write: (item: Item) => string,
): Promise<WrittenJson | Reply> {
  const expectedBytes = items.length * ITEM_BYTES;
  if (isGeoJson) return geoJson(await featureCollection(items, write, { nextCursor }, expectedBytes));
  const text = new PiecewiseText(expectedBytes);
  text.add('{"items":[');
  await text.addItems(items, write);
  text.add(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
  return new WrittenJson(text.done());
}
