import { Service } from 'typedi';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Area } from '../area.js';
import { type AreaRequest, type NearRequest, readArea, sortCenterOf } from '../geometry/read-area.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import type { Moving } from './field-columns.js';
import type { LiveLayer } from './live-layer.js';

/** Number of objects processed before the event loop continues. */
const A_TURN = 10_000;

/**
 * Request for a page. All parts except `limit` and `cursor` are filters; a cursor is valid only for the same filters.
 */
export interface PageRequest extends AreaRequest, NearRequest {
  limit: number;
  cursor?: string;
}

export interface LivePage<State> {
  items: State[];
  nextCursor: string | null;
}

/** Objects of one layer, with a filter by slot that is called only for objects that could be on the page. */
export interface PageSource<State extends Moving> {
  layer: LiveLayer<State>;
  matches(slot: number): boolean;
  /** Keys of the only objects that can match; undefined: all objects can. */
  keys?: ReadonlySet<number>;
}

/**
 * Reads pages of live state in ascending order of keys, so that objects that move between pages are neither repeated
 * nor skipped. With `sort=distance` the order is by current distance, then by key; an object that crosses the distance
 * of the cursor between two pages may be repeated or skipped.
 */
@Service()
export class LivePages {
  constructor(private readonly cursors: CursorCodec) {}

  /**
   * Reads a page. The running time grows with the number of objects in the area, not with the number of all objects.
   * @param sources of one kind of object, without common keys
   * @throws Problem `invalid_request` for an invalid area or sort, `invalid_cursor`
   */
  async read<State extends Moving>(
    sources: readonly PageSource<State>[],
    request: PageRequest,
  ): Promise<LivePage<State>> {
    const { limit, cursor, ...filters } = request;
    const scope = `${sources[0]?.layer.layer}:${JSON.stringify(filters)}`;
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor).map(Number);
    const area = readArea(request);
    const center = sortCenterOf(request);
    const found = await (center === undefined
      ? leastOf(sources, area, limit + 1, after)
      : nearestOf(sources, area, center, limit + 1, after));
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      items: statesOf(sources, found.slice(0, limit)),
      nextCursor: last === undefined ? null : this.cursors.encode(scope, last.position),
    };
  }
}

/** A key with its position in the list, which a cursor contains. */
interface Found {
  key: number;
  position: number[];
}

/** Finds the objects of a page by key. */
async function leastOf<State extends Moving>(
  sources: readonly PageSource<State>[],
  area: Area | undefined,
  count: number,
  [after = -1]: readonly number[] = [],
): Promise<Found[]> {
  const least = new LeastKeys(count, after);
  for (const source of sources) await addLeast(least, source, candidates(source, area));
  return Array.from(least.sorted(), (key) => ({ key, position: [key] }));
}

/**
 * Finds the objects of a page by distance from `center`, then by key. Objects without a position are not in any area.
 */
async function nearestOf<State extends Moving>(
  sources: readonly PageSource<State>[],
  area: Area | undefined,
  center: Position,
  count: number,
  after?: readonly number[],
): Promise<Found[]> {
  const nearest = new NearestKeys(count, after && { distance: after[0] as number, key: after[1] as number });
  for (const source of sources) await addNearest(nearest, source, candidates(source, area), center);
  return nearest.sorted().map(({ key, distance }) => ({ key, position: [distance, key] }));
}

/** Returns the slots of objects in an area that can match. */
function candidates<State extends Moving>({ layer, keys }: PageSource<State>, area: Area | undefined): Int32Array {
  if (keys === undefined) return layer.within(area);
  const slots = Array.from(keys, (key) => layer.slotOf(key)).filter((slot) => slot !== undefined);
  return Int32Array.from(
    area === undefined ? slots : slots.filter((slot) => area.contains(layer.latAt(slot), layer.lonAt(slot))),
  );
}

function statesOf<State extends Moving>(sources: readonly PageSource<State>[], found: readonly Found[]): State[] {
  return found.flatMap(({ key }) => sources.flatMap(({ layer }) => layer.get(key) ?? []));
}

async function addLeast<State extends Moving>(
  least: LeastKeys,
  { layer, matches }: PageSource<State>,
  slots: Int32Array,
): Promise<void> {
  const keys = slots.map((slot) => layer.keyAt(slot));
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    if (index % A_TURN === A_TURN - 1) await ownTurn();
    // The event loop has continued meanwhile, so that the slot may belong to another object.
    if (least.isWanted(key) && layer.keyAt(slots[index] as number) === key && matches(slots[index] as number))
      least.add(key);
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
    if (index % A_TURN === A_TURN - 1) await ownTurn();
    const [slot, key] = [slots[index] as number, keys[index] as number];
    // The event loop has continued meanwhile, so that the slot may belong to another object.
    if (layer.keyAt(slot) !== key) continue;
    const candidate = { key, distance: distanceMeters(lat, lon, layer.latAt(slot), layer.lonAt(slot)) };
    if (nearest.isWanted(candidate) && matches(slot)) nearest.add(candidate);
  }
}

/** Selects the `count` lowest keys above `after`. Keys that cannot be among them are dropped at once. */
class LeastKeys {
  private readonly keys: Int32Array;
  private length = 0;
  private bound = Number.POSITIVE_INFINITY;

  constructor(
    private readonly count: number,
    private readonly after: number,
  ) {
    this.keys = new Int32Array(Math.max(1_024, 2 * count));
  }

  isWanted(key: number): boolean {
    return key > this.after && key < this.bound;
  }

  /** Adds a key; each key must be added only once. */
  add(key: number): void {
    if (this.length === this.keys.length) this.cut();
    this.keys[this.length] = key;
    this.length += 1;
  }

  /** Returns the selected keys in ascending order. */
  sorted(): Int32Array {
    this.cut();
    return this.keys.subarray(0, this.length);
  }

  private cut(): void {
    this.keys.subarray(0, this.length).sort();
    if (this.length < this.count) return;
    this.length = this.count;
    this.bound = this.keys[this.count - 1] as number;
  }
}

/** A key and its distance in meters. */
interface KeyDistance {
  key: number;
  distance: number;
}

const MIN_CAPACITY = 1_024;

const compare = (one: KeyDistance, other: KeyDistance): number => one.distance - other.distance || one.key - other.key;

/**
 * Selects the `count` nearest keys after a cursor, by distance, then by key. Keys that are too far are dropped at once.
 */
class NearestKeys {
  private readonly found: KeyDistance[] = [];
  private readonly capacity: number;
  private bound?: KeyDistance;

  constructor(
    private readonly count: number,
    private readonly after: KeyDistance | undefined,
  ) {
    this.capacity = Math.max(MIN_CAPACITY, 2 * count);
  }

  isWanted(candidate: KeyDistance): boolean {
    return (
      (this.after === undefined || compare(candidate, this.after) > 0) &&
      (this.bound === undefined || compare(candidate, this.bound) < 0)
    );
  }

  /** Adds a candidate; each key must be added only once. */
  add(candidate: KeyDistance): void {
    if (this.found.length === this.capacity) this.cut();
    this.found.push(candidate);
  }

  /** Returns the selected candidates, nearest first. */
  sorted(): readonly KeyDistance[] {
    this.cut();
    return this.found;
  }

  private cut(): void {
    this.found.sort(compare);
    if (this.found.length < this.count) return;
    this.found.length = this.count;
    this.bound = this.found[this.count - 1];
  }
}
