import type { Area } from './area.js';
import type { Position } from './position.js';
import type { DistanceCursor } from './within-area.js';

/** Minimum number of rows that one query reads when the rows are filtered by a shape. */
const BATCH = 500;
/**
 * Maximum number of rows scanned for one page; a page may then have fewer items than requested although more follow.
 */
const MAX_SCANNED = 20_000;

/** A position in a list that is ordered by start, then by id. */
export interface StartCursor {
  startedAt: Date;
  id: string;
}

/** A page of a list. `next` is the cursor of the next page; undefined at the end. */
export interface Scanned<Item, Cursor> {
  items: Item[];
  next?: Cursor;
}

/**
 * Lists the items in an area by start. With a circle or polygon a page may have fewer than `limit` items although more
 * follow.
 * @param read reads the next rows in the boxes of the area; rows outside the area are then removed
 */
export async function scanArea<Item extends StartCursor & { position: Position }>(
  area: Area | undefined,
  limit: number,
  after: StartCursor | undefined,
  read: (batch: number, after: StartCursor | undefined) => Promise<Item[]>,
): Promise<Scanned<Item, StartCursor>> {
  const isExact = area === undefined || area.isBoxes;
  const batch = isExact ? limit + 1 : Math.max(limit + 1, BATCH);
  const items: Item[] = [];
  let place = after;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += batch) {
    const rows = await read(batch, place);
    for (const item of rows) {
      if (!isExact && !area.contains(item.position.lat, item.position.lon)) continue;
      if (items.length === limit) return { items, next: cursorOf(items.at(-1) as Item) };
      items.push(item);
    }
    if (rows.length < batch) return { items };
    place = cursorOf(rows.at(-1) as Item);
  }
  return { items, next: place };
}

/**
 * Returns at most `limit` items of an area, nearest first.
 * @param rows the nearest rows in the boxes of the area, in order: more than `limit`, unless there are fewer
 */
export function nearestInArea<Item extends { id: string; position: Position; distance: number }>(
  area: Area,
  limit: number,
  rows: readonly Item[],
): Scanned<Item, DistanceCursor> {
  // The query finds rows in the box around the circle; the corners of the box are outside the circle.
  const within = rows.filter(({ position: { lat, lon } }) => area.contains(lat, lon));
  const items = within.slice(0, limit);
  const last = items.at(-1);
  return last !== undefined && within.length > limit
    ? { items, next: { distance: last.distance, id: last.id } }
    : { items };
}

const cursorOf = ({ startedAt, id }: StartCursor): StartCursor => ({ startedAt, id });
