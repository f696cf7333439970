import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { exampleOf } from '../../src/api/examples.js';
import { fieldsOf } from '../../src/api/field.js';
import type { Schema } from '../../src/api/rules.js';
import { buildDocument } from '../../src/openapi/document.js';
import { DescriptionValidator } from '../support/description-validator.js';
import fc from '../support/properties.js';
import { fixture } from './support/fixture-document.js';
import { CreateNote, UpdateNote } from './support/note.dto.js';

const validator = new DescriptionValidator(buildDocument(fixture));

function accepts(dto: new () => object, value: object): boolean {
  const instance = plainToInstance(dto, value);
  return (
    validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }).length === 0
  );
}

/** Returns values at the limits of a schema and just beyond them. */
function boundaries(schema: Schema): unknown[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema as Record<string, number | undefined>;
  const numbers = [minimum, maximum]
    .filter((end) => end !== undefined)
    .flatMap((end) => [end - 1, end, end + 1, end + 0.5]);
  const texts = [minLength, maxLength]
    .filter((end) => end !== undefined)
    .flatMap((end) => [end - 1, end, end + 1].map((length) => 'é'.repeat(Math.max(0, length))));
  // An emoji is two UTF-16 units, but JSON Schema counts it as one character.
  const wide =
    maxLength === undefined ? [] : ['😀'.repeat(Math.min(maxLength, 300)), '😀'.repeat(Math.min(maxLength, 300) + 1)];
  const item = (schema.items as { enum?: unknown[] } | undefined)?.enum?.[0] ?? { name: 'x' };
  const lists =
    maxItems === undefined ? [] : [maxItems, maxItems + 1].map((length) => Array.from({ length }, () => item));
  return [...numbers, ...texts, ...wide, ...lists, ...((schema.enum as unknown[]) ?? [])];
}

const forms = [
  ...[
    '2026-11-20',
    '2026-02-29',
    '2024-02-29',
    '2026-11-20T23:15:00Z',
    '2026-11-20T23:15:00.123+05:30',
    '2026-11-20T23:15:60Z',
    '2026-11-20 23:15:00Z',
  ],
  ...[
    'ada@lovelace.test',
    'ada@localhost',
    '.ada@lovelace.test',
    'a..b@lovelace.test',
    'ada@-x.test',
    `${'a'.repeat(65)}@lovelace.test`,
  ],
  ...[
    '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    '01980A6E-5F3C-7C1A-9B52-3A8F64D2E901',
    '',
    ' ',
    'a\u0000b',
    'private',
    'PRIVATE',
    '1',
    'true',
  ],
];
const objects = [
  {},
  { name: 'x' },
  { name: '' },
  { name: 'x', color: 5 },
  { name: 'x', color: 5.5 },
  { name: 'x', extra: 1 },
  { a: 1, b: 2, c: 3, d: 4 },
];
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1.5,
    true,
    [],
    [null],
    [[]],
    [1],
    ['x'],
    ['team', 'team'],
    ...forms,
    ...objects,
  ),
  fc.constantFrom<unknown>(...objects).map((value) => [value, value]),
  fc.array(fc.constantFrom(...forms), { maxLength: 4 }),
);
/**
 * Returns whether a value reaches the validation unchanged: the body parser removes `__proto__` and rejects lone
 * surrogates.
 */
const isPlain = (value: unknown) =>
  !JSON.stringify(value).includes('__proto__') &&
  JSON.stringify(value).isWellFormed() &&
  !/\\ud[89a-f]/i.test(JSON.stringify(value));

for (const dto of [CreateNote, UpdateNote]) {
  test(`the schema of ${dto.name} and its validators agree on every mutation`, async (t) => {
    const validate = validator.at(['components', 'schemas', dto.name]);
    const valid = exampleOf(dto);
    t.true(accepts(dto, valid));
    const fields = fieldsOf(dto);
    const seen = { true: 0, false: 0 };
    const mutation = fc.constantFrom(...fields.map((field) => field.name), 'unknown', 'Title').chain((name) => {
      const schema = fields.find((field) => field.name === name)?.rule.schema ?? {};
      const edge = boundaries(schema);
      return fc.record({
        name: fc.constant(name),
        value: edge.length > 0 ? fc.oneof(anything, fc.constantFrom(...edge)) : anything,
        drop: fc.boolean(),
      });
    });
    const agree = fc.asyncProperty(
      mutation.filter(({ value }) => isPlain(value)),
      async ({ name, value, drop }) => {
        // Other tests of the process wait for peers, which would time out during half a minute without a turn.
        await setImmediate();
        const { [name]: _, ...rest } = valid;
        const mutated = drop && name in valid ? rest : { ...valid, [name]: value };
        const schemaSays = validate(mutated);
        seen[`${schemaSays}`] += 1;
        return schemaSays === accepts(dto, structuredClone(mutated));
      },
    );
    await t.notThrowsAsync(() => fc.assert(agree, { numRuns: 3000 }));
    t.true(seen.true > 300 && seen.false > 300, JSON.stringify(seen));
  });
}
