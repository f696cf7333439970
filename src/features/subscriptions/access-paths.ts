import type { EventFilter } from '../../events/event-log.js';
import { type LoggedEvent, severityOf } from '../../events/logged-event.js';
import { patternsFor } from './subscription.js';
import { type Tile, tileAt, tilesOf } from './tiles.js';

/** Maximum number of paths of one entry; above it, paths for any pattern replace the paths for each pattern. */
const MAX_PATHS = 64;
/** Stands for any pattern in a path. */
const ANY = '?';

/**
 * Index from paths to entries, such as subscriptions: the paths of an event lead to all entries whose conditions it can
 * meet. An entry is stored under its most selective condition, combined with each of its type patterns. The most
 * selective condition is the shortest list of keys; without keys, the tiles of its bounding box; otherwise its minimum
 * severity.
 */
export class AccessPaths<T extends object> {
  /** Entries by path; a single entry is stored without a Set, because most paths have only one. */
  private readonly paths = new Map<string, T | Set<T>>();
  /** Number of entries that use a pattern or a tile level; patterns and levels without entries are not looked up. */
  private readonly patterns = new Map<string, number>();
  private readonly levels = new Map<number, number>();

  get isEmpty(): boolean {
    return this.paths.size === 0;
  }

  get size(): number {
    return this.paths.size;
  }

  add(patterns: readonly string[], conditions: EventFilter, thing: T): void {
    const { terms, endings, levels } = placeOf(patterns, conditions);
    for (const term of terms) count(this.patterns, term, 1);
    for (const level of levels) count(this.levels, level, 1);
    for (const term of terms) for (const ending of endings) this.put(term + ending, thing);
  }

  /** Removes an entry. The patterns and conditions must be the ones with which it was added. */
  remove(patterns: readonly string[], conditions: EventFilter, thing: T): void {
    const { terms, endings, levels } = placeOf(patterns, conditions);
    for (const term of terms) count(this.patterns, term, -1);
    for (const level of levels) count(this.levels, level, -1);
    for (const term of terms) for (const ending of endings) this.take(term + ending, thing);
  }

  /** Visits all entries under the paths of an event; an entry with several of these paths is visited several times. */
  visit(event: LoggedEvent, each: (thing: T) => void): void {
    for (const pattern of patternsFor(event.type)) if (this.patterns.has(pattern)) this.visitTerm(pattern, event, each);
    if (this.patterns.has(ANY)) this.visitTerm(ANY, event, each);
  }

  private visitTerm(term: string, event: LoggedEvent, each: (thing: T) => void): void {
    const { keys, latitude, longitude } = event;
    for (let threshold = severityOf(event); threshold >= 0; threshold -= 1)
      this.visitPath(term + severityEnding(threshold), each);
    for (const key of keys) this.visitPath(term + keyEnding(key), each);
    if (latitude === null || longitude === null) return;
    for (const level of this.levels.keys()) this.visitPath(term + tileEnding(tileAt(level, latitude, longitude)), each);
  }

  private visitPath(path: string, each: (thing: T) => void): void {
    const there = this.paths.get(path);
    if (there instanceof Set) there.forEach(each);
    else if (there !== undefined) each(there);
  }

  private put(path: string, thing: T): void {
    const there = this.paths.get(path);
    if (there instanceof Set) there.add(thing);
    else this.paths.set(path, there === undefined || there === thing ? thing : new Set([there, thing]));
  }

  private take(path: string, thing: T): void {
    const there = this.paths.get(path);
    if (there instanceof Set) there.delete(thing);
    if (there === thing || (there instanceof Set && there.size === 0)) this.paths.delete(path);
  }
}

function placeOf(patterns: readonly string[], { keys = [], bbox, minSeverity = 0 }: EventFilter) {
  const [shortest] = [...keys].sort((one, other) => one.length - other.length);
  const tiles = shortest === undefined && bbox !== undefined ? tilesOf(bbox) : [];
  const endings =
    shortest?.map(keyEnding) ?? (bbox === undefined ? [severityEnding(minSeverity)] : tiles.map(tileEnding));
  const distinct = [...new Set(patterns)];
  const terms = endings.length > 1 && distinct.length * endings.length > MAX_PATHS ? [ANY] : distinct;
  return { terms, endings: [...new Set(endings)], levels: new Set(tiles.map(({ level }) => level)) };
}

// Patterns do not contain the characters =, > and @, so all paths are unambiguous.
const keyEnding = (key: string) => `=${key}`;
const severityEnding = (threshold: number) => `>${threshold}`;
const tileEnding = ({ level, column, row }: Tile) => `@${level}/${column}/${row}`;

function count(counts: Map<string, number>, what: string, by: number): void;
function count(counts: Map<number, number>, what: number, by: number): void;
function count<K>(counts: Map<K, number>, what: K, by: number): void {
  const now = (counts.get(what) ?? 0) + by;
  if (now === 0) counts.delete(what);
  else counts.set(what, now);
}
