import type { Schema } from './rules.js';

/** Keywords in the order in which people read them; other keywords follow by name. */
const order = [
  '$ref',
  'anyOf',
  'oneOf',
  'type',
  'format',
  'enum',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'default',
  'examples',
];
const rank = (keyword: string) => (order.indexOf(keyword) + order.length + 1) % (order.length + 1);

/**
 * Returns a schema with its keywords in a fixed order, so that two generated OpenAPI documents differ only in content.
 */
export function ordered(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

/** Returns an object with its keys sorted by UTF-16 code unit, independent of the locale. */
export function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
