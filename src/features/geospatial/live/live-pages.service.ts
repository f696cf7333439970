import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { CursorCodec } from '../../../http/cursor.js';
import type { Area } from '../area.js';
import { type AreaRequest, type NearRequest, readArea, sortCenterOf } from '../geometry/read-area.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import type { Moving } from './field-columns.js';
import { LeastKeys } from './least-keys.js';
import type { LiveLayer } from './live-layer.js';
import { NearestKeys } from './nearest-keys.js';

/** Number of objects processed before yielding to the event loop. */
const A_TURN = 10_000;

/** What asks for a page; what else is in it filters, and a cursor is good for the same filters alone. */
export interface PageRequest extends AreaRequest, NearRequest {
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

/**
 * Pages of live state, by key in ascending order: objects that move between pages are neither repeated nor skipped. With `sort=distance` by the
 * present distance, then by key: only objects that move across the cursor's distance between pages are.
 */
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
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor).map(Number);
    const area = readArea(request);
    const center = sortCenterOf(request);
    const found = await (center === undefined ? leastOf(sources, area, limit + 1, after) : nearestOf(sources, area, center, limit + 1, after));
    const last = found.length > limit ? found[limit - 1] : undefined;
    return { items: statesOf(sources, found.slice(0, limit)), nextCursor: last === undefined ? null : this.cursors.encode(scope, last.position) };
  }
}

/** A key and its place in the order of the list, as a cursor has it. */
interface Found {
  key: number;
  position: number[];
}

/** By key. */
async function leastOf<State extends Moving>(
  sources: readonly PageSource<State>[],
  area: Area | undefined,
  count: number,
  [after = -1]: readonly number[] = [],
): Promise<Found[]> {
  const least = new LeastKeys(count, after);
  for (const source of sources) await addLeast(least, source, source.layer.within(area));
  return Array.from(least.sorted(), (key) => ({ key, position: [key] }));
}

/** By distance from `center`, then by key. Objects without a position are not in any area. */
async function nearestOf<State extends Moving>(
  sources: readonly PageSource<State>[],
  area: Area | undefined,
  center: Position,
  count: number,
  after?: readonly number[],
): Promise<Found[]> {
  const nearest = new NearestKeys(count, after && { distance: after[0] as number, key: after[1] as number });
  for (const source of sources) await addNearest(nearest, source, source.layer.within(area), center);
  return nearest.sorted().map(({ key, distance }) => ({ key, position: [distance, key] }));
}

function statesOf<State extends Moving>(sources: readonly PageSource<State>[], found: readonly Found[]): State[] {
  return found.flatMap(({ key }) => sources.flatMap(({ layer }) => layer.get(key) ?? []));
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

async function addNearest<State extends Moving>(
  nearest: NearestKeys,
  { layer, matches }: PageSource<State>,
  slots: Int32Array,
  { lat, lon }: Position,
): Promise<void> {
  const keys = slots.map((slot) => layer.keyAt(slot));
  for (let index = 0; index < keys.length; index += 1) {
    if (index % A_TURN === A_TURN - 1) await setImmediate();
    const [slot, key] = [slots[index] as number, keys[index] as number];
    // In a later turn the slot may be another's.
    if (layer.keyAt(slot) !== key) continue;
    const candidate = { key, distance: distanceMeters(lat, lon, layer.latAt(slot), layer.lonAt(slot)) };
    if (nearest.isWanted(candidate) && matches(slot)) nearest.add(candidate);
  }
}
