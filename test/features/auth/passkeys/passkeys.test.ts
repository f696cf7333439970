import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE } from '../../../support/service-for.js';
import { type CeremonyFaults, SoftAuthenticator } from '../../../support/soft-authenticator.js';
import type { Json, TestClient } from '../../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let authenticator: SoftAuthenticator;
test.before(async () => {
  service = await startTestService({ env: { SVC_SIGN_IN_LIMIT: '100000' } });
  authenticator = new SoftAuthenticator(service.url);
});
test.after.always(() => service?.close());

type Owner = Awaited<ReturnType<TestService['signedIn']>>;

const add = async (owner: Owner, name: string, faults?: CeremonyFaults, by = authenticator) => {
  const { json } = await owner.post('/auth/passkeys/registration', { password: PASSWORD });
  const credential = by.create(json.options, faults);
  return owner.post('/auth/passkeys/registration/verify', { flowToken: json.flowToken, name, credential });
};

/** Returns an account with one passkey, and its authenticator. */
async function withPasskey() {
  const owner = await service.signedIn();
  const own = new SoftAuthenticator(service.url);
  const { json } = await add(owner, 'Phone', {}, own);
  return { owner, own, passkey: json };
}

const start = async (caller: TestClient, body: object = {}): Promise<Json> =>
  (await caller.post('/auth/passkeys/sign-in', body)).json;

async function signIn(by: SoftAuthenticator, faults: CeremonyFaults = {}, body: object = {}) {
  const caller = service.client();
  const { flowToken, options } = await start(caller, body);
  const credential = by.sign(options, by.credentials[0], faults);
  return {
    ...(await caller.post('/auth/passkeys/sign-in/verify', { flowToken, credential })),
    sent: { flowToken, credential },
  };
}

const lastAudit = async (action: string): Promise<Json> =>
  (
    await service.database.database.query(
      'select subject, detail from audit_entries where action = $1 order by sequence desc limit 1',
      [action],
    )
  ).rows[0];

test.serial('a passkey signs in without e-mail address and password, and its session says so', async (t) => {
  const { owner, own, passkey } = await withPasskey();
  t.like(passkey, { name: 'Phone', isSynced: false, transports: ['internal'], lastUsedAt: null, version: 1 });
  t.like(await lastAudit('user.passkey_added'), { subject: owner.accountId, detail: { passkeyId: passkey.id } });
  const answer = await signIn(own);
  t.is(answer.status, 200);
  t.is(answer.json.user.id, owner.accountId);
  t.truthy(answer.cookie);
  const { items } = (await owner.get('/auth/sessions')).json;
  t.true(items.some(({ method, provider }: Json) => method === 'passkey' && provider === null));
  t.is((await owner.get(`/auth/passkeys/${passkey.id}`)).json.lastUsedAt, new Date(service.clock.now()).toISOString());
  t.like(await lastAudit('user.signed_in'), { detail: { method: 'passkey', passkeyId: passkey.id } });
});

test.serial('several passkeys are listed, renamed and removed, each by its owner alone', async (t) => {
  const { owner, own, passkey } = await withPasskey();
  const { json: second } = await add(owner, 'Key', {}, own);
  t.deepEqual(
    (await owner.get('/auth/passkeys')).json.items.map(({ name }: Json) => name),
    ['Phone', 'Key'],
  );
  const renamed = await owner.patch(`/auth/passkeys/${passkey.id}`, { name: 'Old phone' });
  t.like(renamed.json, { name: 'Old phone', version: 2 });
  const stale = { headers: { 'if-match': `"${passkey.id}-1"` } };
  t.is((await owner.delete(`/auth/passkeys/${passkey.id}`, stale)).status, 412);
  const other = await service.signedIn();
  for (const { status } of [
    await other.get(`/auth/passkeys/${passkey.id}`),
    await other.patch(`/auth/passkeys/${passkey.id}`, { name: 'Mine' }),
    await other.delete(`/auth/passkeys/${passkey.id}`),
  ])
    t.is(status, 404);
  t.is((await owner.delete(`/auth/passkeys/${passkey.id}`)).status, 204);
  isProblem(t, await signIn(own), 401, 'invalid_passkey');
  t.deepEqual((await owner.get('/auth/passkeys')).json.items, [{ ...second }]);
  t.like(await lastAudit('user.passkey_removed'), { subject: owner.accountId });
});

for (const [name, faults] of Object.entries<CeremonyFaults>({
  'the origin of a phishing page': { origin: 'https://watchfl00r.example.org' },
  'the id of another service': { rpId: 'evil.example.org' },
  'another challenge': { challenge: 'A'.repeat(43) },
  'an answer for a registration': { type: 'webauthn.create' },
  'nobody present': { present: false },
  'a user who was not verified': { verified: false },
  'another key': { foreignKey: true },
}))
  test.serial(`a passkey is rejected with ${name}`, async (t) => {
    const { owner, own, passkey } = await withPasskey();
    const answer = await signIn(own, faults);
    isProblem(t, answer, 401, 'invalid_passkey');
    t.is(answer.cookie, undefined);
    t.like(await lastAudit('user.sign_in_refused'), {
      subject: owner.accountId,
      detail: { method: 'passkey', passkeyId: passkey.id, reason: 'invalid' },
    });
    t.is((await signIn(own)).status, 200);
  });

test.serial('a new passkey with a wrong origin, service, challenge or type is not added', async (t) => {
  const owner = await service.signedIn();
  for (const faults of [
    { origin: 'https://evil.example.org' },
    { rpId: 'evil.example.org' },
    { challenge: 'A'.repeat(43) },
    { type: 'webauthn.get' },
    { present: false },
  ])
    isProblem(t, await add(owner, 'Phone', faults), 422, 'unprocessable');
  t.deepEqual((await owner.get('/auth/passkeys')).json.items, []);
});

test.serial('a counter that does not grow, as of a copied authenticator, is rejected and recorded', async (t) => {
  const { own } = await withPasskey();
  t.is((await signIn(own, { counter: 7 })).status, 200);
  for (const counter of [7, 6, 0]) {
    isProblem(t, await signIn(own, { counter }), 401, 'invalid_passkey');
    t.like(await lastAudit('user.sign_in_refused'), { detail: { reason: 'counter' } });
  }
  t.is((await signIn(own, { counter: 8 })).status, 200);
});

test.serial('an authenticator that does not count, always at 0, signs in again and again', async (t) => {
  const { own } = await withPasskey();
  for (const _ of [1, 2]) t.is((await signIn(own, { counter: 0 })).status, 200);
});

test.serial('a challenge is answered once, within five minutes', async (t) => {
  const { own, owner } = await withPasskey();
  const { status, sent } = await signIn(own);
  t.is(status, 200);
  isProblem(t, await service.client().post('/auth/passkeys/sign-in/verify', sent), 401, 'invalid_challenge');
  const caller = service.client();
  const [one, other] = [await start(caller), await start(caller)];
  // An answer is good for its own challenge alone.
  const crossed = { flowToken: other.flowToken, credential: own.sign(one.options) };
  isProblem(t, await caller.post('/auth/passkeys/sign-in/verify', crossed), 401, 'invalid_passkey');
  const late = await start(caller);
  const { json: registration } = await owner.post('/auth/passkeys/registration', { password: PASSWORD });
  service.clock.advance(5 * MINUTE);
  const answer = { flowToken: late.flowToken, credential: own.sign(late.options) };
  isProblem(t, await caller.post('/auth/passkeys/sign-in/verify', answer), 401, 'invalid_challenge');
  const made = { flowToken: registration.flowToken, name: 'Late', credential: own.create(registration.options) };
  isProblem(t, await owner.post('/auth/passkeys/registration/verify', made), 422, 'unprocessable');
});

test.serial('one answer of a passkey that is sent twice at the same time opens one session', async (t) => {
  const { own } = await withPasskey();
  const { flowToken, options } = await start(service.client());
  const body = { flowToken, credential: own.sign(options) };
  const answers = await Promise.all([1, 2].map(() => service.client().post('/auth/passkeys/sign-in/verify', body)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
});

test.serial('adding a passkey needs the password or a recent sign-in, and the same session', async (t) => {
  const owner = await service.signedIn();
  t.is((await owner.post('/auth/passkeys/registration', {})).status, 200);
  service.clock.advance(11 * MINUTE);
  isProblem(t, await owner.post('/auth/passkeys/registration', {}), 403, 'reauthentication_required');
  t.is((await owner.post('/auth/passkeys/registration', { password: 'wrong' })).status, 403);
  const { json } = await owner.post('/auth/passkeys/registration', { password: PASSWORD });
  const other = await service.signedIn();
  const body = { flowToken: json.flowToken, name: 'Stolen', credential: authenticator.create(json.options) };
  isProblem(t, await other.post('/auth/passkeys/registration/verify', body), 422, 'unprocessable');
  t.deepEqual((await other.get('/auth/passkeys')).json.items, []);
});

test.serial('a passkey of another account is not added, and an account has at most twenty', async (t) => {
  const { own } = await withPasskey();
  const bob = await service.signedIn();
  isProblem(t, await add(bob, 'Copy', { id: own.credentials[0]?.id }), 409, 'conflict');
  for (let count = 0; count < 20; count += 1) t.is((await add(bob, `Key ${count}`)).status, 200);
  isProblem(t, await add(bob, 'One more'), 409, 'conflict');
});

test.serial('as second factor a passkey replaces the code, and only one of the same account', async (t) => {
  const { owner, own, passkey } = await withPasskey();
  const { json: enabled } = await owner.post('/auth/mfa/passkeys', { password: PASSWORD });
  t.is(enabled.recoveryCodes.length, 10);
  t.like((await owner.get('/auth/mfa')).json, { enabled: true, methods: ['passkey'] });
  const login = async () =>
    (await service.client().post('/auth/login', { email: owner.email, password: PASSWORD })).json;
  const { code, challenge } = await login();
  t.is(code, 'mfa_required');
  // The user need not be verified: the password was right.
  const answer = await signIn(own, { verified: false }, { challenge });
  t.is(answer.status, 200);
  t.is(answer.json.user.id, owner.accountId);
  t.like(await lastAudit('user.signed_in'), { detail: { secondFactor: 'passkey' } });
  const used = await service.client().post('/auth/passkeys/sign-in', { challenge });
  isProblem(t, used, 401, 'invalid_challenge');
  const mallory = await withPasskey();
  const { challenge: second } = await login();
  isProblem(t, await signIn(mallory.own, {}, { challenge: second }), 401, 'invalid_passkey');
  // A recovery code works without the passkey.
  const verified = await service
    .client()
    .post('/auth/mfa/verify', { challenge: second, code: enabled.recoveryCodes[0] });
  t.is(verified.status, 200);
  // The only second factor stays until the second factor is turned off.
  owner.token = verified.json.accessToken;
  isProblem(t, await owner.delete(`/auth/passkeys/${passkey.id}`), 409, 'conflict');
  const off = { password: PASSWORD, code: enabled.recoveryCodes[1] };
  t.is((await owner.post('/auth/mfa/disable', off)).status, 204);
  t.is((await owner.delete(`/auth/passkeys/${passkey.id}`)).status, 204);
});

test.serial('without a passkey the second factor is not turned on, and no challenge for one is made', async (t) => {
  const owner = await service.signedIn();
  isProblem(t, await owner.post('/auth/mfa/passkeys', { password: PASSWORD }), 409, 'conflict');
  isProblem(t, await owner.post('/auth/mfa/passkeys', {}), 403, 'reauthentication_required');
  isProblem(
    t,
    await service.client().post('/auth/passkeys/sign-in', { challenge: 'A'.repeat(43) }),
    401,
    'invalid_challenge',
  );
});

test.serial('a disabled account does not sign in with its passkey', async (t) => {
  const { owner, own } = await withPasskey();
  const operator = await service.signedIn(undefined, 'operator');
  await operator.patch(`/admin/users/${owner.accountId}`, { disabled: true });
  isProblem(t, await signIn(own), 401, 'invalid_passkey');
});

test.serial('the challenge for signing in does not reveal which accounts or passkeys exist', async (t) => {
  const { options } = await start(service.client());
  t.deepEqual(options.allowCredentials ?? [], []);
  t.like(options, { userVerification: 'required', rpId: '127.0.0.1' });
  const { flowToken } = await start(service.client());
  const stranger = new SoftAuthenticator(service.url);
  stranger.create({ challenge: 'x', rp: { id: '127.0.0.1' } });
  const credential = stranger.sign({ challenge: 'x', rpId: '127.0.0.1' });
  isProblem(
    t,
    await service.client().post('/auth/passkeys/sign-in/verify', { flowToken, credential }),
    401,
    'invalid_passkey',
  );
});

test.serial('passwords are closed by a setting, for all or for all but operators', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  const { owner, own } = await withPasskey();
  const login = async ({ email }: { email: string }) =>
    (await service.client().post('/auth/login', { email, password: PASSWORD })).json.code;
  const set = (passwordSignIn: string) => operator.patch('/admin/settings', { passwordSignIn });
  try {
    t.is((await set('operators')).status, 200);
    t.is(await login(owner), 'password_sign_in_closed');
    t.is(await login(operator), undefined);
    t.is(
      (await service.client().post('/auth/login', { email: owner.email, password: 'wrong' })).json.code,
      'invalid_credentials',
    );
    t.is((await set('none')).status, 200);
    t.is(await login(operator), 'password_sign_in_closed');
    t.is((await service.client().get('/auth/oidc')).json.passwordSignIn, 'none');
    t.is((await signIn(own)).status, 200);
    const visitor = { email: 'new@watchfloor.test', password: 'a longer and better sentence', displayName: 'New' };
    t.is((await service.client().post('/auth/register', visitor)).json.code, 'registration_closed');
    // The passkey is the last way in.
    const [{ id }] = (await owner.get('/auth/passkeys')).json.items;
    isProblem(t, await owner.delete(`/auth/passkeys/${id}`), 409, 'conflict');
  } finally {
    await set('all');
  }
  t.is(await login(owner), undefined);
});
