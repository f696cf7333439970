import type { Schema } from '../../../src/api/rules.js';
import type { Resolve } from './valid-values.js';

/** A value with exactly one change, so that the cause of an effect is known. */
export interface Mutant {
  /** Description of the change, for the report. */
  what: string;
  value: unknown;
}

const wrongForText = [7, true, {}, [], ['x'], '\0', 'a\0b', '\ud800', '\udc00x', 'no such word'];
const wrongForOthers = ['x', '', '7', {}, [], Number.MAX_SAFE_INTEGER + 2, -1e300, 1.5, '٥'];
const nearly: Record<string, string[]> = {
  email: ['a@b', '@b.test', 'a@b.test.', 'a b@c.test', 'a@b..test', `${'a'.repeat(65)}@b.test`],
  uuid: ['019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6', '019AA3C1-7E52-7C4B-9D0E-3F5A1B2C4D6E', '{}', 'null'],
};

/** Returns values that may violate the schema. Some do not; the schema itself decides. */
export function wrongValues(schema: Schema): unknown[] {
  const bound = (name: string, by: number) => (typeof schema[name] === 'number' ? [(schema[name] as number) + by] : []);
  const isText = [schema.type].flat().includes('string');
  const lengths = [
    ...bound('minLength', -1),
    ...bound('minLength', 0),
    ...bound('maxLength', 0),
    ...bound('maxLength', 1),
  ].filter((length) => length >= 0);
  const texts = lengths.flatMap((length) => ['a'.repeat(length), '🚢'.repeat(length)]);
  const numbers = [
    ...bound('minimum', -1),
    ...bound('minimum', 0),
    ...bound('minimum', 0.5),
    ...bound('maximum', 0),
    ...bound('maximum', 1),
  ];
  return [
    null,
    ...(isText ? [...wrongForText, ...texts, ...(nearly[schema.format as string] ?? [])] : wrongForOthers),
    ...numbers,
  ];
}

/**
 * Returns the member of a union to which the value belongs by its discriminator, or the first member of a union without
 * a discriminator.
 */
function memberOf(schema: Schema, value: unknown, resolve: Resolve): Schema {
  const { propertyName, mapping } = (schema.discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Record<string, string>;
  };
  const $ref =
    propertyName === undefined
      ? undefined
      : mapping?.[String((value as Record<string, unknown> | null)?.[propertyName])];
  if ($ref !== undefined) return resolve({ $ref });
  return schema.anyOf === undefined
    ? schema
    : memberOf(resolve((schema.anyOf as Schema[])[0] as Schema), value, resolve);
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

/**
 * Returns every variant of an object with one field changed, removed or added. Fields of nested objects are changed
 * too.
 */
export function mutantsOf(given: Schema, value: unknown, resolve: Resolve): Mutant[] {
  const schema = resolve(given);
  const inner = memberOf(schema, value, resolve);
  if (inner.type !== 'object' || typeof value !== 'object' || value === null) return [];
  const source = value as Record<string, unknown>;
  const without = (name: string) => Object.fromEntries(Object.entries(source).filter(([other]) => other !== name));
  const missing = Object.keys(source).map((name) => ({ what: `without ${name}`, value: without(name) }));
  const extra = ['extra', 'id', 'constructor', 'accountId', ''].map((name) => ({
    what: `with '${name}'`,
    value: { ...source, [name]: 'x' },
  }));
  const changed = Object.entries((inner.properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) => [
    ...wrongValues(resolve(property)).map((one) => ({
      what: `${name} = ${shown(one)}`,
      value: { ...source, [name]: one },
    })),
    ...mutantsOf(property, source[name], resolve).map((one) => ({
      what: `${name}: ${one.what}`,
      value: { ...source, [name]: one.value },
    })),
  ]);
  const others = [null, [], [source], 'text', 7, true].map((one) => ({ what: `${shown(one)} instead`, value: one }));
  return [...missing, ...extra, ...changed, ...others];
}
