import { Service } from 'typedi';
import { ownTurn } from '../../../async/own-turn.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Area } from '../area.js';
import { type AreaRequest, type NearRequest, readArea, sortCenterOf } from '../geometry/read-area.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import type { Moving } from './field-columns.js';
import type { LiveLayer } from './live-layer.js';

/** Number of objects processed before yielding to the event loop. */
const A_TURN = 10_000;

/** The request for a page; its other parts filter, and a cursor is valid for the same filters alone. */
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
 * Pages of live state, by key in ascending order: objects that move between pages are neither repeated nor skipped.
 * With `sort=distance` by the present distance, then by key: only objects that move across the cursor's distance
 * between pages are.
 */
@Service()
export class LivePages {
  constructor(private readonly cursors: CursorCodec) {}

  /**
   * The cost grows with the number of objects in the area, not with the number of all objects.
   * @param sources of one kind of object, with no key in common
   * @throws Problem `invalid_request` for an invalid area, `invalid_cursor`
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

async function addLeast<State extends Moving>(
  least: LeastKeys,
  { layer, matches }: PageSource<State>,
  slots: Int32Array,
): Promise<void> {
  const keys = slots.map((slot) => layer.keyAt(slot));
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    if (index % A_TURN === A_TURN - 1) await ownTurn();
    // In a later turn the slot may be another's.
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
    // In a later turn the slot may be another's.
    if (layer.keyAt(slot) !== key) continue;
    const candidate = { key, distance: distanceMeters(lat, lon, layer.latAt(slot), layer.lonAt(slot)) };
    if (nearest.isWanted(candidate) && matches(slot)) nearest.add(candidate);
  }
}

/** The `count` least of many keys after a given one. What cannot be among them any more is refused at once. */
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

  /** Each key once. */
  add(key: number): void {
    if (this.length === this.keys.length) this.cut();
    this.keys[this.length] = key;
    this.length += 1;
  }

  /** In ascending order. */
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
 * The `count` nearest of many keys after a given one, by distance, then by key. Keys that are too far are dropped at
 * once.
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

  /** Each key once. */
  add(candidate: KeyDistance): void {
    if (this.found.length === this.capacity) this.cut();
    this.found.push(candidate);
  }

  /** Nearest first. */
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
