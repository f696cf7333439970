import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { CursorCodec } from '../../../http/cursor.js';
import { type AreaRequest, readArea } from '../read-area.js';
import { LeastKeys } from './least-keys.js';
import type { LiveLayer } from './live-layer.js';
import type { Moving } from './state-columns.js';

/** So many are looked at, or composed, before the event loop gets its turn. */
const A_TURN = 10_000;

/** What asks for a page; what else is in it filters, and a cursor is good for the same filters alone. */
export interface PageRequest extends AreaRequest {
  limit: number;
  cursor?: string;
  format?: string;
}

export interface LivePage<State> {
  items: State[];
  nextCursor: string | null;
}

/** Pages of what is in the live picture, by key ascending: what moves on its way is not told twice, and what stays is not left out. */
@Service()
export class LivePages {
  constructor(private readonly cursors: CursorCodec) {}

  /**
   * Costs with what is in the area, not with what is stored.
   * @param matches by slot; asked only of what could be on the page
   * @throws Problem `invalid_request` for an area that is none, `invalid_cursor`
   */
  async read<State extends Moving>(layer: LiveLayer<State>, request: PageRequest, matches: (slot: number) => boolean): Promise<LivePage<State>> {
    const { limit, cursor, format: _format, ...filters } = request;
    const scope = `${layer.layer}:${JSON.stringify(filters)}`;
    const after = cursor === undefined ? -1 : Number(this.cursors.decode(scope, cursor)[0]);
    const slots = layer.within(readArea(request));
    const keys = slots.map((slot) => layer.keyAt(slot));
    const least = new LeastKeys(limit + 1, after);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as number;
      if (index % A_TURN === A_TURN - 1) await setImmediate();
      // In a later turn the slot may be another's.
      if (least.isWanted(key) && layer.keyAt(slots[index] as number) === key && matches(slots[index] as number)) least.add(key);
    }
    const found = least.sorted();
    const items: State[] = [];
    for (const key of found.subarray(0, limit)) {
      const state = layer.get(key);
      if (state !== undefined) items.push(state);
    }
    return { items, nextCursor: found.length > limit ? this.cursors.encode(scope, [found[limit - 1] as number]) : null };
  }
}
