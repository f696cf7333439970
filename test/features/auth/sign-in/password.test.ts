import { randomBytes } from 'node:crypto';
import test from 'ava';
import { PasswordHasher } from '../../../../src/features/auth/passwords/password-hasher.js';
import { isProblem } from '../../../support/is-problem.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ realPasswords: true });
});
test.after.always(() => service.close());

const NEW = 'an altogether different sentence';

async function storedHash(accountId: string): Promise<string> {
  const { rows } = await service.database.database.query<{ password_hash: string }>(
    'select password_hash from accounts where id = $1',
    [accountId],
  );
  return rows[0]?.password_hash as string;
}

test('a wrong or missing current password changes nothing', async (t) => {
  const ada = await service.signedIn();
  const phone = service.client();
  await phone.signIn(ada.email, PASSWORD);
  for (const body of [{ newPassword: NEW }, { currentPassword: 'not the password', newPassword: NEW }]) {
    const answer = await ada.post('/auth/password', body);
    t.is(answer.status, 400);
    t.is(answer.json.errors[0].pointer, '/currentPassword');
  }
  t.is((await phone.get('/users/me')).status, 200);
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
  isProblem(t, await service.client().signIn(ada.email, NEW), 401, 'invalid_credentials');
});

test('a password change ends every session and opens a new one for the caller', async (t) => {
  const ada = await service.signedIn();
  const phone = service.client();
  await phone.signIn(ada.email, PASSWORD);
  const old = { token: ada.token, cookie: ada.cookie };
  const answer = await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW });
  t.is(answer.status, 200);
  t.is(answer.headers.get('cache-control'), 'no-store');
  isProblem(t, await ada.get('/users/me', { token: old.token }), 401, 'invalid_token');
  isProblem(t, await phone.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await phone.refresh(), 401, 'refresh_invalid');
  isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie: old.cookie }), 401, 'refresh_invalid');
  t.is((await ada.get('/users/me', { token: answer.json.accessToken })).status, 200);
  t.is((await ada.refresh()).status, 200);
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 401, 'invalid_credentials');
  t.is((await service.client().signIn(ada.email, NEW)).status, 200);
});

test('guesses of the current password are slowed down like sign-ins', async (t) => {
  const ada = await service.signedIn();
  for (let guess = 0; guess < 5; guess += 1)
    isProblem(
      t,
      await ada.post('/auth/password', { currentPassword: `guess ${guess}`, newPassword: NEW }),
      400,
      'invalid_request',
      '/currentPassword',
    );
  const refused = await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW });
  isProblem(t, refused, 429, 'too_many_attempts');
  t.true(Number(refused.headers.get('retry-after')) >= 1);
});

test('passwords are stored as argon2id hashes with at least the recommended cost and a salt each', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const hashes = [await storedHash(ada.accountId), await storedHash(eve.accountId)];
  t.not(hashes[0], hashes[1]);
  for (const hash of hashes) {
    const [, memory, passes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43,}$/.exec(hash) ?? [];
    t.true(Number(memory) >= 19_456 && Number(passes) >= 2, hash);
  }
});

test('a password whose hash has another cost is rehashed at the next sign-in', async (t) => {
  const ada = await service.signedIn();
  const cheap = new PasswordHasher({ cost: { memory: 8192, passes: 1, parallelism: 1 } });
  t.teardown(() => cheap.close());
  await service.database.database.query('update accounts set password_hash = $1 where id = $2', [
    await cheap.hash(PASSWORD),
    ada.accountId,
  ]);
  const version = (await ada.get('/users/me')).json.version;
  t.is((await ada.signIn(ada.email, PASSWORD)).status, 200);
  t.regex(await storedHash(ada.accountId), /\$m=19456,t=2,p=1\$/);
  t.is((await ada.get('/users/me')).json.version, version);
  t.is((await ada.signIn(ada.email, PASSWORD)).status, 200);
});

test('every character of a long password is compared', async (t) => {
  const ada = await service.signedIn();
  const long = randomBytes(50).toString('hex');
  const other = `${long.slice(0, 89)}${long[89] === 'a' ? 'b' : 'a'}${long.slice(90)}`;
  t.is((await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: long })).status, 200);
  isProblem(t, await service.client().signIn(ada.email, other), 401, 'invalid_credentials');
  isProblem(t, await service.client().signIn(ada.email, long.slice(0, 99)), 401, 'invalid_credentials');
  t.is((await service.client().signIn(ada.email, long)).status, 200);
});

for (const [what, password] of [
  ['64 characters', 'k9'.repeat(32)],
  ['128 characters', 'k9'.repeat(64)],
  ['128 characters outside the basic plane', '🦊🐙'.repeat(64)],
  ['any script and spaces at the ends', '  пароль 密码 كلمة 🔑  '],
] as const) {
  test(`a password of ${what} is accepted unchanged`, async (t) => {
    const email = `${randomBytes(6).toString('hex')}@watchfloor.test`;
    t.is((await service.client().post('/auth/register', { email, password, displayName: 'Ada' })).status, 201);
    t.is((await service.client().signIn(email, password)).status, 200);
    isProblem(t, await service.client().signIn(email, [...password].slice(0, -1).join('')), 401, 'invalid_credentials');
  });
}

for (const [what, password] of [
  ['129 characters', `${'k9'.repeat(64)}k`],
  ['7 characters', 'k9k9k9k'],
  ['a common password', 'password123'],
  ['a common password in capitals', 'PASSWORD123'],
  ['the address', 'somebody.here@watchfloor.test'],
  ["the address's name", 'Somebody.Here'],
] as const) {
  test(`${what} is rejected at registration and at a change`, async (t) => {
    const email = 'somebody.here@watchfloor.test';
    const registration = await service.client().post('/auth/register', { email, password, displayName: 'Ada' });
    t.is(registration.status, 400);
    t.deepEqual(
      registration.json.errors.map((error: { pointer: string }) => error.pointer),
      ['/password'],
    );
    t.false(registration.text.includes(password));
    if (password.toLowerCase().startsWith('somebody')) return;
    const ada = await service.signedIn();
    const change = await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: password });
    t.is(change.status, 400);
    t.is(change.json.errors[0].pointer, '/newPassword');
    t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
  });
}
