import type { Order } from '../time/sort-order.js';
import { type AnyColumn, asc, desc, gt, lt, type SQL } from './drizzle.js';

export const inOrder = (column: AnyColumn, order: Order): SQL => (order === 'asc' ? asc(column) : desc(column));

/** Returns the condition for rows after `key` in the order; undefined, for all rows, when `key` is undefined. */
export function afterKey(column: AnyColumn, order: Order, key: string | number | undefined): SQL | undefined {
  if (key === undefined) return undefined;
  return order === 'asc' ? gt(column, key) : lt(column, key);
}
