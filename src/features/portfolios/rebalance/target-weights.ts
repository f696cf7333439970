import { Decimal, zero } from '../lots/decimal.js';
import type { Valuation } from '../valuation/valuation.js';

/**
 * Returns the weights of a model portfolio by symbol: its holdings with a positive value, as fractions of its value,
 * cash included. Undefined if the portfolio has no positive value.
 */
export function modelWeights({ holdings, value }: Valuation): Map<string, Decimal> | undefined {
  if (value.lte(0)) return undefined;
  return new Map(
    holdings.flatMap(({ symbol, value: own }) =>
      own === null || own.lte(0) ? [] : [[symbol, own.div(value)] as const],
    ),
  );
}

export interface GivenWeight {
  symbol: string;
  weight: number;
}

export interface WrongWeight {
  pointer: string;
  detail: string;
}

/** Checks weights of a request. The sum uses decimals, since sums such as 0.1 + 0.2 are not exact in binary. */
export function givenWeights(weights: readonly GivenWeight[]): {
  weights: Map<string, Decimal>;
  problems: WrongWeight[];
} {
  const found = new Map<string, Decimal>();
  const problems: WrongWeight[] = [];
  for (const [index, { symbol, weight }] of weights.entries()) {
    if (found.has(symbol.toUpperCase()))
      problems.push({ pointer: `/target/weights/${index}/symbol`, detail: 'is given twice' });
    found.set(symbol.toUpperCase(), new Decimal(weight));
  }
  const sum = [...found.values()].reduce((total, weight) => total.plus(weight), zero);
  if (sum.gt(1))
    problems.push({
      pointer: '/target/weights',
      detail: `must add up to at most 1, and add up to ${sum.toSignificantDigits(10).toFixed()}`,
    });
  return { weights: found, problems };
}
