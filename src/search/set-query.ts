import type { Circle, FieldClause, NumberRange, SearchArea, SearchQuery, TextClause } from './search-query.js';

/** An index of items of type `T` in memory. */
export interface SetIndex<T> {
  /** Returns the items that contain a text. */
  withText(clause: TextClause): ReadonlySet<T>;
  matchesField(clause: FieldClause, item: T): boolean;
  /** Returns the items that can match a field; undefined if every item can. */
  withField?(clause: FieldClause): ReadonlySet<T> | undefined;
}

/** A query over items in memory. Each text is looked up once in the index; fields are compared for each item. */
export class SetQuery<T> {
  private readonly sets = new Map<TextClause, ReadonlySet<T>>();

  constructor(
    private readonly query: SearchQuery,
    private readonly index: SetIndex<T>,
  ) {
    this.lookUp(query);
  }

  /** The items that can match; undefined if every item can. */
  get candidates(): ReadonlySet<T> | undefined {
    return this.candidatesOf(this.query);
  }

  matches(item: T): boolean {
    return this.matchesPart(this.query, item);
  }

  private lookUp(part: SearchQuery): void {
    if (part.kind === 'text') this.sets.set(part, this.index.withText(part));
    else if (part.kind === 'not') this.lookUp(part.of);
    else if (part.kind !== 'field') for (const one of part.of) this.lookUp(one);
  }

  private matchesPart(part: SearchQuery, item: T): boolean {
    if (part.kind === 'text') return this.sets.get(part)?.has(item) === true;
    if (part.kind === 'field') return this.index.matchesField(part, item);
    if (part.kind === 'not') return !this.matchesPart(part.of, item);
    if (part.kind === 'all') return part.of.every((one) => this.matchesPart(one, item));
    return part.of.some((one) => this.matchesPart(one, item));
  }

  private candidatesOf(part: SearchQuery): ReadonlySet<T> | undefined {
    if (part.kind === 'text') return this.sets.get(part);
    if (part.kind === 'field') return this.index.withField?.(part);
    if (part.kind === 'not') return undefined;
    const sets = part.of.map((one) => this.candidatesOf(one));
    if (part.kind === 'all')
      return sets.reduce(
        (least, set) => (set !== undefined && (least === undefined || set.size < least.size) ? set : least),
        undefined,
      );
    const union = new Set<T>();
    for (const set of sets) {
      if (set === undefined) return undefined;
      for (const item of set) union.add(item);
    }
    return union;
  }
}

/** Returns true for a number in a range. @param value undefined or NaN when unknown */
export function isInRange(
  { min, max, isMinExclusive, isMaxExclusive }: NumberRange,
  value: number | undefined,
): boolean {
  if (value === undefined || Number.isNaN(value)) return false;
  if (min !== undefined && (isMinExclusive ? value <= min : value < min)) return false;
  return max === undefined || (isMaxExclusive ? value < max : value <= max);
}

export const EARTH_RADIUS_METERS = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns true for a position in a circle, by the haversine formula. @param lat NaN for an unknown position */
export function isWithinCircle(circle: Circle, lat: number, lon: number): boolean {
  const squaredHalfSine = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const across = Math.cos(radians(circle.lat)) * Math.cos(radians(lat)) * squaredHalfSine(lon - circle.lon);
  return (
    2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(Math.min(1, squaredHalfSine(lat - circle.lat) + across))) <=
    circle.radiusMeters
  );
}

/** Returns the number of the 1-degree cell that contains a position. */
export const cellOf = (lat: number, lon: number): number =>
  Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360);

/** Returns true for a position in an area. @param lat NaN for an unknown position */
export function isInArea({ circle, cells }: SearchArea, lat: number, lon: number): boolean {
  if (Number.isNaN(lat)) return false;
  return circle === undefined ? cells?.has(cellOf(lat, lon)) === true : isWithinCircle(circle, lat, lon);
}

/** Counts the occurrences of values. */
export class ValueCounts {
  private readonly byValue = new Map<string, number>();

  get counts(): Record<string, number> {
    return Object.fromEntries(this.byValue);
  }

  add(value: string | null | undefined): void {
    if (value != null) this.byValue.set(value, (this.byValue.get(value) ?? 0) + 1);
  }
}
