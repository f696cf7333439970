import { fieldsOf } from '../../api/field.js';
import type { DtoClass } from '../../api/rules.js';

/** One column: its name and where in an item its value is. */
export interface Column {
  name: string;
  path: readonly string[];
}

/**
 * The columns of a DTO in order of declaration: a nested object becomes one column for each of its fields, with dotted
 * names. They follow from the class alone, so that every page of a list has the same ones.
 */
export function columnsOf(dto: DtoClass, path: readonly string[] = [], open: readonly DtoClass[] = []): Column[] {
  return fieldsOf(dto).flatMap(({ name, rule }) => {
    const own = [...path, name];
    const nested = rule.items === undefined ? rule.nested?.() : undefined;
    if (nested === undefined || nested === dto || open.includes(nested)) return [{ name: own.join('.'), path: own }];
    return columnsOf(nested, own, [...open, dto]);
  });
}

/** The value of a column; undefined where the item, or an object on the way, does not have it. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
