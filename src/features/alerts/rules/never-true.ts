import type { FieldProblem } from '../../../api/problem.js';
import { impossiblePart, NumberRange, type Requirement, truthOf } from '../../../conditions/possible-values.js';
import { parseSpec } from '../../markets/indicators/indicator-spec.js';
import type { Condition, IndicatorLeaf, Leaf } from '../condition.js';

/** Returns the values that an indicator can have, whatever the prices. */
function rangeOf(indicator: string): NumberRange {
  const spec = parseSpec(indicator);
  const range = typeof spec === 'string' ? undefined : spec.kind.range;
  return range === undefined ? NumberRange.any : NumberRange.closed(...range);
}

/**
 * Returns the name of the line that a leaf compares, with all parameters and the output, so that `rsi` and `rsi:14` are
 * one figure.
 */
function lineOf({ indicator, output }: Pick<IndicatorLeaf, 'indicator' | 'output'>): string {
  const spec = parseSpec(indicator);
  return typeof spec === 'string'
    ? `${indicator} ${output ?? ''}`
    : `${spec.text} ${output ?? spec.kind.outputs[0]?.name ?? ''}`;
}

/** Value range of a drawdown, which is the fraction below the highest index so far. */
const drawdowns = NumberRange.closed(0, 1);

/** Value range of a price change: a price that is not negative falls by at most 100 %. */
const changes = NumberRange.closed(-100, Number.POSITIVE_INFINITY);

/**
 * Returns a warning about a condition that can never be true, which points to its smallest impossible part; undefined
 * if the condition can be true or this is unknown.
 */
export function neverTrue(condition: Condition, pointer: string): FieldProblem | undefined {
  const part = impossiblePart(condition, pointer, requirementOf);
  if (part === undefined) return undefined;
  return {
    pointer: part,
    detail:
      'can never be true: its values exclude each other, or are beyond what the figure can reach, so the rule ' +
      'never fires',
  };
}

/** Returns the figure that a leaf compares, and the values that make the leaf, or its negation, true. */
function requirementOf(leaf: Leaf, isNegated: boolean): Requirement {
  if (!('operator' in leaf)) return truthOf(leaf, isNegated);
  const threshold = leaf.type === 'price_change' ? leaf.percent : leaf.threshold;
  const isAbove = (leaf.operator === 'above') !== isNegated;
  const values = isAbove ? NumberRange.from(threshold, !isNegated) : NumberRange.to(threshold, !isNegated);
  switch (leaf.type) {
    case 'price':
      return { name: `price ${leaf.symbol}`, values, domain: NumberRange.any };
    case 'price_change':
      return { name: `change ${leaf.symbol} ${leaf.windowSeconds}`, values, domain: changes };
    case 'indicator': {
      const name = `${lineOf(leaf)} ${leaf.symbol} ${leaf.interval}`;
      return { name, values, domain: rangeOf(leaf.indicator) };
    }
    case 'portfolio': {
      const name = `${leaf.metric} ${leaf.portfolioId} ${leaf.symbol ?? ''}`;
      return { name, values, domain: leaf.metric === 'drawdown' ? drawdowns : NumberRange.any };
    }
  }
}
