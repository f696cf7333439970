import test from 'ava';
import { uuidV7 } from '../../../../src/time/uuid-v7.js';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

type Item = { id: string; current: boolean; device: string | null; createdAt: string; lastUsedAt: string };

test('sessions are listed with the last used first and the current one marked', async (t) => {
  const { signedIn, client, clock } = await serviceFor(t);
  const ada = await signedIn();
  clock.advance(MINUTE);
  const phone = client();
  await phone.post('/auth/login', { email: ada.email, password: PASSWORD }, { headers: { 'user-agent': 'Phone/1.0' } });
  const before = (await ada.get('/auth/sessions')).json.items as Item[];
  t.deepEqual(
    before.map(({ current, device }) => [current, device === 'Phone/1.0']),
    [
      [false, true],
      [true, false],
    ],
  );
  clock.advance(MINUTE);
  await ada.refresh();
  const after = (await ada.get('/auth/sessions')).json.items as Item[];
  t.deepEqual(
    after.map(({ current }) => current),
    [true, false],
  );
  t.is(Date.parse(after[0]?.lastUsedAt as string) - Date.parse(after[0]?.createdAt as string), 2 * MINUTE);
});

test('ending the session of another device invalidates its tokens', async (t) => {
  const ada = await service.signedIn();
  const phone = service.client();
  await phone.signIn(ada.email, PASSWORD);
  const { id } = ((await ada.get('/auth/sessions')).json.items as Item[]).find(({ current }) => !current) as Item;
  t.is((await ada.delete(`/auth/sessions/${id}`)).status, 204);
  isProblem(t, await phone.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await phone.refresh(), 401, 'refresh_invalid');
  t.is((await ada.get('/users/me')).status, 200);
  isProblem(t, await ada.delete(`/auth/sessions/${id}`), 404, 'not_found');
});

test('a session of another account is a 404 like one that does not exist', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const [session] = (await ada.get('/auth/sessions')).json.items as Item[];
  const random = uuidV7();
  const answers = [await eve.delete(`/auth/sessions/${session?.id}`), await eve.delete(`/auth/sessions/${random}`)];
  const bodies = answers.map(({ status, json: { requestId: _, instance, ...body } }) => ({
    status,
    ...body,
    place: instance.replace(/[^/]+$/, ''),
  }));
  t.is(bodies[0]?.status, 404);
  t.deepEqual(bodies[0], bodies[1]);
  t.is((await ada.get('/users/me')).status, 200);
});

test('an invalid session id is a 400 that names the path parameter', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.delete('/auth/sessions/1');
  t.is(answer.status, 400);
  t.is(answer.json.errors[0].pointer, 'path/id');
});

test('an account has at most 20 sessions; the next sign-in ends the oldest', async (t) => {
  const { signedIn, client, clock } = await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '1000' } });
  const ada = await signedIn();
  const devices = Array.from({ length: 20 }, client);
  for (const device of devices) {
    clock.advance(1);
    await device.signIn(ada.email, PASSWORD);
  }
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  t.is((await devices[0]?.get('/users/me'))?.status, 200);
  t.is((await devices[0]?.get('/auth/sessions'))?.json.items.length, 20);
});
