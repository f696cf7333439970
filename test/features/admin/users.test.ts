import test from 'ava';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let operator: TestClient & { accountId: string };
test.before(async () => {
  service = await startTestService({ env: { SVC_RATE_LIMIT: '100000' } });
  operator = await service.signedIn('operator', 'operator');
});
test.after.always(() => service.close());

const operations: Array<[method: string, path: string, body?: unknown]> = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users', { email: 'refused@watchfloor.test', displayName: 'Refused' }],
  ['GET', '/admin/users/{id}'],
  ['PATCH', '/admin/users/{id}', { role: 'operator' }],
  ['DELETE', '/admin/users/{id}'],
  ['POST', '/admin/users/{id}/revoke-sessions'],
  ['POST', '/admin/users/{id}/reset-password'],
  ['POST', '/admin/users/{id}/reset-mfa'],
  ['GET', '/admin/users/{id}/keys'],
  ['GET', '/admin/users/{id}/usage'],
  ['DELETE', '/admin/users/{id}/keys/{keyId}'],
  ['GET', '/admin/audit'],
  ['GET', '/admin/audit/verify'],
  ['GET', '/admin/audit/export'],
];

test('every operation of the group is tested below', (t) => {
  const described = Object.entries(service.app.document.paths).flatMap(([path, item]) =>
    path.startsWith('/api/v1/admin/')
      ? Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path.slice(7)}`)
      : [],
  );
  const known = new Set(operations.map(([method, path]) => `${method} ${path}`));
  t.deepEqual(
    described.filter((name) => /^[A-Z]+ \/admin\/(users|audit)/.test(name) && !known.has(name)),
    [],
  );
});

for (const [method, path, body] of operations) {
  test(`${method} ${path} is a 403 for a user and a 401 without a token, and has no effect`, async (t) => {
    const [ada, eve] = [await service.signedIn(), await service.signedIn()];
    const there = path.replace('{id}', ada.accountId).replace('{keyId}', uuidV7());
    const refused = await eve.call(method, there, { body });
    t.is(refused.status, 403);
    t.is(refused.json.code, 'forbidden');
    t.regex(
      (await eve.call(method, path.replace('{id}', eve.accountId).replace('{keyId}', uuidV7()), { body })).json.detail,
      /^Only the role operator may do this/,
    );
    isProblem(t, await eve.call(method, there, { body, token: null }), 401, 'unauthenticated');
    t.is((await ada.get('/users/me')).json.version, 1);
    t.is((await eve.get('/users/me')).json.role, 'user');
  });
}

for (const [method, path, body] of operations.filter(([, path]) => path.includes('{id}'))) {
  test(`${method} ${path} is a 404 for an unknown account and a 400 for an invalid id`, async (t) => {
    isProblem(
      t,
      await operator.call(method, path.replace('{id}', uuidV7()).replace('{keyId}', uuidV7()), { body }),
      404,
      'not_found',
    );
    isProblem(
      t,
      await operator.call(method, path.replace('{id}', '1').replace('{keyId}', uuidV7()), { body }),
      400,
      'invalid_request',
      'path/id',
    );
  });
}

test('the list is filtered by role, state and text, and the text is matched literally', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  const [ada, odd] = [await signedIn('ada'), await signedIn('100_percent')];
  await chief.patch(`/admin/users/${odd.accountId}`, { disabled: true });
  const found = async (query: string) =>
    (await chief.get(`/admin/users?${query}`)).json.items.map(({ id }: { id: string }) => id);
  t.deepEqual(await found(''), [chief.accountId, ada.accountId, odd.accountId]);
  t.deepEqual(await found('role=operator'), [chief.accountId]);
  t.deepEqual(await found('disabled=true'), [odd.accountId]);
  t.deepEqual(await found('disabled=false&role=user'), [ada.accountId]);
  t.deepEqual(await found('q=ADA'), [ada.accountId]);
  t.deepEqual(await found('q=_'), [odd.accountId]);
  t.deepEqual(await found('q=%25'), []);
  t.deepEqual(await found("q=' or 1=1--"), []);
});

test('pages have no gaps or duplicates while accounts are added', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  const before: string[] = [chief.accountId];
  for (let count = 0; count < 6; count += 1) before.push((await signedIn()).accountId);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { json } = await chief.get(`/admin/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    t.true(json.items.length <= 2);
    seen.push(...json.items.map(({ id }: { id: string }) => id));
    if (cursor === '') before.push((await signedIn()).accountId);
    cursor = json.nextCursor;
  }
  t.deepEqual(seen, before);
});

test('an altered cursor, one of another list and one of other filters are rejected', async (t) => {
  await service.signedIn();
  const { json } = await operator.get('/admin/users?limit=1');
  const cursor = json.nextCursor as string;
  t.is((await operator.get(`/admin/users?limit=1&cursor=${cursor}`)).status, 200);
  const altered = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`;
  for (const path of [
    `/admin/users?cursor=${altered}`,
    `/admin/users?role=user&cursor=${cursor}`,
    `/admin/audit?cursor=${cursor}`,
    '/admin/users?cursor=AAAA',
  ]) {
    const answer = await operator.get(path);
    t.is(answer.status, 400, path);
    t.is(answer.json.code, 'invalid_cursor');
  }
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=1e1',
    'limit=1&limit=2',
    'role=admin',
    'disabled=yes',
    'unknown=1',
    'constructor=1',
  ])
    t.is((await operator.get(`/admin/users?${query}`)).json.code, 'invalid_request', query);
});

test('a role change applies from the next request on', async (t) => {
  const ada = await service.signedIn();
  t.regex((await ada.get('/admin/users')).json.detail, /^Only the role operator may do this/);
  t.is((await operator.patch(`/admin/users/${ada.accountId}`, { role: 'operator' })).json.role, 'operator');
  t.is((await ada.get('/admin/users')).status, 200);
  await operator.patch(`/admin/users/${ada.accountId}`, { role: 'user' });
  t.regex((await ada.get('/admin/users')).json.detail, /^Only the role operator may do this/);
});

test('a disabled account is rejected at once, and can sign in again when it is enabled', async (t) => {
  const ada = await service.signedIn();
  const { cookie } = ada;
  t.true((await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true })).json.disabled);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 401, 'invalid_credentials');
  t.false((await operator.patch(`/admin/users/${ada.accountId}`, { disabled: false })).json.disabled);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
  t.is((await ada.signIn(ada.email, PASSWORD)).status, 200);
});

test('the request limit of an account applies from the next request on, and null restores the configured one', async (t) => {
  const ada = await service.signedIn();
  const limit = async () => (await ada.get('/users/me')).headers.get('x-ratelimit-limit');
  t.is((await operator.patch(`/admin/users/${ada.accountId}`, { rateCeiling: 7 })).json.rateCeiling, 7);
  t.is(await limit(), '7');
  await operator.patch(`/admin/users/${ada.accountId}`, { rateCeiling: null });
  t.is(await limit(), '100000');
  for (const rateCeiling of [0, -1, 1.5, '7', 1_000_001])
    isProblem(
      t,
      await operator.patch(`/admin/users/${ada.accountId}`, { rateCeiling }),
      400,
      'invalid_request',
      '/rateCeiling',
    );
});

test('revoking ends every session of the account and returns their number', async (t) => {
  const ada = await service.signedIn();
  const phone = service.client();
  await phone.signIn(ada.email, PASSWORD);
  t.deepEqual((await operator.post(`/admin/users/${ada.accountId}/revoke-sessions`)).json, { ended: 2 });
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await phone.refresh(), 401, 'refresh_invalid');
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
});

test('a password reset generates a password, ends the sessions and requires a password change', async (t) => {
  const ada = await service.signedIn();
  const answer = await operator.post(`/admin/users/${ada.accountId}/reset-password`);
  t.is(answer.headers.get('cache-control'), 'no-store');
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 401, 'invalid_credentials');
  t.is((await ada.signIn(ada.email, answer.json.temporaryPassword)).status, 200);
  t.true((await operator.get(`/admin/users/${ada.accountId}`)).json.passwordChangeDue);
  await ada.post('/auth/password', { currentPassword: answer.json.temporaryPassword, newPassword: PASSWORD });
  t.false((await operator.get(`/admin/users/${ada.accountId}`)).json.passwordChangeDue);
});

test('a deleted account is rejected at once', async (t) => {
  const ada = await service.signedIn();
  t.is((await operator.delete(`/admin/users/${ada.accountId}`)).status, 204);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await operator.get(`/admin/users/${ada.accountId}`), 404, 'not_found');
});

for (const field of ['email', 'id', 'version', 'passwordHash', 'displayName', 'passwordChangeDue', 'constructor']) {
  test(`an operator cannot set ${field}`, async (t) => {
    const ada = await service.signedIn();
    const answer = await operator.patch(`/admin/users/${ada.accountId}`, { [field]: 'x' });
    t.is(answer.status, 400);
    t.deepEqual(answer.json.errors, [{ in: 'body', pointer: `/${field}`, detail: 'is not known here' }]);
  });
}
