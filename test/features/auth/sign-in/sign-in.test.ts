import test from 'ava';
import { PasswordHasher } from '../../../../src/features/auth/passwords/password-hasher.js';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

test('signing in returns an access token valid for 15 minutes and forbids caching', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.signIn(ada.email, PASSWORD);
  t.is(answer.status, 200);
  t.is(answer.headers.get('cache-control'), 'no-store');
  t.like(answer.json, {
    tokenType: 'Bearer',
    expiresIn: 900,
    user: { id: ada.accountId, email: ada.email, role: 'user' },
  });
  const { exp, iat } = claimsOf(answer.json.accessToken);
  t.is(exp - iat, 900);
});

test('the refresh cookie has exactly the documented attributes behind https', async (t) => {
  const { signedIn } = await serviceFor(t, { env: { SVC_BASE_URL: 'https://watch.example.org' } });
  const ada = await signedIn();
  const cookies = (await ada.signIn(ada.email, PASSWORD)).headers.getSetCookie();
  t.is(cookies.length, 1);
  const [pair, ...attributes] = (cookies[0] as string).split('; ');
  t.regex(pair as string, /^svc_refresh=[0-9a-f-]{36}\.0\.[A-Za-z0-9_-]{43}$/);
  t.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=1209600', 'Path=/api/v1/auth', 'SameSite=Strict', 'Secure']);
});

test('over plain http outside production the cookie is not Secure, so that browsers return it', async (t) => {
  const ada = await service.signedIn();
  const [cookie] = (await ada.signIn(ada.email, PASSWORD)).headers.getSetCookie();
  t.notRegex(cookie as string, /Secure/);
  t.regex(cookie as string, /HttpOnly; SameSite=Strict; Path=\/api\/v1\/auth; Max-Age=1209600$/);
});

test('the e-mail address may be in upper or lower case', async (t) => {
  const ada = await service.signedIn();
  t.is((await service.client().signIn(ada.email.toUpperCase(), PASSWORD)).status, 200);
});

test('a sign-in with a refresh cookie opens a new session and ends the old one', async (t) => {
  const ada = await service.signedIn();
  const old = { token: ada.token, cookie: ada.cookie };
  t.is((await ada.signIn(ada.email, PASSWORD)).status, 200);
  t.not(claimsOf(ada.token as string).sid, claimsOf(old.token as string).sid);
  isProblem(t, await ada.get('/users/me', { token: old.token }), 401, 'invalid_token');
  isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie: old.cookie }), 401, 'refresh_invalid');
  t.is((await ada.get('/users/me')).status, 200);
});

for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
  test(`a sign-in with the media type ${type} is rejected before any password is hashed`, async (t) => {
    const { client, services } = await serviceFor(t);
    // With a closed hasher, a request that hashes a password would fail differently.
    await services.get(PasswordHasher).close();
    const rawBody = JSON.stringify({ email: 'ada@watchfloor.test', password: PASSWORD });
    isProblem(
      t,
      await client().post('/auth/login', undefined, { rawBody, headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
    t.true((await client().post('/auth/login', JSON.parse(rawBody))).status >= 500);
  });
}

test('an unknown address, a wrong password and a disabled account get the same response', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  await operator.patch(`/admin/users/${eve.accountId}`, { disabled: true });
  const answers = await Promise.all([
    service.client().signIn('nobody@watchfloor.test', PASSWORD),
    service.client().signIn(ada.email, `${PASSWORD}!`),
    service.client().signIn(eve.email, PASSWORD),
  ]);
  const seen = answers.map(({ status, json: { requestId: _, ...body }, headers }) => ({
    status,
    body,
    names: [...headers.keys()].sort(),
  }));
  t.is(seen[0]?.status, 401);
  t.is(seen[0]?.body.code, 'invalid_credentials');
  t.deepEqual(seen[1], seen[0]);
  t.deepEqual(seen[2], seen[0]);
});

test('an unknown address takes as long as a wrong password', async (t) => {
  const { client, signedIn, services } = await serviceFor(t);
  const { email } = await signedIn();
  const hasher = services.get(PasswordHasher);
  // Nearly all of the time is spent on the hash, and both kinds of hash cost the same (password-hasher.test.ts). So the
  // calls are compared instead of the times.
  const hashed: string[] = [];
  for (const name of ['hash', 'verify', 'verifyDummy'] as const) {
    const original = hasher[name].bind(hasher) as (...given: string[]) => Promise<never>;
    hasher[name] = (...given: string[]) => {
      hashed.push(name);
      return original(...given);
    };
  }
  isProblem(t, await client().signIn(email, 'not the password'), 401, 'invalid_credentials');
  isProblem(t, await client().signIn('nobody@watchfloor.test', 'not the password'), 401, 'invalid_credentials');
  t.deepEqual(hashed, ['verify', 'verifyDummy']);
});

test('after five failures an account must wait 1, 2, 4 … seconds, up to 15 minutes, even with the correct password', async (t) => {
  const { client, signedIn, clock, database } = await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '1000' } });
  const { email, accountId } = await signedIn();
  for (let failure = 0; failure < 5; failure += 1)
    isProblem(t, await client().signIn(email, 'not the password'), 401, 'invalid_credentials');
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const refused = await client().signIn(email, PASSWORD);
    t.is(refused.status, 429);
    t.is(refused.json.code, 'too_many_attempts');
    const seconds = Number(refused.headers.get('retry-after'));
    waits.push(seconds);
    clock.advance(seconds * SECOND);
    isProblem(t, await client().signIn(email, 'not the password'), 401, 'invalid_credentials');
  }
  t.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  clock.advance(900 * SECOND);
  t.is((await client().signIn(email, PASSWORD)).status, 200);
  for (let failure = 0; failure < 4; failure += 1)
    isProblem(t, await client().signIn(email, 'not the password'), 401, 'invalid_credentials');
  t.is((await client().signIn(email, PASSWORD)).status, 200);
  const { rows } = await database.database.query('select subject, address from audit_entries where action = $1', [
    'user.sign_in_blocked',
  ]);
  t.true(rows.length > 0);
  t.like(rows[0], { subject: accountId, address: '127.0.0.1' });
});

test('an account that does not exist must wait like any other', async (t) => {
  const { client, clock } = await serviceFor(t);
  for (let failure = 0; failure < 5; failure += 1) await client().signIn('nobody@watchfloor.test', PASSWORD);
  isProblem(t, await client().signIn('nobody@watchfloor.test', PASSWORD), 429, 'too_many_attempts');
  clock.advance(31 * MINUTE);
  isProblem(t, await client().signIn('nobody@watchfloor.test', PASSWORD), 401, 'invalid_credentials');
});

test('sign-ins with an invalid body count toward the limit', async (t) => {
  const { client } = await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '5' } });
  const hostile = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1])));
  const headers = { 'content-type': 'application/json' };
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1)
    statuses.push((await client().call('POST', '/auth/login', { rawBody: hostile, headers })).status);
  t.deepEqual(statuses, [...Array(5).fill(400), ...Array(25).fill(429)]);
});

test('the number of accounts that one IP address may try to sign in to per minute is limited', async (t) => {
  const { client, clock, signedIn } = await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '3' } });
  const ada = await signedIn();
  for (const name of ['one', 'two'])
    isProblem(t, await client().signIn(`${name}@watchfloor.test`, PASSWORD), 401, 'invalid_credentials');
  const refused = await client().signIn(ada.email, PASSWORD);
  isProblem(t, refused, 429, 'too_many_attempts');
  t.is(refused.headers.get('retry-after'), '60');
  // Existing sessions are not affected.
  t.is((await ada.get('/users/me')).status, 200);
  clock.advance(MINUTE);
  t.is((await client().signIn(ada.email, PASSWORD)).status, 200);
});

test('no response to an invalid body repeats the password', async (t) => {
  const secret = 'zq-never-to-be-seen-again';
  const bodies = [
    { email: 'not an address', password: secret },
    { email: 'ada@watchfloor.test', password: [secret] },
    { email: 'ada@watchfloor.test', password: `${secret}${'x'.repeat(200)}` },
    { email: 'ada@watchfloor.test', password: secret, extra: secret },
    { password: secret },
    [secret],
    secret,
  ];
  for (const body of bodies) {
    const answer = await service.client().post('/auth/login', body);
    t.is(answer.status, 400);
    t.true(answer.json.errors.length > 0);
    t.false(answer.text.includes(secret), answer.text);
  }
  const cut = await service.client().post('/auth/login', undefined, {
    rawBody: `{"password":"${secret}",`,
    headers: { 'content-type': 'application/json' },
  });
  t.is(cut.json.code, 'malformed_body');
  t.false(cut.text.includes(secret));
});
