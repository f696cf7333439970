import { spread, unit } from '../../../simulation/noise.js';
import { DAY_MS } from '../../../time/durations.js';
import { type PeriodicAction, shiftOf } from './periodic-action.js';

/** A component of a price: the value of an asset in a fixed unit (the US dollar, or a share's own currency). */
export interface Leg {
  key: number;
  /** Natural logarithm of the value around which the price moves. */
  level: number;
  /** Standard deviation of the logarithm within a day. */
  sigma: number;
  /** Days on which the price moves: `exchange` also moves between sessions; only `always` moves on weekends. */
  rhythm: 'exchange' | 'currencies' | 'always';
  /** Amplitude of the swing within a minute, in the logarithm; signed, and different for each leg. */
  swing: number;
  /** The random walk with which the movement is correlated. */
  market?: { key: number; correlation: number };
  actions?: readonly PeriodicAction[];
}

/** Logarithms at the open and close of a trading day. */
export interface LegEnds {
  opening: number;
  closing: number;
}

/** Number of positions of a path in a day; an exchange opens at the first one after midnight. */
const POSITIONS_PER_DAY = 4;
/** Period of a path, in positions. */
const PERIOD = 2 ** 19;
/**
 * Range (about two years of trading) beyond which the variance no longer grows, so that prices stay near their level.
 */
const MAX_SPREAD = 2 ** 11;
/** Standard deviations of the middle of a range, by the number of times that the period was halved before. */
const deviations = Array.from(
  { length: Math.log2(PERIOD) },
  (_, halvings) => Math.sqrt(Math.min(PERIOD / 2 ** halvings, MAX_SPREAD)) / 2,
);

/** Returns the days since 1970-01-01 of a day such as `2026-11-20`. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the logarithms at the open and close of a day. @param day in days since 1970-01-01 */
export function endsOf(leg: Leg, day: number): LegEnds {
  const { level, actions = [], sigma, rhythm } = leg;
  const shift = actions.reduce((sum, action) => sum + shiftOf(action, day), level);
  const at = (position: number) => shift + (sigma / Math.sqrt(POSITIONS_PER_DAY)) * walkOf(leg, position);
  const midnight = (day: number) => POSITIONS_PER_DAY * (rhythm === 'always' ? day : workingDays(day));
  return { opening: at(midnight(day) + (rhythm === 'exchange' ? 1 : 0)), closing: at(midnight(day + 1)) };
}

/** Day on which prices have their reference values. */
const REFERENCE_DAY = dayNumber('2026-11-02');

/** Shifts the level so that the value at the end of the reference day equals the given level. */
export const pinned = (leg: Leg): Leg => ({ ...leg, level: 2 * leg.level - endsOf(leg, REFERENCE_DAY).closing });

/** Returns the standard deviation of the logarithm within a trading day, which varies between days. */
export const sigmaWithin = ({ key, sigma, rhythm }: Leg, day: number): number =>
  sigma * (rhythm === 'exchange' ? Math.sqrt(1 - 1 / POSITIONS_PER_DAY) : 1) * (0.5 + unit(key, day));

/** Returns the number of working days from a fixed day to a day. */
const workingDays = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(5, (day + 3) % 7);

function walkOf({ key, market }: Leg, position: number): number {
  if (market === undefined) return walk(key, position);
  return Math.sqrt(1 - market.correlation ** 2) * walk(key, position) + market.correlation * walk(market.key, position);
}

/**
 * Returns the value of a random walk at any position without computing the steps before, by midpoint displacement over
 * the period. A step has a variance of 1.
 */
function walk(key: number, position: number): number {
  const at = position % PERIOD;
  let [low, high, before, after] = [0, PERIOD, 0, 0];
  for (let halvings = 0; low !== at; halvings += 1) {
    const middle = (low + high) / 2;
    const value = (before + after) / 2 + (deviations[halvings] as number) * spread(key, middle);
    if (at < middle) [high, after] = [middle, value];
    else [low, before] = [middle, value];
  }
  return before;
}
