import { Decimal, zero } from '../lots/decimal.js';
import type { Valuation } from '../valuation/valuation.js';
import { type Grouping, groupOf, groupOfCash, type InstrumentFacts, nameOfGroup } from './grouping.js';

/** A group of the holdings and cash of a portfolio. */
export interface AllocationGroup {
  group: string;
  name: string;
  /** Value in the currency of the valuation. */
  value: Decimal;
  /** Fraction of the whole value; null for a portfolio without a positive value. */
  weight: number | null;
  /** The symbols in the group, the largest value first; empty for cash. */
  symbols: string[];
}

/**
 * Divides a valuation into groups, the largest first. Holdings and cash without a value are left out; the warnings of
 * the valuation list them.
 */
export function allocationOf(
  { holdings, cash, value }: Valuation,
  facts: ReadonlyMap<string, InstrumentFacts>,
  by: Grouping,
): AllocationGroup[] {
  const groups = new Map<string, { value: Decimal; symbols: string[] }>();
  const add = (group: string, own: Decimal, symbol?: string) => {
    const known = groups.get(group) ?? { value: zero, symbols: [] };
    groups.set(group, {
      value: known.value.plus(own),
      symbols: symbol === undefined ? known.symbols : [...known.symbols, symbol],
    });
  };
  for (const { symbol, value: own } of holdings) {
    const known = facts.get(symbol);
    if (own !== null && known !== undefined) add(groupOf(known, by), own, symbol);
  }
  for (const { currency, value: own } of cash) if (own !== null) add(groupOfCash(currency, by), own);
  return [...groups]
    .map(([group, { value: own, symbols }]) => ({
      group,
      name: nameOfGroup(group, by),
      value: own,
      symbols,
      weight: value.gt(0) ? own.div(value).toNumber() : null,
    }))
    .sort((a, b) => b.value.comparedTo(a.value) || (a.group < b.group ? -1 : 1));
}
