import type { Budget } from '../upstreams.js';

/** The fraction of the remaining budget that one account may use, unless configured. */
export const DEFAULT_SHARE = 0.5;

const SHARED_FROM_SECONDS = 60;

/** Shorter windows only spread calls: what waits for them waits a moment. */
export const isShared = ({ windowSeconds }: Pick<Budget, 'windowSeconds'>): boolean =>
  windowSeconds >= SHARED_FROM_SECONDS;

/**
 * Returns the part of a budget that an account may use, past uses included: a part of the budget that the others have
 * left. Each account finds a part of the remainder, so that none can use up what remains; the first call is always
 * granted. What runs on behalf of no account has no share and may use all that remains.
 * @param left of the whole budget, now
 * @param used by the account, of the same window
 */
export const shareOf = (left: number, used: number, part: number): number =>
  Math.max(Math.min(1, left + used), Math.floor((left + used) * part));

/** Whether a call of `cost` is within the account's share. */
export const isWithinShare = (left: number, used: number, cost: number, part: number): boolean =>
  part >= 1 || used === 0 || used + cost <= shareOf(left, used, part);
