import test from 'ava';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('the owner changes name and address, and the version grows', async (t) => {
  const ada = await service.signedIn();
  const changed = await ada.patch('/users/me', { displayName: 'Countess', email: `NEW-${ada.email}` });
  t.is(changed.status, 200);
  t.like(changed.json, { displayName: 'Countess', email: `new-${ada.email}`, version: 2 });
  t.deepEqual((await ada.get('/users/me')).json, changed.json);
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 401);
  t.is((await service.client().signIn(`new-${ada.email}`, PASSWORD)).status, 200);
});

test('fields left out stay, with either media type', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.patch('/users/me', { displayName: 'Ada L.' }, { headers: { 'content-type': 'application/merge-patch+json' } });
  t.like(answer.json, { displayName: 'Ada L.', email: ada.email });
  t.is((await ada.patch('/users/me', {})).status, 200);
});

test("another account's address cannot be taken, and nothing of the change stays", async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const answer = await eve.patch('/users/me', { displayName: 'Ada', email: ada.email.toUpperCase() });
  t.is(answer.status, 409);
  t.is(answer.json.code, 'email_taken');
  t.like((await eve.get('/users/me')).json, { email: eve.email, version: 1 });
});

for (const field of [
  'role',
  'id',
  'version',
  'disabled',
  'disabledAt',
  'rateCeiling',
  'passwordHash',
  'password',
  'createdAt',
  'preferences',
  'constructor',
  'toString',
]) {
  test(`${field} cannot be changed through the profile`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.patch('/users/me', { displayName: 'Eve', [field]: 'operator' });
    t.is(answer.status, 400);
    t.deepEqual(answer.json.errors, [{ pointer: `/${field}`, detail: 'is not known here' }]);
    t.like((await ada.get('/users/me')).json, { role: 'user', version: 1, id: ada.accountId });
  });
}

test('a field named __proto__ is refused', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.patch('/users/me', undefined, { rawBody: '{"__proto__":{"role":"operator"}}', headers: { 'content-type': 'application/json' } });
  t.is(answer.status, 400);
  t.is(answer.json.errors[0].pointer, '/__proto__');
});

test('a change of a version that is no longer the newest is refused', async (t) => {
  const ada = await service.signedIn();
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  t.is((await ada.patch('/users/me', { displayName: 'First' }, { headers: { 'if-match': etag } })).status, 200);
  const stale = await ada.patch('/users/me', { displayName: 'Second' }, { headers: { 'if-match': etag } });
  t.is(stale.status, 412);
  t.is((await ada.get('/users/me')).json.displayName, 'First');
  t.is((await ada.patch('/users/me', { displayName: 'Third' }, { headers: { 'if-match': '*' } })).status, 200);
});

test('of changes at once with the same version exactly one succeeds', async (t) => {
  const ada = await service.signedIn();
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((displayName) => ada.patch('/users/me', { displayName }, { headers: { 'if-match': etag } })));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
});

test('what was read and has not changed is not sent again, and two accounts never share a tag', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  t.is((await ada.get('/users/me', { headers: { 'if-none-match': etag } })).status, 304);
  t.is((await eve.get('/users/me', { headers: { 'if-none-match': etag } })).status, 200);
  t.is((await eve.patch('/users/me', { displayName: 'Eve' }, { headers: { 'if-match': etag } })).status, 412);
});

test('the usage counts this request too', async (t) => {
  const ada = await service.signedIn();
  await ada.get('/users/me');
  const answer = await ada.get('/users/me/usage');
  t.deepEqual(answer.json.sessions, { active: 1, limit: 20 });
  t.like(answer.json.rateLimit, { limit: 600, remaining: 598, windowSeconds: 60 });
  t.is(Date.parse(answer.json.rateLimit.resetsAt) / 1000, Number(answer.headers.get('x-ratelimit-reset')));
});

test('the export holds all of the account and nothing of another, nor the password', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  await ada.patch('/users/me/preferences', { theme: 'dark' });
  const { json, text } = await ada.get('/users/me/export');
  t.is(json.user.id, ada.accountId);
  t.is(json.preferences.theme, 'dark');
  t.deepEqual(
    json.sessions.map(({ current }: { current: boolean }) => current),
    [true],
  );
  t.deepEqual(
    json.activity.map(({ action }: { action: string }) => action),
    ['user.signed_in', 'user.registered'],
  );
  for (const other of [eve.accountId, eve.email, 'argon2', PASSWORD]) t.false(text.includes(other));
});

test('a deleted account is gone at once, with its sessions, and its address is free again', async (t) => {
  const ada = await service.signedIn();
  const { cookie } = ada;
  t.is((await ada.delete('/users/me')).status, 204);
  t.is((await ada.get('/users/me')).status, 401);
  t.is((await service.client().post('/auth/refresh', undefined, { cookie })).status, 401);
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 401);
  t.is((await service.client().post('/auth/register', { email: ada.email, password: PASSWORD, displayName: 'Ada' })).status, 201);
});
