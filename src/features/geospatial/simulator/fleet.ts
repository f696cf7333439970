import { YieldTimer } from '../../../async/cooperative-yield.js';
import { SECOND_MS } from '../../../time/durations.js';

/** A simulated object that reports at a fixed interval. */
export interface Member {
  /** Interval between reports (s). */
  every: number;
  /** The second of its reports, modulo `every`. */
  turn: number;
}

/** Simulated objects of one kind. Their reports depend only on the seed and the time. */
export abstract class Fleet<Item extends Member, Report> {
  constructor(protected readonly items: readonly Item[]) {}

  get size(): number {
    return this.items.length;
  }

  /** Returns the reports due in a second of the epoch. */
  due(second: number): Report[] {
    const reports: Report[] = [];
    for (const item of this.items) {
      const report = second % item.every === item.turn ? this.reportOf(item, second, false) : undefined;
      if (report !== undefined) reports.push(report);
    }
    return reports;
  }

  /** Returns the latest report of each object at a second of the epoch, with its static data. */
  all(second: number): Report[] {
    return this.items.flatMap(
      (item) => this.reportOf(item, second - modulo(second - item.turn, item.every), true) ?? [],
    );
  }

  /** Returns the report of an object for a second of the epoch; undefined if the object does not report then. */
  protected abstract reportOf(item: Item, second: number, withStatic: boolean): Report | undefined;
}

/** Creates objects in slices of a few milliseconds, because all of them together take a third of a second. */
export async function createItems<Item>(count: number, create: (index: number) => Item): Promise<Item[]> {
  const items: Item[] = [];
  const slices = new YieldTimer();
  for (let index = 0; index < count; index += 1) {
    if (slices.isOver) await slices.next();
    items.push(create(index));
  }
  return items;
}

/** Returns the time (ms) of the first report of an object at or after a time. */
export function reportAt({ every, turn }: Member, ms: number): number {
  const second = Math.ceil(ms / SECOND_MS);
  return (second + modulo(turn - second, every)) * SECOND_MS;
}

export const modulo = (value: number, length: number): number => ((value % length) + length) % length;

/** Returns the value at a fraction (0 to 1) of a range. */
export const within = ([min, max]: readonly [number, number], share: number): number => min + (max - min) * share;

/**
 * Selects one of weighted choices.
 * @param choices `share` is the weight; the sum may have any value
 * @param at random number from 0 to 1
 */
export function chosen<Choice extends { share: number }>(choices: readonly Choice[], at: number): Choice {
  let left = at * choices.reduce((sum, { share }) => sum + share, 0);
  return (
    choices.find(({ share }) => {
      left -= share;
      return left < 0;
    }) ?? (choices.at(-1) as Choice)
  );
}

/**
 * Returns a random item whose distance is in a range, or else the item whose distance is nearest to the minimum.
 * @param lot random non-negative integer
 */
export function atDistance<Item>(
  items: readonly Item[],
  [min, max]: readonly [number, number],
  distanceOf: (item: Item) => number,
  lot: number,
): Item {
  const distances = items.map((item) => [item, distanceOf(item)] as const);
  const reached = distances.filter(([, distance]) => distance >= min && distance <= max);
  const nearest = distances.reduce((one, other) => (Math.abs(other[1] - min) < Math.abs(one[1] - min) ? other : one));
  return (reached[lot % reached.length] ?? nearest)[0];
}
