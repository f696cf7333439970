import type { Budget } from '../upstreams.js';

/** Default fraction of the remaining budget that one account may use. */
export const DEFAULT_SHARE = 0.5;

const SHARED_FROM_SECONDS = 60;

/**
 * Returns true for budgets that accounts share. Budgets of shorter windows only spread calls, which then wait for a
 * moment.
 */
export const isShared = ({ windowSeconds }: Pick<Budget, 'windowSeconds'>): boolean =>
  windowSeconds >= SHARED_FROM_SECONDS;

/**
 * Returns the number of calls of a budget that an account may use, including its earlier ones: a fraction of the calls
 * that other accounts have left. Because each account gets a fraction of the remainder, no account can use up the rest;
 * the first call is always allowed. Calls on behalf of no account have no share and may use the whole remainder.
 * @param left remaining calls of the whole budget
 * @param used calls of the account in the same window
 * @param part fraction from 0 to 1
 */
export const shareOf = (left: number, used: number, part: number): number =>
  Math.max(Math.min(1, left + used), Math.floor((left + used) * part));

/** Returns true if a call of `cost` is within the account's share. */
export const isWithinShare = (left: number, used: number, cost: number, part: number): boolean =>
  part >= 1 || used === 0 || used + cost <= shareOf(left, used, part);
