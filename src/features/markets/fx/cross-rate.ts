import type { RateTable } from '../providers/market-provider.js';
import { inverse, type Rational, rationalOf, times } from './rational.js';

/** The exact units of one currency for one unit of another, with the source of the rate. */
export interface Leg {
  from: string;
  to: string;
  rate: Rational;
  provider: string;
}

export const hasRate = ({ base, rates }: RateTable, code: string): boolean =>
  code === base || Object.hasOwn(rates, code);

/**
 * Returns the steps between two currencies of a table: none if they are equal, one step to or from the table's base,
 * otherwise two steps through the base. Both currencies must be in the table.
 */
export function legsThrough(table: RateTable, from: string, to: string, provider: string): Leg[] {
  if (from === to) return [];
  const { base } = table;
  const into: Leg[] = from === base ? [] : [{ from, to: base, rate: inverse(perBase(table, from)), provider }];
  const out: Leg[] = to === base ? [] : [{ from: base, to, rate: perBase(table, to), provider }];
  return [...into, ...out];
}

/** Returns the product of the rates of legs. */
export const rateOf = (legs: readonly Leg[]): Rational =>
  legs.reduce((rate, leg) => times(rate, leg.rate), { over: 1n, under: 1n });

const perBase = ({ rates }: RateTable, code: string): Rational => rationalOf(String(rates[code]));
