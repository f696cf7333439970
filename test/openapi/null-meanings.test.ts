import { readFileSync } from 'node:fs';
import test from 'ava';
import { unexplainedNulls } from '../../src/openapi/null-meanings.js';

const withFields = (properties: object, others: object = {}) => ({
  components: { schemas: { Thing: { type: 'object', properties }, ...others } },
});
const place = '/components/schemas/Thing/properties';

test('every nullable field of the committed description says what null means', (t) => {
  const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as object;
  t.deepEqual(unexplainedNulls(document), []);
});

test('a nullable field without the word null in its description is found, in every form of a schema', (t) => {
  const description = 'Speed in knots.';
  const forms: object[] = [
    { type: ['number', 'null'] },
    { anyOf: [{ type: 'number' }, { type: 'null' }] },
    { oneOf: [{ $ref: '#/components/schemas/Missing' }, { type: 'null' }] },
    { enum: ['a', null] },
    { const: null },
    { $ref: '#/components/schemas/Missing' },
  ];
  for (const form of forms)
    t.deepEqual(
      unexplainedNulls(withFields({ speed: { ...form, description } }, { Missing: { type: ['object', 'null'] } })),
      [`${place}/speed: Speed in knots.`],
    );
  t.deepEqual(unexplainedNulls(withFields({ speed: { type: ['number', 'null'] } })), [`${place}/speed: `]);
});

test('explained nulls, fields that are never null, and examples are accepted', (t) => {
  const loop = { Loop: { anyOf: [{ $ref: '#/components/schemas/Loop' }] } };
  const fields = {
    speed: { type: ['number', 'null'], description: 'Speed in knots; null if not reported.' },
    limit: { type: ['integer', 'null'], description: 'Limit. Null: no limit.' },
    nullable: { type: 'string', description: 'Text.' },
    self: { $ref: '#/components/schemas/Loop', description: 'Itself.' },
    properties: { type: 'object', description: 'Fields by name.', examples: [{ properties: { a: { type: 'null' } } }] },
  };
  t.deepEqual(unexplainedNulls(withFields(fields, loop)), []);
});
