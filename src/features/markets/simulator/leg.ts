import { unit } from '../../../simulation/noise.js';
import type { ActionPlan } from './action-plan.js';
import { activityAt, longPath } from './long-path.js';
import { closingPosition, dayNumber, openingPosition, POSITIONS_PER_DAY, type Rhythm } from './trading-week.js';

/** A component of a price: the value of an asset in a fixed unit (the US dollar, or a share's own currency). */
export interface Leg {
  key: number;
  /** Natural logarithm of the value around which it moves. */
  level: number;
  /** Key of its variance: legs that share it have calm and volatile days together. */
  activity: number;
  /** Daily standard deviation of the logarithm. */
  sigma: number;
  rhythm: Rhythm;
  /** How far (in the logarithm) it swings within a minute; signed, and different for each leg. */
  swing: number;
  /** The correlated part of its movement. */
  market?: { key: number; correlation: number };
  actions?: ActionPlan;
}

/** Logarithms at the open and close of a trading day. */
export interface Ends {
  opening: number;
  closing: number;
}

/** @param day in days since 1970-01-01 */
export function endsOf(leg: Leg, day: number): Ends {
  const shift = leg.level + (leg.actions?.shift(day) ?? 0);
  const at = (position: number) => shift + (leg.sigma / Math.sqrt(POSITIONS_PER_DAY)) * walk(leg, position);
  return { opening: at(openingPosition(day, leg.rhythm)), closing: at(closingPosition(day, leg.rhythm)) };
}

/** On this day prices have their reference values. */
const REFERENCE_DAY = dayNumber('2026-11-02');

/** Shifts the level so that the value at the end of the reference day equals it. */
export const pinned = (leg: Leg): Leg => ({ ...leg, level: 2 * leg.level - endsOf(leg, REFERENCE_DAY).closing });

/** Returns the standard deviation of the logarithm within a trading day, which varies between days. */
export function sigmaWithin({ key, sigma, rhythm, activity }: Leg, day: number): number {
  if (sigma === 0) return 0;
  const share = (rhythm === 'exchange' ? 0.75 : 1) * activityAt(closingPosition(day, rhythm) - 1, activity);
  return sigma * Math.sqrt(share) * (0.6 + 0.8 * unit(key, day) * unit(key, ~day));
}

function walk({ key, market, activity }: Leg, position: number): number {
  if (market === undefined) return longPath(key, position, activity);
  const own = Math.sqrt(1 - market.correlation ** 2);
  return own * longPath(key, position, activity) + market.correlation * longPath(market.key, position, activity);
}
