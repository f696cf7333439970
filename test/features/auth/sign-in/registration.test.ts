import { randomBytes } from 'node:crypto';
import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const newEmail = () => `${randomBytes(6).toString('hex')}@watchfloor.test`;

test('a registration creates an account that can sign in, and nothing else', async (t) => {
  const email = newEmail();
  const answer = await service
    .client()
    .post('/auth/register', { email: email.toUpperCase(), password: PASSWORD, displayName: 'Ada' });
  t.is(answer.status, 201);
  t.is(answer.headers.get('location'), '/api/v1/users/me');
  t.like(answer.json, { email, displayName: 'Ada', role: 'user', version: 1 });
  t.deepEqual(Object.keys(answer.json).sort(), ['createdAt', 'displayName', 'email', 'id', 'role', 'version']);
  t.deepEqual(answer.headers.getSetCookie(), []);
  t.is((await service.client().signIn(email, PASSWORD)).status, 200);
});

test('an e-mail address has one account, in upper or lower case', async (t) => {
  const { email } = await service.signedIn();
  const answer = await service
    .client()
    .post('/auth/register', { email: email.toUpperCase(), password: PASSWORD, displayName: 'Eve' });
  t.is(answer.status, 409);
  t.is(answer.json.code, 'email_taken');
});

test('concurrent registrations of one e-mail address create one account', async (t) => {
  const email = newEmail();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      service.client().post('/auth/register', { email, password: PASSWORD, displayName: 'Ada' }),
    ),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});

for (const field of [
  'role',
  'id',
  'version',
  'disabled',
  'disabledAt',
  'rateCeiling',
  'passwordHash',
  'createdAt',
  'sessionsValidFrom',
  'constructor',
]) {
  test(`${field} cannot be set at registration`, async (t) => {
    const email = newEmail();
    const answer = await service
      .client()
      .post('/auth/register', { email, password: PASSWORD, displayName: 'Eve', [field]: 'operator' });
    t.is(answer.status, 400);
    t.deepEqual(answer.json.errors, [{ in: 'body', pointer: `/${field}`, detail: 'is not known here' }]);
    isProblem(t, await service.client().signIn(email, PASSWORD), 401, 'invalid_credentials');
  });
}

test('with registration closed every registration is a 403', async (t) => {
  const { client } = await serviceFor(t, { env: { SVC_REGISTRATION: 'closed' } });
  const answer = await client().post('/auth/register', { email: newEmail(), password: PASSWORD, displayName: 'Ada' });
  t.is(answer.status, 403);
  t.is(answer.json.code, 'registration_closed');
});

test('the number of registrations from one IP address per hour is limited', async (t) => {
  const { client, clock } = await serviceFor(t, { env: { SVC_REGISTRATION_LIMIT: '2' } });
  const register = () => client().post('/auth/register', { email: newEmail(), password: PASSWORD, displayName: 'Ada' });
  t.is((await register()).status, 201);
  t.is((await register()).status, 201);
  const refused = await register();
  t.is(refused.status, 429);
  t.is(refused.json.code, 'too_many_attempts');
  t.is(refused.headers.get('retry-after'), '3600');
  clock.advance(HOUR);
  t.is((await register()).status, 201);
});

test('registrations with an invalid body count toward the limit', async (t) => {
  const { client } = await serviceFor(t, { env: { SVC_REGISTRATION_LIMIT: '2' } });
  const register = (rawBody: string) =>
    client().call('POST', '/auth/register', { rawBody, headers: { 'content-type': 'application/json' } });
  const answers = [await register('{"email":'), await register('{}'), await register('{}')];
  t.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 429],
  );
});

test('registrations from one IPv6 network are counted together', async (t) => {
  const { client } = await serviceFor(t, { env: { SVC_REGISTRATION_LIMIT: '1', SVC_TRUSTED_PROXIES: '1' } });
  const from = (address: string) =>
    client().post(
      '/auth/register',
      { email: newEmail(), password: PASSWORD, displayName: 'Ada' },
      { headers: { 'x-forwarded-for': address } },
    );
  t.is((await from('2001:db8:1:1::1')).status, 201);
  isProblem(t, await from('2001:db8:1:1::2'), 429, 'too_many_attempts');
  t.is((await from('2001:db8:1:2::1')).status, 201);
});

test('without a trusted proxy a forwarded client address is ignored', async (t) => {
  const { client } = await serviceFor(t, { env: { SVC_REGISTRATION_LIMIT: '1' } });
  const from = (address: string) =>
    client().post(
      '/auth/register',
      { email: newEmail(), password: PASSWORD, displayName: 'Ada' },
      { headers: { 'x-forwarded-for': address } },
    );
  t.is((await from('203.0.113.1')).status, 201);
  isProblem(t, await from('203.0.113.2'), 429, 'too_many_attempts');
});
