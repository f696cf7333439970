import { fieldsOf } from '../../api/field.js';
import type { DtoClass } from '../../api/rules.js';

/** A column: its name and the path to its value in an item. */
export interface Column {
  name: string;
  path: readonly string[];
}

/**
 * Returns the columns of a DTO in the order of its fields. A nested object becomes one column for each of its fields,
 * with dotted names. Columns depend only on the class, so that every page of a list has the same ones.
 */
export function columnsOf(dto: DtoClass, path: readonly string[] = [], open: readonly DtoClass[] = []): Column[] {
  return fieldsOf(dto).flatMap(({ name, rule }) => {
    const own = [...path, name];
    const nested = rule.items === undefined ? rule.nested?.() : undefined;
    if (nested === undefined || nested === dto || open.includes(nested)) return [{ name: own.join('.'), path: own }];
    return columnsOf(nested, own, [...open, dto]);
  });
}

/** Returns the value of a column; undefined where the item, or an object on the path, does not have it. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
