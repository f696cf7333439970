import type { Condition } from '../condition.js';

/** Returns the condition as plain objects, with its symbols in upper case. */
export function normalized(condition: Condition): Condition {
  if (condition.type === 'all' || condition.type === 'any')
    return { type: condition.type, conditions: condition.conditions.map(normalized) };
  if (condition.type === 'not') return { type: 'not', condition: normalized(condition.condition) };
  const leaf = JSON.parse(JSON.stringify(condition)) as Condition;
  return 'symbol' in leaf && leaf.symbol !== undefined ? { ...leaf, symbol: leaf.symbol.toUpperCase() } : leaf;
}
