import type { Schema } from '../../../src/api/rules.js';
import fc from '../properties.js';

/** Resolves references of the OpenAPI description. */
export type Resolve = (schema: Schema) => Schema;

const characters = [
  'a',
  'Z',
  '0',
  ' ',
  'é',
  'ß',
  '漢',
  '🚢',
  '\u200d',
  '\u202e',
  "'",
  '"',
  '<',
  '%',
  '\\',
  '\n',
  '\u0001',
];

const instants = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const days = instants.map((text) => text.slice(0, 10));

/**
 * Generates text whose length is counted in code points, often of minimum or maximum length, with awkward characters
 * where any are allowed.
 */
const matching = new Map<string, fc.Arbitrary<string>>();

/** Returns texts that match a pattern. They are prepared once for each pattern, which takes longer than a request. */
function textsMatching(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, known);
  return known;
}

function textOf({ minLength = 0, maxLength = 100, pattern = '', format, examples }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'date-time') return instants;
  if (format === 'date') return days;
  if (String(pattern).startsWith('^(?!0000)')) return fc.oneof(instants, days);
  if (format === 'email') return textsMatching('^[a-z0-9]{5,20}$').map((name) => `${name}@watchfloor.test`);
  const [shortest, longest] = [minLength as number, Math.min(maxLength as number, 300)];
  if (pattern !== '' && new RegExp(pattern as string, 'u').test('🚢 "\n')) {
    const length = fc.oneof(fc.constantFrom(shortest, longest), fc.integer({ min: shortest, max: longest }));
    return length
      .chain((count) => fc.array(fc.constantFrom(...characters), { minLength: count, maxLength: count }))
      .map((parts) => parts.join(''));
  }
  const known = ((examples ?? []) as unknown[]).filter((example) => typeof example === 'string');
  // The generator does not support lookaheads, so it ignores them, and its texts are then filtered by the whole
  // pattern.
  const whole = new RegExp(pattern as string, 'u');
  const texts = textsMatching(String(pattern).replace(/\(\?[=!][^()]*\)/g, '')).filter(
    (value) => whole.test(value) && [...value].length >= shortest && [...value].length <= longest,
  );
  return known.length === 0 ? texts : fc.oneof(fc.constantFrom(...known), texts);
}

function numberOf({ minimum = -1e9, maximum = 1e9, type }: Schema): fc.Arbitrary<number> {
  const [min, max] = [minimum as number, Math.min(maximum as number, Number.MAX_SAFE_INTEGER)];
  return fc.oneof(
    fc.constantFrom(min, max),
    type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }),
  );
}

/**
 * Generates values that a schema of the OpenAPI description allows, often at its boundaries. Inside a recursive union,
 * only the other members are generated.
 * @param open references that contain the value
 */
export function validValue(given: Schema, resolve: Resolve, open: readonly unknown[] = []): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const within = given.$ref === undefined ? open : [...open, given.$ref];
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.oneOf !== undefined) {
    const members = (schema.oneOf as Schema[]).filter(({ $ref }) => $ref === undefined || !within.includes($ref));
    return fc.oneof(...members.map((one) => validValue(one, resolve, within)));
  }
  if (schema.anyOf !== undefined)
    return fc.oneof(...(schema.anyOf as Schema[]).map((one) => validValue(one, resolve, within)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => validValue({ ...schema, type }, resolve, within)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(validValue(schema.items as Schema, resolve, within), {
        minLength: (schema.minItems as number | undefined) ?? 0,
        maxLength: Math.min(schema.maxItems as number, 5),
      });
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const requiredKeys = (schema.required ?? []) as string[];
      return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, validValue(one, resolve, within)])), {
        requiredKeys,
        noNullPrototype: true,
      });
    }
    default:
      throw new Error(`No values are known for ${JSON.stringify(schema)}: teach valid-values.ts`);
  }
}
