import { boxArea } from '../area.js';
import type { PinsService } from '../pins/pins.service.js';
import type { StreamItem } from './stream-item.js';
import type { ToldSoFar } from './told-so-far.js';

/** Pins change by the hand of the account alone: they are looked up in every so many turns. */
const EVERY = 5;
/** Pins read at a time. */
const PAGE = 500;

/** The caller's pins in the box of one stream. */
export class PinsOfStream {
  private lastTurn = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly told: ToldSoFar,
    private readonly pins: PinsService,
  ) {}

  /** What has changed since it was asked last; at first all of them. Looks only now and then. */
  async changed(turn: number): Promise<StreamItem[]> {
    const { wish, pins: known } = this.told;
    if (!wish.layers.includes('pins') || turn - this.lastTurn < EVERY) return [];
    this.lastTurn = turn;
    const items: StreamItem[] = [];
    const gone = new Set(known.keys());
    for (let after: string | undefined, isMore = true; isMore; ) {
      const pins = await this.pins.list(wish.accountId, boxArea(wish.box), PAGE, after);
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
