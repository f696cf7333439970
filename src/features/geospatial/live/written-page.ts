import { setImmediate } from 'node:timers/promises';
import type { Reply } from '../../../http/reply.js';
import { TextBuffer } from '../../../http/text-buffer.js';
import { WrittenJson } from '../../../http/written-json.js';
import { geoJson } from '../geojson.js';

/** Items written before the event loop gets its turn: some milliseconds. */
const A_TURN = 1_000;
/** What an item is long, about. */
const ITEM_BYTES = 700;

/** A page as the answer: items in JSON, or features in GeoJSON. @param write an item in the one form or the other */
export async function writtenPage<Item>(
  { items, nextCursor }: { items: readonly Item[]; nextCursor: string | null },
  isGeoJson: boolean,
  write: (item: Item) => string,
): Promise<WrittenJson | Reply> {
  const text = new TextBuffer(items.length * ITEM_BYTES);
  text.add(isGeoJson ? '{"type":"FeatureCollection","features":[' : '{"items":[');
  for (const [index, item] of items.entries()) {
    if (index % A_TURN === A_TURN - 1) await setImmediate();
    if (index > 0) text.add(',');
    text.add(write(item));
  }
  text.add(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
  return isGeoJson ? geoJson(text.done()) : new WrittenJson(text.done());
}
