import { unit } from '../../../simulation/noise.js';
import type { ActionPlan } from './action-plan.js';
import { activityAt, longPath } from './long-path.js';
import { closingPosition, dayNumber, openingPosition, type Rhythm, WEEKDAY } from './trading-week.js';

/** What a price is made of: the value of one thing in terms of another that stands still (the US dollar, or a share's own currency). */
export interface Leg {
  key: number;
  /** Natural logarithm of the value it stays about. */
  level: number;
  /** Key of its variance: those that share it have their calm and their wild days together. */
  activity: number;
  /** Standard deviation of the logarithm in a day. */
  sigma: number;
  rhythm: Rhythm;
  /** How far (in the logarithm) it swings to either side within a minute; of either sign, and different for each leg. */
  swing: number;
  /** What it has in common with others. */
  market?: { key: number; correlation: number };
  actions?: ActionPlan;
}

/** Logarithms at both ends of a trading day. */
export interface Ends {
  opening: number;
  closing: number;
}

/** @param day in days since 1970-01-01 */
export function endsOf(leg: Leg, day: number): Ends {
  const shift = leg.level + (leg.actions?.shift(day) ?? 0);
  const at = (position: number) => shift + (leg.sigma / Math.sqrt(WEEKDAY)) * walk(leg, position);
  return { opening: at(openingPosition(day, leg.rhythm)), closing: at(closingPosition(day, leg.rhythm)) };
}

/** On this day prices are those by which things are known. */
const REFERENCE_DAY = dayNumber('2026-11-02');

/** The leg with its level moved so that its value at the end of the reference day is the one its level says. */
export const pinned = (leg: Leg): Leg => ({ ...leg, level: 2 * leg.level - endsOf(leg, REFERENCE_DAY).closing });

/** Standard deviation of the logarithm within a trading day: some days are calm, some are not. */
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
