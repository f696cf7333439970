import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { CursorCodec } from '../../../http/cursor.js';
import { type AreaRequest, readArea } from '../geometry/read-area.js';
import { LeastKeys } from './least-keys.js';
import type { LiveLayer } from './live-layer.js';
import type { Moving } from './state-columns.js';

/** Number of objects processed before yielding to the event loop. */
const A_TURN = 10_000;

/** What asks for a page; what else is in it filters, and a cursor is good for the same filters alone. */
export interface PageRequest extends AreaRequest {
  limit: number;
  cursor?: string;
}

export interface LivePage<State> {
  items: State[];
  nextCursor: string | null;
}

/** Objects of one layer and a filter by slot, which is called only for objects that could be on the page. */
export interface PageSource<State extends Moving> {
  layer: LiveLayer<State>;
  matches(slot: number): boolean;
}

/** Pages of live state, by key in ascending order: objects that move between pages are neither repeated nor skipped. */
@Service()
export class LivePages {
  constructor(private readonly cursors: CursorCodec) {}

  /**
   * Costs with what is in the area, not with what is stored.
   * @param sources of one kind of object, with no key in common
   * @throws Problem `invalid_request` for an invalid area, `invalid_cursor`
   */
  async read<State extends Moving>(sources: readonly PageSource<State>[], request: PageRequest): Promise<LivePage<State>> {
    const { limit, cursor, ...filters } = request;
    const scope = `${sources[0]?.layer.layer}:${JSON.stringify(filters)}`;
    const after = cursor === undefined ? -1 : Number(this.cursors.decode(scope, cursor)[0]);
    const area = readArea(request);
    const least = new LeastKeys(limit + 1, after);
    for (const source of sources) await addLeast(least, source, source.layer.within(area));
    const found = least.sorted();
    const items: State[] = [];
    for (const key of found.subarray(0, limit)) {
      for (const { layer } of sources) {
        const state = layer.get(key);
        if (state !== undefined) items.push(state);
      }
    }
    return { items, nextCursor: found.length > limit ? this.cursors.encode(scope, [found[limit - 1] as number]) : null };
  }
}

async function addLeast<State extends Moving>(least: LeastKeys, { layer, matches }: PageSource<State>, slots: Int32Array): Promise<void> {
  const keys = slots.map((slot) => layer.keyAt(slot));
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    if (index % A_TURN === A_TURN - 1) await setImmediate();
    // In a later turn the slot may be another's.
    if (least.isWanted(key) && layer.keyAt(slots[index] as number) === key && matches(slots[index] as number)) least.add(key);
  }
}
