import { type Grouping, groupOfPart } from '../allocation/grouping.js';
import { type LookedThrough, together } from '../look-through/look-through.js';
import type { SegmentFraction } from './segment-days.js';

/**
 * Returns the segments of a fund by its holdings, with fractions that sum to 1. The return of the fund belongs to its
 * holdings by their weights, as the prices of these are not read.
 */
export function fractionsOf({ parts }: LookedThrough, by: Grouping): SegmentFraction[] {
  const fractions = new Map<string, number>();
  for (const part of parts) {
    const group = groupOfPart(part, by);
    fractions.set(group, (fractions.get(group) ?? 0) + part.fraction);
  }
  return [...fractions].map(([segment, fraction]) => ({ segment, fraction }));
}

/**
 * Returns the holdings of the funds of a portfolio, by their mean weights.
 * @param sums sums of daily weights by symbol
 */
export function meanHoldings(
  sums: ReadonlyMap<string, number>,
  days: number,
  looked: ReadonlyMap<string, LookedThrough>,
  isFund: (symbol: string) => boolean,
): LookedThrough {
  const weights = new Map([...sums].map(([symbol, sum]) => [symbol, sum / Math.max(1, days)]));
  const held = new Map([...looked].filter(([symbol]) => weights.has(symbol)));
  const opaqueFunds = [...weights.keys()].filter((symbol) => !held.has(symbol) && isFund(symbol));
  return together(held, weights, opaqueFunds);
}
