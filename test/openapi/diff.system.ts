import { readFileSync } from 'node:fs';
import test from 'ava';
import { day, email, timestamp, uuid } from '../../src/api/rules.js';
import { canonical } from '../../src/openapi/canonical.js';
import { diffDescriptions } from '../../src/openapi/diff.js';
import type { Change } from '../../src/openapi/diff-extra.js';
import { breakingEdits, breakingPlaces } from './breaking-edits.js';
import { compatibleEdits } from './compatible-edits.js';
import { type Edit, edited, set } from './support/edit.js';

const base: object = JSON.parse(readFileSync('test/fixtures/openapi/tiny.json', 'utf8'));

/** Edits that are made together, by name. Each comparison starts a process, so there are few batches. */
type Batch = Record<string, readonly Edit[]>;
type Judge = (name: string, breaking: readonly Change[]) => boolean;

/**
 * Compares the batches, two at a time. Edits with a wrong result are compared again alone, because in a batch one edit
 * may hide another.
 * @returns the edits whose result is wrong even alone
 */
async function misjudged(batches: readonly Batch[], isRight: Judge): Promise<string[]> {
  const waiting = [...batches];
  const wrong: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { breaking } = await diffDescriptions(base, edited(base, Object.values(next).flat()));
      const doubtful = Object.entries(next).filter(([name]) => !isRight(name, breaking));
      if (Object.keys(next).length > 1) waiting.push(...doubtful.map(([name, edits]) => ({ [name]: edits })));
      else
        wrong.push(
          ...doubtful.map(
            ([name]) =>
              `${name}: ${breaking.map(({ where, what }) => `${where}: ${what}`).join('; ') || 'nothing found'}`,
          ),
        );
    }
  };
  await Promise.all([work(), work()]);
  return wrong;
}

/** Combines edits into batches of up to `most` that can be made one after another and that `mayJoin` allows. */
function together(
  all: Batch,
  most: number,
  mayJoin: (name: string, others: readonly string[]) => boolean = () => true,
): Batch[] {
  const batches: Batch[] = [];
  for (const [name, edits] of Object.entries(all)) {
    const fits = (batch: Batch) => {
      const names = Object.keys(batch);
      return names.length < most && mayJoin(name, names) && canBeMade([...Object.values(batch).flat(), ...edits]);
    };
    const batch = batches.find(fits);
    if (batch === undefined) batches.push({ [name]: edits });
    else batch[name] = edits;
  }
  return batches;
}

function canBeMade(edits: readonly Edit[]): boolean {
  try {
    edited(base, edits);
    return true;
  } catch {
    return false; // an edit needs a part that an earlier one has removed
  }
}

const placeOf = (name: string) => breakingPlaces[name] ?? name;
/**
 * Returns whether an edit is reported neither inside the place of another edit nor around it, where one could hide the
 * other.
 */
const areApart = (name: string, others: readonly string[]) =>
  others.every((other) => !placeOf(name).startsWith(placeOf(other)) && !placeOf(other).startsWith(placeOf(name)));

test.serial('every breaking edit is reported at its place', async (t) => {
  t.is(Object.keys(breakingEdits).length, 60);
  t.deepEqual(
    await misjudged(together(breakingEdits, 10, areApart), (name, breaking) =>
      breaking.some(({ where }) => where === placeOf(name)),
    ),
    [],
  );
});

test.serial('a narrower set of roles is breaking, except in Debug, which is internal', async (t) => {
  const narrowed = set('/paths/~1notes/get/x-roles', ['operator']);
  t.is((await diffDescriptions(base, edited(base, [narrowed]))).breaking.length, 1);
  const debug = edited(base, [set('/paths/~1notes/get/tags', ['Debug'])]);
  t.is((await diffDescriptions(debug, edited(debug, [narrowed]))).breaking.length, 0);
});

test.serial('no compatible edit is reported as breaking', async (t) => {
  t.is(Object.keys(compatibleEdits).length, 43);
  t.deepEqual(await misjudged(together(compatibleEdits, 5), (_, breaking) => breaking.length === 0), []);
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
  const { breaking } = await diffDescriptions(
    growing,
    edited(growing, [set(`${visibility}/enum`, ['private', 'team', 'public', 'org'])]),
  );
  t.deepEqual(breaking, []);
});

test('a response pattern that only excludes more is compatible; a request pattern that does so is breaking', async (t) => {
  const excluding = async (schema: string) => {
    const before = edited(base, [set(`/components/schemas/${schema}/properties/title/pattern`, '^[a-z]+$')]);
    const { breaking } = await diffDescriptions(
      before,
      edited(before, [set(`/components/schemas/${schema}/properties/title/pattern`, '^(?!abc)[a-z]+$')]),
    );
    return breaking.length;
  };
  t.is(await excluding('Note'), 0);
  t.is(await excluding('NoteInput'), 1);
});

test('a pattern beside a format is compared, unless it is the pattern that the service puts beside this format', async (t) => {
  const title = '/components/schemas/NoteInput/properties/title';
  const breakingOf = async (format: string, before: string | undefined, after: string | undefined) => {
    const dated = (pattern: string | undefined) =>
      edited(base, [
        set(`${title}/format`, format),
        ...(pattern === undefined ? [] : [set(`${title}/pattern`, pattern)]),
      ]);
    return (await diffDescriptions(dated(before), dated(after))).breaking.map(({ where }) => where);
  };
  const where = 'paths › /notes › post › requestBody › content › application/json › schema › properties › title';
  t.deepEqual(await breakingOf('date', '^\\d{4}-\\d\\d-\\d\\d$', '^2\\d{3}-\\d\\d-\\d\\d$'), [where]);
  t.deepEqual(await breakingOf('uuid', String(uuid().schema.pattern), '^0'), [where]);
  for (const [format, { schema }] of Object.entries({
    uuid: uuid(),
    'date-time': timestamp(),
    date: day(),
    email: email(),
  })) {
    t.is(schema.format, format);
    t.deepEqual(await breakingOf(format, undefined, String(schema.pattern)), []);
  }
});

test('a file that is not an OpenAPI description is rejected', async (t) => {
  await t.throwsAsync(diffDescriptions(base, { openapi: '3.1.1', info: {}, paths: 'none' }), {
    message: 'not an OpenAPI 3.1 description',
  });
  await t.throwsAsync(diffDescriptions({ swagger: '2.0', info: {}, paths: {} }, base), {
    message: 'not an OpenAPI 3.1 description',
  });
});

test('every spelling of a parameter has the same canonical form', (t) => {
  const parameter = { name: 'q', in: 'query', schema: { anyOf: [{ type: 'string' }, { type: 'null' }] } };
  const spelled = { paths: { '/a': { parameters: [{ ...parameter, style: 'form', explode: true }], get: {} } } };
  const plain = {
    paths: {
      '/a': { get: { security: [], parameters: [{ name: 'q', in: 'query', schema: { type: ['string', 'null'] } }] } },
    },
  };
  t.deepEqual(canonical(spelled), plain);
});

test('both spellings of an open operation have the same canonical form', (t) => {
  t.deepEqual(canonical({ paths: { '/a': { get: { security: [{}] } } } }), {
    paths: { '/a': { get: { security: [] } } },
  });
});

test('a schema property named like a keyword is not changed', (t) => {
  const schema = { type: 'object', properties: { const: { type: 'string' }, type: { type: 'string' } } };
  t.deepEqual(canonical({ components: { schemas: { A: schema } } }), { components: { schemas: { A: schema } } });
});

/** Returns the canonical form of the schema `A`, in a document with `B`. */
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
  t.deepEqual(
    canonicalOf(itself, { allOf: [b, { $ref: '#/components/schemas/B' }] }),
    itself,
    'one that contains itself stays',
  );
});
