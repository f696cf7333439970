import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const cleared = 'svc_refresh=; HttpOnly; SameSite=Strict; Path=/api/v1/auth; Max-Age=0';

test('signing out ends the session and clears the cookie on its own path', async (t) => {
  const ada = await service.signedIn();
  const [token, cookie] = [ada.token, ada.cookie];
  t.is((await ada.get('/users/me')).status, 200);
  const answer = await ada.post('/auth/logout');
  t.is(answer.status, 204);
  t.deepEqual(answer.headers.getSetCookie(), [cleared]);
  isProblem(t, await ada.get('/users/me', { token }), 401, 'invalid_token');
  isProblem(t, await ada.post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
});

test('signing out needs no access token', async (t) => {
  const ada = await service.signedIn();
  t.is((await ada.post('/auth/logout', undefined, { token: null })).status, 204);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
});

test('signing out without a cookie, or with an invalid or expired one, also succeeds', async (t) => {
  const { client, signedIn, clock } = await serviceFor(t);
  const { cookie } = await signedIn();
  clock.advance(15 * DAY);
  for (const value of [null, 'garbage', cookie]) {
    const answer = await client().post('/auth/logout', undefined, { cookie: value });
    t.is(answer.status, 204);
    t.deepEqual(answer.headers.getSetCookie(), [cleared]);
  }
});

test('signing out on one device does not end the session of another', async (t) => {
  const ada = await service.signedIn();
  const other = service.client();
  await other.signIn(ada.email, PASSWORD);
  await ada.post('/auth/logout');
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  t.is((await other.get('/users/me')).status, 200);
});

test('signing out everywhere ends all sessions of the account and of no other', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const devices = [ada, service.client(), service.client()];
  for (const device of devices.slice(1)) await device.signIn(ada.email, PASSWORD);
  for (const device of devices) t.is((await device.get('/users/me')).status, 200);
  const cookies = devices.map(({ cookie }) => cookie);
  const answer = await ada.post('/auth/logout-all');
  t.is(answer.status, 204);
  t.deepEqual(answer.headers.getSetCookie(), [cleared]);
  for (const device of devices) isProblem(t, await device.get('/users/me'), 401, 'invalid_token');
  for (const cookie of cookies)
    isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
  t.is((await eve.get('/users/me')).status, 200);
  t.is((await eve.refresh()).status, 200);
});

test('signing out everywhere needs an access token', async (t) => {
  const ada = await service.signedIn();
  isProblem(t, await ada.post('/auth/logout-all', undefined, { token: null }), 401, 'unauthenticated');
  t.is((await ada.get('/users/me')).status, 200);
});

test('requests in progress while their session ends get a response that is not an internal error', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const ada = await service.signedIn();
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => ada.get('/users/me')),
      ada.patch('/users/me', { displayName: 'Ada' }),
      ada.post('/auth/logout'),
    ]);
    for (const { status } of answers) t.true([200, 204, 401].includes(status), String(status));
  }
});
