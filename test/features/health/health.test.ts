import test from 'ava';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('liveness answers without credentials and without a rate limit', async (t) => {
  const answer = await service.client().get('/health');
  t.is(answer.status, 200);
  t.is(answer.json.status, 'ok');
  t.is(answer.headers.get('x-ratelimit-limit'), null);
});

test('a service with its database is ready', async (t) => {
  const { status, json } = await service.client().get('/health/ready');
  t.is(status, 200);
  t.true(['ready', 'degraded'].includes(json.status));
  t.deepEqual(json.checks.map((check: { name: string }) => check.name).sort(), ['database', 'sessions']);
});

test('the feeds of a process that reads none are an empty list', async (t) => {
  const { json } = await service.client().get('/health/feeds');
  t.deepEqual(json, { items: [] });
});

test('a user signs in, reads the account and signs out', async (t) => {
  const ada = await service.signedIn('ada');
  t.is((await ada.get('/users/me')).json.email, 'ada@watchfloor.test');
  t.is((await ada.post('/auth/logout')).status, 204);
  t.is((await ada.get('/users/me')).status, 401);
});
