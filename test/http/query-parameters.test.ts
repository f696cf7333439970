import test from 'ava';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let operator: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService({});
  operator = await service.signedIn('olga', 'operator');
});
test.after.always(() => service.close());

const pointers = (answer: { json: { errors: Array<{ pointer: string }> } }) => answer.json.errors.map(({ pointer }) => pointer);

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
  test(`?${query.slice(0, 40)} is refused by name`, async (t) => {
    const answer = await operator.get(`/admin/users?${query}`);
    t.is(answer.status, 400);
    t.deepEqual([...new Set(pointers(answer))], [pointer]);
  });
}

test('an operation without query parameters refuses any', async (t) => {
  const answer = await service.client().get('/health?verbose=1');
  t.is(answer.status, 400);
  t.deepEqual(pointers(answer), ['query/verbose']);
});

test('lengths are counted in characters and not in UTF-16 units', async (t) => {
  t.is((await operator.get(`/admin/users?q=${encodeURIComponent('🚢'.repeat(100))}`)).status, 200);
  t.is((await operator.get(`/admin/users?q=${encodeURIComponent('🚢'.repeat(101))}`)).status, 400);
});
