import type { FieldProblem } from '../../../api/problem.js';
import { assetClasses } from '../../markets/asset-class.js';
import { UNKNOWN } from '../../portfolios/allocation/grouping.js';
import type { GroupLimit } from '../mandate.js';

/** A limit as callers give it. */
export type GivenLimit = Pick<GroupLimit, 'by' | 'group'> & Partial<GroupLimit>;

/** The asset classes of allocations, which have those of the holdings of funds too. */
const classes: readonly string[] = [...assetClasses, 'bond', 'real_estate', 'derivative', 'other', 'cash'];

const shapes = {
  country: { shape: /^[A-Z]{2}$/, says: 'must be a country code such as US (ISO 3166-1 alpha-2)' },
  currency: { shape: /^[A-Z]{3}$/, says: 'must be a currency such as USD (ISO 4217)' },
} as const;

/** Returns a limit in its stored form: codes in upper case, asset classes in lower case. */
export function normalLimit({ by, group, minWeight = null, maxWeight = null }: GivenLimit): GroupLimit {
  const name = by === 'assetClass' ? group.toLowerCase() : by === 'sector' ? group : group.toUpperCase();
  return { by, group: name, minWeight, maxWeight };
}

/** Returns the problems of limits in their stored form. */
export function limitProblems(limits: readonly GroupLimit[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { by, group, minWeight, maxWeight }] of limits.entries()) {
    const refuse = (field: keyof GroupLimit, detail: string) =>
      problems.push({ pointer: `/groupLimits/${index}/${field}`, detail });
    const key = `${by} ${group.toLowerCase()}`;
    if (seen.has(key)) refuse('group', 'must be limited once');
    seen.add(key);
    if (group.toLowerCase() === UNKNOWN) refuse('group', 'must not be `unknown`, which each limit takes into account');
    if (by === 'assetClass' && !classes.includes(group)) refuse('group', `must be one of ${classes.join(', ')}`);
    if ((by === 'country' || by === 'currency') && !shapes[by].shape.test(group)) refuse('group', shapes[by].says);
    if (minWeight === null && maxWeight === null) refuse('maxWeight', 'is required without `minWeight`');
    if (minWeight !== null && maxWeight !== null && minWeight > maxWeight)
      refuse('minWeight', 'must not be above `maxWeight`');
  }
  return problems;
}
