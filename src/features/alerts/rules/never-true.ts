import type { FieldProblem } from '../../../api/problem.js';
import { type Condition, isGroup, isNegation, type Leaf } from '../condition.js';

/** Maximum number of branches of `any` that are examined. A condition with more is assumed to be possible. */
const MAX_BRANCHES = 10_000;

/** A range of values. A bound is exclusive if it is open. */
interface Interval {
  low: number;
  isLowOpen: boolean;
  high: number;
  isHighOpen: boolean;
}

const any: Interval = {
  low: Number.NEGATIVE_INFINITY,
  isLowOpen: true,
  high: Number.POSITIVE_INFINITY,
  isHighOpen: true,
};
const closed = (low: number, high: number): Interval => ({
  low,
  isLowOpen: false,
  high,
  isHighOpen: !Number.isFinite(high),
});
const percentages = closed(0, 100);
/** Value ranges of indicators that are bounded for all prices. */
const ranges: Readonly<Record<string, Interval>> = {
  rsi: percentages,
  stoch: percentages,
  adx: percentages,
  atr: closed(0, Number.POSITIVE_INFINITY),
};
/** Value range of a price change: a price that is not negative falls by at most 100 %. */
const changes = closed(-100, Number.POSITIVE_INFINITY);

/**
 * Returns a warning about a condition that can never be true, which points to its smallest impossible part; undefined
 * if the condition can be true or this is unknown.
 */
export function neverTrue(condition: Condition, pointer: string): FieldProblem | undefined {
  if (canBeTrue(condition)) return undefined;
  if (condition.type === 'all')
    for (const [index, child] of condition.conditions.entries()) {
      const within = neverTrue(child, `${pointer}/conditions/${index}`);
      if (within !== undefined) return within;
    }
  return {
    pointer,
    detail:
      'can never be true: its values exclude each other, or are beyond what the figure can reach, so the rule ' +
      'never fires',
  };
}

/** Whether the condition is true for some values. */
export function canBeTrue(condition: Condition): boolean {
  let branches = 0;
  const solve = (open: ReadonlyArray<[Condition, boolean]>, values: ReadonlyMap<string, Interval>): boolean => {
    const rest = [...open];
    const narrowed = new Map(values);
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const [node, isNegated] = next;
      if (isNegation(node)) rest.push([node.condition, !isNegated]);
      else if (!isGroup(node)) {
        const [name, interval, domain] = comparisonOf(node, isNegated);
        const both = intersection(narrowed.get(name) ?? domain, interval);
        if (isEmpty(both)) return false;
        narrowed.set(name, both);
      } else if ((node.type === 'all') !== isNegated)
        rest.push(...node.conditions.map((child): [Condition, boolean] => [child, isNegated]));
      else {
        branches += node.conditions.length;
        if (branches > MAX_BRANCHES) return true;
        return node.conditions.some((child) => solve([...rest, [child, isNegated]], narrowed));
      }
    }
    return true;
  };
  return solve([[condition, false]], new Map());
}

/**
 * Returns the name of the figure that a leaf compares, the values that make the leaf true, and the values that the
 * figure can have. A leaf that compares no figure is treated as a figure that is 1 if the leaf is true and 0 if not.
 */
function comparisonOf(leaf: Leaf, isNegated: boolean): [string, Interval, Interval] {
  if (!('operator' in leaf)) return [JSON.stringify(leaf), isNegated ? closed(0, 0) : closed(1, 1), closed(0, 1)];
  const threshold = leaf.type === 'price_change' ? leaf.percent : leaf.threshold;
  const isAbove = (leaf.operator === 'above') !== isNegated;
  const bound = isAbove
    ? { ...any, low: threshold, isLowOpen: !isNegated }
    : { ...any, high: threshold, isHighOpen: !isNegated };
  switch (leaf.type) {
    case 'price':
      return [`price ${leaf.symbol}`, bound, any];
    case 'price_change':
      return [`change ${leaf.symbol} ${leaf.windowSeconds}`, bound, changes];
    case 'indicator':
      return [
        `${leaf.indicator} ${leaf.output ?? ''} ${leaf.symbol} ${leaf.interval}`,
        bound,
        ranges[leaf.indicator.split(':')[0] as string] ?? any,
      ];
    case 'portfolio':
      return [`${leaf.metric} ${leaf.portfolioId} ${leaf.symbol ?? ''}`, bound, any];
  }
}

function intersection(one: Interval, other: Interval): Interval {
  const [lower] = one.low > other.low || (one.low === other.low && one.isLowOpen) ? [one, other] : [other, one];
  const [least] = one.high < other.high || (one.high === other.high && one.isHighOpen) ? [one, other] : [other, one];
  return { low: lower.low, isLowOpen: lower.isLowOpen, high: least.high, isHighOpen: least.isHighOpen };
}

const isEmpty = ({ low, isLowOpen, high, isHighOpen }: Interval): boolean =>
  low > high || (low === high && (isLowOpen || isHighOpen));
