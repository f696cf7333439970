import { readFileSync } from 'node:fs';
import test from 'ava';
import { canonical } from '../../src/openapi/canonical.js';
import { diffDescriptions } from '../../src/openapi/diff.js';
import { breakingEdits } from './breaking-edits.js';
import { compatibleEdits } from './compatible-edits.js';
import { type Edit, edited, set } from './support/edit.js';

const base: object = JSON.parse(readFileSync('test/fixtures/openapi/tiny.json', 'utf8'));

/** Runs two at a time: each comparison is a process. */
async function misjudged(all: Record<string, readonly Edit[]>, isRight: (breaking: number) => boolean): Promise<string[]> {
  const waiting = Object.entries(all);
  const wrong: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { breaking } = await diffDescriptions(base, edited(base, next[1]));
      if (!isRight(breaking.length)) wrong.push(`${next[0]}: ${breaking.map(({ where, what }) => `${where}: ${what}`).join('; ') || 'nothing found'}`);
    }
  };
  await Promise.all([work(), work()]);
  return wrong;
}

test.serial('every breaking edit is detected', async (t) => {
  t.is(Object.keys(breakingEdits).length, 60);
  t.deepEqual(await misjudged(breakingEdits, (count) => count > 0), []);
});

/** Combines edits that can be made one after another: compatible edits are also compatible together. */
function together(all: Record<string, Edit[]>, most: number): Record<string, Edit[]> {
  const groups: Array<[name: string, edits: Edit[]]> = [];
  let size = most;
  for (const [name, edits] of Object.entries(all)) {
    const [names, before] = groups.at(-1) ?? ['', []];
    const both = [...before, ...edits];
    if (size < most && canBeMade(both)) groups.splice(-1, 1, [`${names}, ${name}`, both]);
    else {
      groups.push([name, edits]);
      size = 0;
    }
    size += 1;
  }
  return Object.fromEntries(groups);
}

function canBeMade(edits: readonly Edit[]): boolean {
  try {
    edited(base, edits);
    return true;
  } catch {
    return false; // one names what another has taken away
  }
}

test.serial('a narrower set of roles is breaking, except in Debug, which is internal', async (t) => {
  const narrowed = set('/paths/~1notes/get/x-roles', ['operator']);
  t.is((await diffDescriptions(base, edited(base, [narrowed]))).breaking.length, 1);
  const debug = edited(base, [set('/paths/~1notes/get/tags', ['Debug'])]);
  t.is((await diffDescriptions(debug, edited(debug, [narrowed]))).breaking.length, 0);
});

test.serial('no compatible edit is reported as breaking', async (t) => {
  t.is(Object.keys(compatibleEdits).length, 43);
  t.deepEqual(await misjudged(together(compatibleEdits, 5), (count) => count === 0), []);
});

test('an unchanged description has no changes', async (t) => {
  t.deepEqual(await diffDescriptions(base, structuredClone(base)), { breaking: [], compatible: [] });
});

test('a change has its location and a description', async (t) => {
  const { breaking } = await diffDescriptions(base, edited(base, [set('/paths/~1notes/get/operationId', 'getNotes')]));
  t.is(breaking[0]?.where, 'paths › /notes › get');
});

test('restricting an operation to operators is breaking', async (t) => {
  const { breaking } = await diffDescriptions(base, edited(base, [set('/paths/~1notes/get/x-roles', ['operator'])]));
  t.deepEqual(breaking, [{ where: 'GET /notes', what: 'it is now only for operator' }]);
});

test('another scope for personal keys is breaking; the first one is not', async (t) => {
  const needing = (scope: string) => edited(base, [set('/paths/~1notes/get/x-scope', scope)]);
  t.deepEqual((await diffDescriptions(needing('notes:read'), needing('notes:write'))).breaking, [
    { where: 'GET /notes', what: 'personal keys need notes:write instead of notes:read' },
  ]);
  t.deepEqual((await diffDescriptions(base, needing('notes:read'))).breaking, []);
});

test('an enumeration declared as extensible may be extended', async (t) => {
  const visibility = '/components/schemas/Note/properties/visibility';
  const growing = edited(base, [set(`${visibility}/x-extensible`, true)]);
  const { breaking } = await diffDescriptions(growing, edited(growing, [set(`${visibility}/enum`, ['private', 'team', 'public', 'org'])]));
  t.deepEqual(breaking, []);
});

test('a response pattern that only excludes more is compatible; a request pattern that does so is breaking', async (t) => {
  const excluding = async (schema: string) => {
    const before = edited(base, [set(`/components/schemas/${schema}/properties/title/pattern`, '^[a-z]+$')]);
    const { breaking } = await diffDescriptions(before, edited(before, [set(`/components/schemas/${schema}/properties/title/pattern`, '^(?!abc)[a-z]+$')]));
    return breaking.length;
  };
  t.is(await excluding('Note'), 0);
  t.is(await excluding('NoteInput'), 1);
});

test('a file that is not an OpenAPI description is rejected', async (t) => {
  await t.throwsAsync(diffDescriptions(base, { openapi: '3.1.1', info: {}, paths: 'none' }), { message: 'not an OpenAPI 3.1 description' });
  await t.throwsAsync(diffDescriptions({ swagger: '2.0', info: {}, paths: {} }, base), { message: 'not an OpenAPI 3.1 description' });
});

test('every spelling of a parameter has the same canonical form', (t) => {
  const parameter = { name: 'q', in: 'query', schema: { anyOf: [{ type: 'string' }, { type: 'null' }] } };
  const spelled = { paths: { '/a': { parameters: [{ ...parameter, style: 'form', explode: true }], get: {} } } };
  const plain = { paths: { '/a': { get: { security: [], parameters: [{ name: 'q', in: 'query', schema: { type: ['string', 'null'] } }] } } } };
  t.deepEqual(canonical(spelled), plain);
});

test('both spellings of an open operation have the same canonical form', (t) => {
  t.deepEqual(canonical({ paths: { '/a': { get: { security: [{}] } } } }), { paths: { '/a': { get: { security: [] } } } });
});

test('a schema property named like a keyword is not changed', (t) => {
  const schema = { type: 'object', properties: { const: { type: 'string' }, type: { type: 'string' } } };
  t.deepEqual(canonical({ components: { schemas: { A: schema } } }), { components: { schemas: { A: schema } } });
});

/** The schema `A` beside `B` in canonical form. */
function canonicalOf(A: object, B: object = {}): unknown {
  return (canonical({ components: { schemas: { A, B } } }).components as { schemas: { A: unknown } }).schemas.A;
}

test('parts of an object are joined only if they describe the whole', (t) => {
  const text = { type: 'string' };
  const [a, b] = [
    { type: 'object', properties: { a: text }, required: ['a'] },
    { type: 'object', properties: { b: text } },
  ];
  const whole = { type: 'object', properties: { a: text, b: text }, required: ['a'] };
  const reference = { $ref: '#/components/schemas/B' };
  t.deepEqual(canonicalOf({ allOf: [a, b] }), whole);
  t.deepEqual(canonicalOf({ allOf: [a, reference] }, b), whole);
  t.deepEqual(canonicalOf({ allOf: [a, b], unevaluatedProperties: false }), { ...whole, additionalProperties: false });
  t.deepEqual(canonicalOf({ allOf: [reference] }, whole), whole);
  t.deepEqual(canonicalOf({ oneOf: [whole] }), whole);
  const apart = [
    { allOf: [{ ...a, additionalProperties: false }, b] },
    { allOf: [a, { ...b, minProperties: 1 }] },
    { allOf: [a, { type: 'object', properties: { a: { type: 'integer' } } }] },
    { allOf: [a, { type: 'null' }] },
    { allOf: [b], additionalProperties: false },
    { oneOf: [a, b] },
  ];
  for (const schema of apart) t.deepEqual(canonicalOf(schema), schema);
  const itself = { allOf: [a, { $ref: '#/components/schemas/B' }] };
  t.deepEqual(canonicalOf(itself, { allOf: [b, { $ref: '#/components/schemas/B' }] }), itself, 'one that contains itself stays');
});
