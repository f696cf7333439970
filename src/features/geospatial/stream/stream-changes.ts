import { boxArea } from '../area.js';
import { boxContains } from '../box.js';
import { idOf, type Layer, layers } from '../layer.js';
import type { LivePicture } from '../live/live-picture.js';
import type { GoneItem, GoneReason, StreamItem } from './stream-item.js';
import type { StreamTurns } from './stream-turns.js';
import { isOfKind } from './stream-wish.js';
import type { ToldSoFar } from './told-so-far.js';

/** Ships and aircraft by key: what a slot holds may change while the client takes its time. */
export interface ChangedObject {
  layer: Layer;
  key: number;
}

/** Works out what moves in a stream's box: all of it at first, then the difference. */
export class StreamChanges {
  constructor(
    private readonly picture: LivePicture,
    private readonly turns: StreamTurns,
  ) {}

  /** Everything there is, as of now; from here on differences are told. */
  everything(told: ToldSoFar): ChangedObject[] {
    return this.layersOf(told).flatMap((layer) => {
      told.reached.versions[layer] = this.picture[layer].version;
      return this.keysOf(layer, this.picture[layer].within(boxArea(told.wish.box)));
    });
  }

  /** What has changed since it was asked last, whether or not it was told before. */
  changed(told: ToldSoFar): ChangedObject[] {
    return this.layersOf(told).flatMap((layer) => {
      const live = this.picture[layer];
      const slots = live.changedWithin(told.wish.box, told.reached.versions[layer]);
      told.reached.versions[layer] = live.version;
      return this.keysOf(layer, slots);
    });
  }

  /** Who was told of and is not in the box any more. Cost grows with the lesser of what is known and what has changed, if the last turn was not missed. */
  gone(told: ToldSoFar): GoneItem[] {
    return this.layersOf(told).flatMap((layer) => {
      const known = told.known[layer];
      const isNext = told.lastTurn === this.turns.turn - 1;
      const candidates = isNext && this.turns.changes(layer) < known.size ? this.turns.changedKeys(layer) : known;
      const gone: GoneItem[] = [];
      for (const key of candidates) {
        const reason = known.has(key) ? this.whyGone(told, layer, key) : undefined;
        if (reason === undefined) continue;
        known.delete(key);
        gone.push({ kind: 'gone', layer, id: idOf(layer, key), reason });
      }
      return gone;
    });
  }

  /** The object as it is now; undefined when it is not in the box any more, or not of the kind that is wanted. */
  item(told: ToldSoFar, { layer, key }: ChangedObject): StreamItem | undefined {
    const slot = this.picture[layer].slotOf(key);
    if (slot === undefined || !this.isInBox(told, layer, slot)) return undefined;
    const item = this.turns.items.of(layer, slot);
    if (isOfKind(told.wish, item)) {
      told.known[layer].add(key);
      return item;
    }
    // Its kind was not known before, or was another.
    return told.known[layer].delete(key) ? { kind: 'gone', layer, id: idOf(layer, key), reason: 'left' } : undefined;
  }

  private whyGone(told: ToldSoFar, layer: Layer, key: number): GoneReason | undefined {
    const slot = this.picture[layer].slotOf(key);
    if (slot === undefined) return 'expired';
    return this.isInBox(told, layer, slot) ? undefined : 'left';
  }

  private isInBox({ wish }: ToldSoFar, layer: Layer, slot: number): boolean {
    return boxContains(wish.box, this.picture[layer].latAt(slot), this.picture[layer].lonAt(slot));
  }

  private keysOf(layer: Layer, slots: Int32Array): ChangedObject[] {
    return Array.from(slots, (slot) => ({ layer, key: this.picture[layer].keyAt(slot) }));
  }

  private layersOf({ wish }: ToldSoFar): Layer[] {
    return layers.filter((layer) => wish.layers.includes(layer));
  }
}
