import type { Clock } from '../../../clock.js';
import type { Aircraft } from '../aircraft.js';
import type { Layer } from '../layer.js';
import type { LivePicture } from '../live/live-picture.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import type { Vessel } from '../vessel.js';
import type { StreamItem } from './stream-item.js';

/** Items remembered at most: some kilobytes each, with the frame that is made of it. */
const MOST = 50_000;

/** Ships and aircraft as items, one for each version of each, so that whoever is told of it shares it, and with it its frame. */
export class MovingItems {
  private readonly items = { vessels: new Map<number, Remembered>(), aircraft: new Map<number, Remembered>() };

  constructor(
    private readonly picture: LivePicture,
    private readonly clock: Clock,
  ) {}

  /** As it is now. */
  of(layer: Layer, slot: number): StreamItem {
    const live = this.picture[layer];
    const [known, version] = [this.items[layer].get(slot), live.versionAt(slot)];
    if (known?.version === version && known.item.value.key === live.keyAt(slot)) return known.item;
    const item = itemOf(layer, live.stateAt(slot), this.clock.now() - STALE_AFTER_MS[layer]);
    if (this.items[layer].size >= MOST) this.items[layer].clear();
    this.items[layer].set(slot, { version, item });
    return item;
  }

  /** For once in a while: what has changed since is not asked for again. */
  forget(): void {
    this.items.vessels.clear();
    this.items.aircraft.clear();
  }
}

type MovingItem = Extract<StreamItem, { kind: 'vessel' | 'aircraft' }>;

interface Remembered {
  version: number;
  item: MovingItem;
}

const itemOf = (layer: Layer, state: Vessel | Aircraft, staleBefore: number): MovingItem =>
  layer === 'vessels' ? { kind: 'vessel', value: state as Vessel, staleBefore } : { kind: 'aircraft', value: state as Aircraft, staleBefore };
