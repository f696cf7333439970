import { boxArea } from '../area.js';
import { boxContains } from '../box.js';
import { idOf, type Layer, layers } from '../layer.js';
import type { LiveState } from '../live/live-state.js';
import type { StreamCursor } from './stream-cursor.js';
import type { GoneItem, GoneReason, StreamItem } from './stream-item.js';
import type { StreamTicker } from './stream-ticker.js';

/**
 * A vessel or aircraft, identified by its key and not by its slot in live state, because a slot may be reused for
 * another object while a slow client reads.
 */
export interface ChangedObject {
  layer: Layer;
  key: number;
}

/** Finds the vessels and aircraft that a stream must send: first all in its box, then the changed ones. */
export class StreamChanges {
  constructor(
    private readonly live: LiveState,
    private readonly ticker: StreamTicker,
  ) {}

  /**
   * Returns the objects that are now in the box, and sets the starting point of `changed`.
   * @param limit maximum number of objects; `isCut` is true when there are more
   */
  snapshot(cursor: StreamCursor, limit: number): { objects: ChangedObject[]; isCut: boolean } {
    const objects: ChangedObject[] = [];
    let isCut = false;
    for (const layer of this.layersOf(cursor)) {
      cursor.progress.versions[layer] = this.live[layer].version;
      const slots = this.slotsIn(cursor, layer);
      const left = limit - objects.length;
      isCut ||= slots.length > left;
      objects.push(...this.keysOf(layer, slots.subarray(0, left)));
    }
    return { objects, isCut };
  }

  /** Returns the objects in the box that changed since the previous call, whether or not the client knows them. */
  changed(cursor: StreamCursor): ChangedObject[] {
    return this.layersOf(cursor).flatMap((layer) => {
      const objects = this.live[layer];
      const slots = objects.changedWithin(cursor.request.box, cursor.progress.versions[layer]);
      cursor.progress.versions[layer] = objects.version;
      const chosen = cursor.request.chosen?.[layer];
      return this.keysOf(layer, slots).filter(({ key }) => chosen === undefined || chosen.has(key));
    });
  }

  /**
   * Returns the objects that the client knows and that left the box or expired. If no tick was missed, the running time
   * grows with the smaller of the numbers of known and of changed objects.
   */
  gone(cursor: StreamCursor): GoneItem[] {
    return this.layersOf(cursor).flatMap((layer) => {
      const known = cursor.known[layer];
      const isNext = cursor.lastTick === this.ticker.tickCount - 1;
      const candidates = isNext && this.ticker.changes(layer) < known.size ? this.ticker.changedKeys(layer) : known;
      const gone: GoneItem[] = [];
      for (const key of candidates) {
        const reason = known.has(key) ? this.whyGone(cursor, layer, key) : undefined;
        if (reason === undefined) continue;
        known.delete(key);
        gone.push({ kind: 'gone', layer, id: idOf(layer, key), reason });
      }
      return gone;
    });
  }

  /** Returns the latest state of an object; undefined when it is outside the box or not of a requested type. */
  item(cursor: StreamCursor, { layer, key }: ChangedObject): StreamItem | undefined {
    const slot = this.live[layer].slotOf(key);
    if (slot === undefined || !this.isInBox(cursor, layer, slot)) return undefined;
    const item = this.ticker.items.of(layer, slot);
    if (cursor.matches(item)) {
      cursor.known[layer].add(key);
      return item;
    }
    // The client may know the object from before its type was reported or changed; it is then reported as gone.
    return cursor.known[layer].delete(key) ? { kind: 'gone', layer, id: idOf(layer, key), reason: 'left' } : undefined;
  }

  /** Returns the slots of the requested objects that are in the box. */
  private slotsIn(cursor: StreamCursor, layer: Layer): Int32Array {
    const { chosen, box } = cursor.request;
    if (chosen === undefined) return this.live[layer].within(boxArea(box));
    const slots = Array.from(chosen[layer], (key) => this.live[layer].slotOf(key)).filter((slot) => slot !== undefined);
    return Int32Array.from(slots.filter((slot) => this.isInBox(cursor, layer, slot)));
  }

  private whyGone(cursor: StreamCursor, layer: Layer, key: number): GoneReason | undefined {
    const slot = this.live[layer].slotOf(key);
    if (slot === undefined) return 'expired';
    return this.isInBox(cursor, layer, slot) ? undefined : 'left';
  }

  private isInBox({ request }: StreamCursor, layer: Layer, slot: number): boolean {
    return boxContains(request.box, this.live[layer].latAt(slot), this.live[layer].lonAt(slot));
  }

  private keysOf(layer: Layer, slots: Int32Array): ChangedObject[] {
    return Array.from(slots, (slot) => ({ layer, key: this.live[layer].keyAt(slot) }));
  }

  private layersOf({ request }: StreamCursor): Layer[] {
    return layers.filter((layer) => request.layers.includes(layer));
  }
}
