import type { LookedThrough } from '../look-through/look-through.js';
import { Decimal, zero } from '../lots/decimal.js';
import type { Valuation } from '../valuation/valuation.js';
import { type Grouping, groupOf, groupOfCash, groupOfPart, type InstrumentFacts, nameOfGroup } from './grouping.js';

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
 * @param looked the holdings of funds, by the symbol of the fund; undefined: funds are not replaced by their holdings
 */
export function allocationOf(
  { holdings, cash, value }: Valuation,
  facts: ReadonlyMap<string, InstrumentFacts>,
  by: Grouping,
  looked?: ReadonlyMap<string, LookedThrough>,
): AllocationGroup[] {
  const groups = new Map<string, { value: Decimal; symbols: Map<string, Decimal> }>();
  const add = (group: string, own: Decimal, symbol?: string) => {
    const known = groups.get(group) ?? { value: zero, symbols: new Map<string, Decimal>() };
    if (symbol !== undefined) known.symbols.set(symbol, (known.symbols.get(symbol) ?? zero).plus(own));
    groups.set(group, { ...known, value: known.value.plus(own) });
  };
  for (const { symbol, value: own } of holdings) {
    const known = facts.get(symbol);
    const through = looked?.get(symbol);
    if (own === null || known === undefined) continue;
    if (through === undefined) add(groupOf(known, by), own, symbol);
    else for (const part of through.parts) add(groupOfPart(part, by), own.times(part.fraction), part.symbol ?? symbol);
  }
  for (const { currency, value: own } of cash) if (own !== null) add(groupOfCash(currency, by), own);
  return [...groups]
    .map(([group, { value: own, symbols }]) => ({
      group,
      name: nameOfGroup(group, by),
      value: own,
      symbols: [...symbols].sort(([, one], [, other]) => other.comparedTo(one)).map(([symbol]) => symbol),
      weight: value.gt(0) ? own.div(value).toNumber() : null,
    }))
    .sort((a, b) => b.value.comparedTo(a.value) || (a.group < b.group ? -1 : 1));
}
