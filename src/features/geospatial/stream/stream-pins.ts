import { boxArea } from '../area.js';
import type { PinsService } from '../pins/pins.records.js';
import type { StreamCursor } from './stream-cursor.js';
import type { StreamItem } from './stream-item.js';

/** Number of ticks between queries of pins; they are queried less often, because only their account changes them. */
const TICKS_BETWEEN_QUERIES = 5;
/** Number of pins read in one query. */
const PAGE = 500;

/** Finds the pins of the account in the box of one stream that are new, changed or deleted. */
export class StreamPins {
  private lastQuery = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly cursor: StreamCursor,
    private readonly pins: PinsService,
  ) {}

  /**
   * Returns the changes since the previous query; the first call returns all pins. Between queries the list is empty.
   */
  async changed(tick: number): Promise<StreamItem[]> {
    const { request, pins: known } = this.cursor;
    if (!request.layers.includes('pins') || tick - this.lastQuery < TICKS_BETWEEN_QUERIES) return [];
    this.lastQuery = tick;
    const items: StreamItem[] = [];
    const gone = new Set(known.keys());
    for (let after: string | undefined, isMore = true; isMore; ) {
      const pins = await this.pins.within(request.accountId, boxArea(request.box), PAGE, after);
      for (const pin of pins) {
        gone.delete(pin.id);
        if (known.get(pin.id) === pin.version) continue;
        known.set(pin.id, pin.version);
        items.push({ kind: 'pin', value: pin });
      }
      [after, isMore] = [pins.at(-1)?.id, pins.length === PAGE];
    }
    for (const id of gone) {
      known.delete(id);
      items.push({ kind: 'gone', layer: 'pins', id, reason: 'deleted' });
    }
    return items;
  }
}
