import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { isProblem, problemOf } from '../support/is-problem.js';
import { concretePath, parametersOf } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let operator: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService({ env: { SVC_RATE_LIMIT: '1000000' } });
  operator = await service.signedIn('olga', 'operator');
});
test.after.always(() => service.close());

const pointers = (answer: { json: { errors: Array<{ pointer: string }> } }) =>
  answer.json.errors.map(({ pointer }) => pointer);

for (const [query, pointer] of [
  ['colour=red', 'query/colour'],
  ['__proto__=1', 'query/__proto__'],
  ['constructor=1', 'query/constructor'],
  ['limit[]=1', 'query/limit[]'],
  ['limit=1&limit=2', 'query/limit'],
  ['role=user&role=user', 'query/role'],
  ['limit=0x10', 'query/limit'],
  ['limit=1e1', 'query/limit'],
  ['limit=%205', 'query/limit'],
  ['limit=5%20', 'query/limit'],
  ['limit=%2B5', 'query/limit'],
  ['limit=05', 'query/limit'],
  ['limit=5.0', 'query/limit'],
  ['limit=', 'query/limit'],
  ['limit=99999999999999999999', 'query/limit'],
  ['limit=٥', 'query/limit'],
  ['disabled=1', 'query/disabled'],
  ['disabled=TRUE', 'query/disabled'],
  ['role=root', 'query/role'],
  ['q=a%00b', 'query/q'],
  ['q=', 'query/q'],
  [`q=${'x'.repeat(101)}`, 'query/q'],
] as const) {
  test(`?${query.slice(0, 40)} is rejected by name`, async (t) => {
    const answer = await operator.get(`/admin/users?${query}`);
    isProblem(t, answer, 400, 'invalid_request');
    t.deepEqual([...new Set(pointers(answer))], [pointer]);
  });
}

test('a list in a query is comma-separated, repeated, or both, in every operation', async (t) => {
  let lists = 0;
  for (const { path, method, operation } of operationsOf(service.app.document)) {
    const parameters = parametersOf(service.app.document, operation).filter((parameter) => parameter.in === 'query');
    const needed = parameters.filter(({ required }) => required);
    for (const list of parameters.filter(({ schema }) => schema.type === 'array')) {
      const said = [list.example ?? (list.schema.examples as unknown[] | undefined)?.[0] ?? ['51', '4']]
        .flat()
        .map(String);
      const { maxItems } = list.schema as { maxItems: number };
      const items = Array.from({ length: Math.min(3, maxItems) }, (_, index) => said[index % said.length] as string);
      const others = needed
        .filter((one) => one !== list)
        .map(({ name, example }) => [name, [example].flat().join(',')] as [string, string]);
      const answer = async (...values: string[]) => {
        const query = new URLSearchParams([...others, ...values.map((value): [string, string] => [list.name, value])]);
        const { status, json } = await operator.call(
          method.toUpperCase(),
          `${concretePath(service.app.document, path.slice('/api/v1'.length), operation, randomUUID())}?${query}`,
        );
        // Errors of TAXII have their details by parameter.
        const errors =
          json?.details === undefined ? json?.errors : Object.keys(json.details).map((pointer) => ({ pointer }));
        return { status, errors, items: json?.items?.length };
      };
      const where = `${operation.operationId} ${list.name}`;
      const usual = await answer(items.join(','));
      t.deepEqual(await answer(...items), usual, where);
      t.deepEqual(await answer(items.slice(0, 2).join(','), ...items.slice(2)), usual, where);
      const tooMany = await answer(...Array.from({ length: maxItems + 1 }, () => items[0] as string));
      t.is(tooMany.status, 400, where);
      t.deepEqual(
        tooMany.errors.map(({ pointer }: { pointer: string }) => pointer),
        [`query/${list.name}`],
        where,
      );
      lists += 1;
    }
  }
  t.true(lists > 25, `${lists} lists`);
});

for (const [number, position] of [
  ['1e-7', true],
  ['1E%2B1', true],
  ['1e1', true],
  ['0.30000000000000004', true],
  ['-0', true],
  ['0x10', false],
  ['1_000', false],
  ['Infinity', false],
  ['NaN', false],
  ['1e999', false],
  ['', false],
  ['.5', false],
  ['5.', false],
  ['+5', false],
  ['01', false],
] as const) {
  test(`the number ${number || '(nothing)'} is ${position ? 'accepted' : 'rejected'}`, async (t) => {
    for (const [query, pointer] of [
      [`near=${number},0&radiusMeters=1000`, 'query/near'],
      [`bbox=${number},2,3,4`, 'query/bbox'],
      [`minSpeedKnots=${number}`, 'query/minSpeedKnots'],
    ] as const) {
      const { status, json } = await operator.get(`/geospatial/vessels?${query}`);
      t.is(status, position ? 200 : 400, query);
      if (!position) t.deepEqual(pointers({ json }), [pointer]);
    }
  });
}

test('the year 0 is rejected, and a date is the start of its day', async (t) => {
  for (const query of ['to=0000-01-01T00:00:00Z', 'to=0000-01-01', 'from=2026-02-30', 'from=2026-11-01T24:00:00Z'])
    t.is(problemOf(await operator.get(`/timeline?${query}`)), '400 invalid_request', query);
  for (const query of ['from=0001-01-01', 'from=2026-11-01&to=2026-11-02T12:00:00Z'])
    t.is((await operator.get(`/timeline?${query}`)).status, 200, query);
  const schema = parametersOf(
    service.app.document,
    service.app.document.paths['/api/v1/timeline']?.get as Operation,
  ).find(({ name }) => name === 'to')?.schema;
  const pattern = new RegExp(String(schema?.pattern), 'u');
  t.deepEqual(
    ['0000-01-01', '0000-01-01T00:00:00Z', '0001-01-01', '2026-11-01T00:00:00Z'].map((text) => pattern.test(text)),
    [false, false, true, true],
  );
});

test('an operation without query parameters rejects any', async (t) => {
  const answer = await service.client().get('/health?verbose=1');
  isProblem(t, answer, 400, 'invalid_request', 'query/verbose');
  t.deepEqual(pointers(answer), ['query/verbose']);
});

test('lengths are counted in characters and not in UTF-16 code units', async (t) => {
  t.is((await operator.get(`/admin/users?q=${encodeURIComponent('🚢'.repeat(100))}`)).status, 200);
  isProblem(
    t,
    await operator.get(`/admin/users?q=${encodeURIComponent('🚢'.repeat(101))}`),
    400,
    'invalid_request',
    'query/q',
  );
});
