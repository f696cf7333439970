import { type FieldMetadata, fieldsOf } from '../../api/field.js';
import type { DtoClass } from '../../api/rules.js';

/** A column: its name and the path to its value in an item. */
export interface Column {
  name: string;
  path: readonly string[];
  /** Paths in the value at `path`, of which the first one with a value counts; undefined: the whole value. */
  members?: ReadonlyArray<readonly string[]>;
}

/**
 * Returns the columns of a DTO in the order of its fields. A nested object becomes one column for each of its fields,
 * with dotted names; chosen members of free-form objects follow at the end. Columns depend only on the class, so that
 * every page of a list has the same ones.
 */
export function columnsOf(dto: DtoClass, path: readonly string[] = [], open: readonly DtoClass[] = []): Column[] {
  const fields = fieldsOf(dto);
  const columns = fields.flatMap(({ name, rule }) => {
    const own = [...path, name];
    const nested = rule.items === undefined ? rule.nested?.() : undefined;
    if (nested === undefined || nested === dto || open.includes(nested)) return [{ name: own.join('.'), path: own }];
    return columnsOf(nested, own, [...open, dto]);
  });
  return [...columns, ...fields.flatMap((field) => memberColumns(field, path))];
}

/** Returns the columns of chosen members of a free-form object. */
const memberColumns = ({ name, columns = {} }: FieldMetadata, path: readonly string[]): Column[] =>
  Object.entries(columns).map(([column, members]) => ({
    name: [...path, column].join('.'),
    path: [...path, name],
    members: members.map((member) => member.split('.')),
  }));

/** Returns the value of a column in an item. */
export function cellValueOf(item: unknown, { path, members }: Column): unknown {
  const value = valueAt(item, path);
  if (members === undefined) return value;
  for (const member of members) {
    const found = valueAt(value, member);
    if (found !== undefined && found !== null && !(Array.isArray(found) && found.length === 0)) return found;
  }
  return undefined;
}

/** Returns the value at a path; undefined where the item, or an object on the path, does not have it. */
function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
