import { isDeepStrictEqual } from 'node:util';
import { resolve } from './references.js';

type Node = Record<string, unknown>;

/** Keywords that have the same meaning in a part of a schema as in the whole. */
const annotations = new Set([
  'description',
  'title',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);
const joinable = new Set([...annotations, 'type', 'properties', 'required']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges the parts of an object schema into one; undefined if that could change the set of valid values. */
function merge(parts: readonly Node[]): Node | undefined {
  const merged: Node = {};
  const properties: Node = {};
  const required = new Set<unknown>();
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties') {
        for (const [name, schema] of Object.entries(value as Node)) {
          if (name in properties && !isDeepStrictEqual(properties[name], schema)) return undefined;
          properties[name] = schema;
        }
      } else if (key === 'required') for (const name of value as unknown[]) required.add(name);
      else if (!(key in merged)) merged[key] = value;
      else if (!annotations.has(key) && !isDeepStrictEqual(merged[key], value)) return undefined;
    }
  }
  if (Object.keys(properties).length > 0) merged.properties = properties;
  if (required.size > 0) merged.required = [...required];
  return merged;
}

/** Returns a part of an `allOf` with references resolved; undefined for a part that contains itself. */
function partOf(document: object, part: unknown, open: readonly string[]): Node | undefined {
  if (!isNode(part)) return undefined;
  const { $ref, ...rest } = part;
  if (typeof $ref !== 'string') return joined(document, part, open);
  const target = open.includes($ref) ? undefined : resolve(document, $ref);
  return isNode(target) ? { ...joined(document, target, [...open, $ref]), ...rest } : undefined;
}

/**
 * Returns a schema without an `allOf` that only divides an object into parts, and without a choice between only one
 * schema. Returns the same schema if joining could change its meaning: a part that forbids other properties, or has
 * keywords besides its properties, is kept.
 */
export function joined(document: object, schema: Node, open: readonly string[] = []): Node {
  const choice = ['oneOf', 'anyOf'].find(
    (key) => Array.isArray(schema[key]) && (schema[key] as unknown[]).length === 1 && schema.allOf === undefined,
  );
  const { [choice ?? 'allOf']: parts, discriminator, unevaluatedProperties, ...rest } = schema;
  if (!Array.isArray(parts) || parts.length === 0 || (discriminator !== undefined && choice === undefined))
    return schema;
  const members = parts.map((part) => partOf(document, part, open));
  if (members.includes(undefined)) return schema;
  const whole = members as Node[];
  const isAlone = whole.length === 1 && Object.keys(rest).every((key) => annotations.has(key));
  const arePlain =
    whole.every((part) => Object.keys(part).every((key) => joinable.has(key))) &&
    rest.additionalProperties === undefined;
  if (!isAlone && !arePlain) return schema;
  const result = merge([rest, ...whole]);
  if (result === undefined) return schema;
  if (unevaluatedProperties !== undefined) result.additionalProperties ??= unevaluatedProperties;
  return result;
}
