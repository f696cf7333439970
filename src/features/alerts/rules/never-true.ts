import type { FieldProblem } from '../../../api/problem.js';
import { impossiblePart, NumberRange, type Requirement, truthOf } from '../../../conditions/possible-values.js';
import type { GeoEventType } from '../../geospatial/geo-event.js';
import { parseSpec } from '../../markets/indicators/indicator-spec.js';
import type { Comparison, Condition, EventNearLeaf, IndicatorLeaf, Leaf } from '../condition.js';

type ComparisonLeaf = Extract<Leaf, Comparison>;

/** Highest severity of events. */
const MAX_SEVERITY = 5;

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

/** Highest severities of event types whose events never have the highest one, by the rules of sources and detectors. */
const highestSeverities: ReadonlyMap<string, number> = new Map<GeoEventType, number>([
  ['port_call', 1],
  ['sea_ice', 1],
  ['water_colour', 1],
  ['dust', 2],
  ['loitering', 2],
  ['snow', 2],
  ['ais_gap', 3],
  ['extreme_temperature', 3],
  ['implausible_jump', 3],
  ['unrest', 3],
  ['close_approach', 4],
  ['gps_degradation', 4],
]);

/** Values that figures of portfolios can have. A drawdown is the fraction below the highest index so far. */
const portfolioRanges: Readonly<Partial<Record<string, NumberRange>>> = { drawdown: NumberRange.closed(0, 1) };

/** Returns false for a leaf about events that no event can match. */
const isReachable = ({ eventType, minSeverity = 1 }: EventNearLeaf): boolean =>
  eventType === undefined || minSeverity <= (highestSeverities.get(eventType) ?? MAX_SEVERITY);

/** The values that the figure of a comparison can have, whatever happens, by type of condition. */
const ranges: { [Type in ComparisonLeaf['type']]: (leaf: Extract<ComparisonLeaf, { type: Type }>) => NumberRange } = {
  // Quotes, ticks and candles whose price is not positive are never used.
  price: () => NumberRange.from(0, true),
  price_change: () => NumberRange.from(-100, true),
  indicator: ({ indicator }) => {
    const spec = parseSpec(indicator);
    const range = typeof spec === 'string' ? undefined : spec.kind.range;
    return range === undefined ? NumberRange.any : NumberRange.closed(...range);
  },
  portfolio: ({ metric }) => portfolioRanges[metric] ?? NumberRange.any,
};

const rangeOf = (leaf: ComparisonLeaf): NumberRange =>
  (ranges[leaf.type] as (leaf: ComparisonLeaf) => NumberRange)(leaf);

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
  if (!('operator' in leaf)) {
    const requirement = truthOf(leaf, isNegated);
    const isPossible = leaf.type !== 'event_near' || isReachable(leaf);
    return isPossible ? requirement : { ...requirement, domain: NumberRange.closed(0, 0) };
  }
  const threshold = leaf.type === 'price_change' ? leaf.percent : leaf.threshold;
  const isAbove = (leaf.operator === 'above') !== isNegated;
  const values = isAbove ? NumberRange.from(threshold, !isNegated) : NumberRange.to(threshold, !isNegated);
  return { name: nameOf(leaf), values, domain: rangeOf(leaf) };
}

/** Returns the name of the figure that a leaf compares. */
function nameOf(leaf: ComparisonLeaf): string {
  switch (leaf.type) {
    case 'price':
      return `price ${leaf.symbol}`;
    case 'price_change':
      return `change ${leaf.symbol} ${leaf.windowSeconds}`;
    case 'indicator':
      if (leaf.fact !== undefined) return `${leaf.fact} ${leaf.symbol}`;
      return leaf.expression !== undefined
        ? `${leaf.expression} ${leaf.symbol} ${leaf.interval}`
        : `${lineOf(leaf)} ${leaf.symbol} ${leaf.interval}`;
    case 'portfolio':
      return `${leaf.metric} ${leaf.portfolioId} ${leaf.symbol ?? ''}`;
  }
}
