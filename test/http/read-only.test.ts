import 'reflect-metadata';
import test from 'ava';
import { scopes } from '../../src/api/scopes.js';
import { isProblem, problemOf } from '../support/is-problem.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

interface Operation {
  operationId: string;
  'x-scope'?: string;
  tags: string[];
  responses: Record<string, { $ref?: string; description?: string }>;
}

/** Returns every operation other than GET, with its path and whether its description names `read_only`. */
function changes(): Array<{ method: string; path: string; operation: Operation; isRefused: boolean }> {
  const { paths, components } = service.app.document as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, { description: string }> };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => method !== 'get' && operation.operationId !== undefined)
      .map(([method, operation]) => {
        const { $ref, description } = operation.responses[503] ?? {};
        const said =
          $ref === undefined ? description : components.responses[$ref.split('/').at(-1) as string]?.description;
        return { method: method.toUpperCase(), path, operation, isRefused: said?.includes('`read_only`') === true };
      }),
  );
}

test.serial(
  'every operation that changes data of accounts is rejected in read-only mode, before its body is read',
  async (t) => {
    const [operator, ada] = [await service.signedIn('operator', 'operator'), await service.signedIn()];
    t.is((await operator.patch('/admin/settings', { readOnly: 'on' })).status, 200);
    const refused = changes().filter(({ isRefused }) => isRefused);
    t.true(refused.length > 80, `${refused.length}`);
    for (const { method, path } of refused) {
      const target = path.replace('/api/v1', '').replace(/\{[^}]+\}/g, '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901');
      const answer = await ada.call(method, target);
      t.is(problemOf(answer), '503 read_only', `${method} ${target}`);
      t.is(answer.headers.get('retry-after'), '60');
    }
    t.is((await operator.patch('/admin/settings', { readOnly: null })).status, 200);
    t.is((await ada.post('/timeline/notes', { title: 'Again', severity: 1 })).status, 201);
  },
);

test.serial(
  'in read-only mode the write scope of every group but Admin and Auth is rejected, and no operation that only reads',
  (t) => {
    for (const { operation, isRefused } of changes()) {
      const scope = operation['x-scope'];
      if (scope === undefined) continue;
      const group = scope.split(':')[0] as string;
      t.true(scopes.includes(scope));
      t.is(isRefused, scope.endsWith(':write') && !['admin', 'auth'].includes(group), operation.operationId);
    }
    t.true(changes().some(({ operation, isRefused }) => operation.operationId === 'deleteAccount' && isRefused));
  },
);

test.serial(
  'in read-only mode data can be read and calculated, people can sign in and out, and operators can use their operations',
  async (t) => {
    const [operator, ada] = [await service.signedIn('second-operator', 'operator'), await service.signedIn()];
    const { id } = (await ada.post('/timeline/notes', { title: 'Before', severity: 1 })).json;
    t.is((await operator.patch('/admin/settings', { readOnly: 'on' })).status, 200);
    isProblem(t, await ada.delete(`/timeline/notes/${id}`), 503, 'read_only');
    t.is((await ada.get(`/timeline/notes/${id}`)).json.title, 'Before');
    const rule = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 1 };
    t.is((await ada.post('/alerts/rules/validate', { name: 'x', condition: rule })).status, 200);
    const phone = service.client();
    t.is((await phone.signIn(ada.email, PASSWORD)).status, 200);
    t.is((await phone.refresh()).status, 200);
    t.is((await phone.post('/auth/logout')).status, 204);
    t.is((await operator.post(`/admin/users/${ada.accountId}/revoke-sessions`)).status, 200);
    t.is((await operator.patch('/admin/settings', { readOnly: 'off' })).status, 200);
  },
);

test('an installation can start in read-only mode', async (t) => {
  const still = await startTestService({ env: { SVC_READ_ONLY: 'on' } });
  t.teardown(() => still.close());
  const ada = await still.signedIn();
  isProblem(t, await ada.patch('/users/me', { displayName: 'Ada L.' }), 503, 'read_only');
});
