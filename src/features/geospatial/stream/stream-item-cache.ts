import type { Clock } from '../../../time/clock.js';
import type { Aircraft } from '../aircraft.js';
import type { Layer } from '../layer.js';
import type { LiveState } from '../live/live-state.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import type { Vessel } from '../vessel.js';
import type { StreamItem } from './stream-item.js';

/** Maximum number of cached items; an item takes some kilobytes with its encoded frame. */
const MAX_ITEMS = 50_000;

/**
 * Caches the item of the current version of a vessel or aircraft, so that all streams share it and its encoded frame.
 */
export class StreamItemCache {
  private readonly items = { vessels: new Map<number, CachedItem>(), aircraft: new Map<number, CachedItem>() };

  constructor(
    private readonly live: LiveState,
    private readonly clock: Clock,
  ) {}

  /** Returns the item of the object in a slot, in its current version. */
  of(layer: Layer, slot: number): StreamItem {
    const objects = this.live[layer];
    const [known, version] = [this.items[layer].get(slot), objects.versionAt(slot)];
    if (known?.version === version && known.item.value.key === objects.keyAt(slot)) return known.item;
    const item = itemOf(layer, objects.stateAt(slot), this.clock.now() - STALE_AFTER_MS[layer]);
    if (this.items[layer].size >= MAX_ITEMS) this.items[layer].clear();
    this.items[layer].set(slot, { version, item });
    return item;
  }

  /** Removes all items. Called at every tick, because old versions are not requested again. */
  forget(): void {
    this.items.vessels.clear();
    this.items.aircraft.clear();
  }
}

type MovingItem = Extract<StreamItem, { kind: 'vessel' | 'aircraft' }>;

interface CachedItem {
  version: number;
  item: MovingItem;
}

const itemOf = (layer: Layer, state: Vessel | Aircraft, staleBefore: number): MovingItem =>
  layer === 'vessels'
    ? { kind: 'vessel', value: state as Vessel, staleBefore }
    : { kind: 'aircraft', value: state as Aircraft, staleBefore };
