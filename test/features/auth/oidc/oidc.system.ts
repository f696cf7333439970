import 'reflect-metadata';
import test from 'ava';
import { TOTP } from 'otpauth';
import { checkedFetch } from '../../../support/checked-fetch.js';
import { isProblem } from '../../../support/is-problem.js';
import { machineOf } from '../../../support/machine.js';
import { ProviderVisitor } from '../../../support/oidc-provider.js';
import { answered, CLAIMS, finish, type OidcScene, signInAt, startOidcScene } from '../../../support/oidc-scene.js';
import { MINUTE, SECOND } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

let scene: OidcScene;
let { providers, service, newPerson, lastAudit } = {} as OidcScene;

test.before(async () => {
  scene = await startOidcScene();
  ({ providers, service, newPerson, lastAudit } = scene);
});
test.after.always(() => scene?.close());

const signIn = (id: string, caller = service.client()) => signInAt(id, caller);

test.serial('the ways to sign in are listed without their secrets', async (t) => {
  const { json } = await service.client().get('/auth/oidc');
  t.deepEqual(json, {
    items: [
      { id: 'keycloak', name: 'Keycloak', createsAccounts: true },
      { id: 'other', name: 'The other one', createsAccounts: true },
      { id: 'linked', name: 'Linked', createsAccounts: false },
      { id: 'down', name: 'Down', createsAccounts: false },
    ],
    nextCursor: null,
    passwordSignIn: 'all',
  });
});

test.serial('the first sign-in creates an account, and the next one finds it by its subject', async (t) => {
  const { user, email } = await newPerson();
  const first = await signIn('keycloak');
  t.is(first.status, 200);
  t.like(first.json.user, { email, displayName: 'Ada Lovelace', role: 'user' });
  t.truthy(first.cookie);
  const { token } = { token: first.json.accessToken };
  t.is((await service.client().get('/users/me', { token })).json.email, email);
  const [session] = (await service.client().get('/auth/sessions', { token })).json.items;
  t.like(session, { method: 'provider', provider: 'keycloak', current: true });
  // The address at the provider has changed since; issuer and subject decide.
  await providers[0].change({ claims: { ...CLAIMS, email: 'renamed@example.org' } });
  const second = await signIn('keycloak');
  t.is(second.json.user.id, first.json.user.id);
  t.is(second.json.user.email, email);
  const { items } = (await service.client().get('/auth/identities', { token })).json;
  t.like(items[0], { provider: 'keycloak', issuer: providers[0].issuer, subject: user, label: 'renamed@example.org' });
  t.like(await lastAudit('user.signed_in'), { subject: first.json.user.id, detail: { method: 'provider:keycloak' } });
  t.like(await lastAudit('user.registered'), { detail: { provider: 'keycloak' } });
  // No password fits the new account.
  for (const password of ['', PASSWORD])
    t.is(
      (await service.client().post('/auth/login', { email, password: password || 'x' })).json.code,
      'invalid_credentials',
    );
  const stored = await service.database.database.query('select f::text as row from sign_in_flows f');
  t.deepEqual(stored.rows, [], 'completed sign-ins leave nothing');
});

test.serial('an account with the same e-mail address is never taken over', async (t) => {
  const ada = await service.signedIn();
  await newPerson({ claims: { email: ada.email } });
  const answer = await signIn('keycloak');
  t.deepEqual([answer.status, answer.json.code], [409, 'email_taken']);
  t.is(answer.cookie, undefined);
  t.like(await lastAudit('user.sign_in_refused'), { detail: { provider: 'keycloak', reason: 'email_taken' } });
});

test.serial('the same subject of another issuer is another person', async (t) => {
  const { email } = await newPerson();
  const first = await signIn('keycloak');
  await providers[1].change({ claims: { ...CLAIMS, email: `other-${email}` } });
  const other = await signIn('other');
  t.is(other.status, 200);
  t.not(first.json.user.id, other.json.user.id);
});

test.serial('without a verified e-mail address no account is created', async (t) => {
  for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email_verified: 'true' }]) {
    await newPerson({ claims });
    const answer = await signIn('keycloak');
    t.deepEqual([answer.status, answer.json.code], [403, 'account_not_admitted'], JSON.stringify(claims));
  }
});

test.serial('a provider that creates no accounts signs in linked ones alone', async (t) => {
  const { user } = await newPerson();
  t.is((await signIn('linked')).json.code, 'account_not_admitted');
  const ada = await service.signedIn();
  const linking = await answered(ada, 'linked', '/auth/identities/link/start', { provider: 'linked' });
  const linked = await ada.post('/auth/identities/link', { provider: 'linked', ...linking });
  t.like(linked.json, { provider: 'linked', subject: user, lastUsedAt: null });
  t.like(await lastAudit('user.identity_linked'), { subject: ada.accountId, detail: { provider: 'linked' } });
  const answer = await signIn('linked');
  t.deepEqual([answer.status, answer.json.user.id], [200, ada.accountId]);
  // Another account cannot link the same identity.
  const bob = await service.signedIn();
  const again = await answered(bob, 'linked', '/auth/identities/link/start', { provider: 'linked' });
  isProblem(t, await bob.post('/auth/identities/link', { provider: 'linked', ...again }), 409, 'conflict');
  t.is((await bob.delete(`/auth/identities/${linked.json.id}`)).status, 404);
  t.is((await ada.delete(`/auth/identities/${linked.json.id}`)).status, 204);
  t.like(await lastAudit('user.identity_unlinked'), { subject: ada.accountId });
  t.is((await signIn('linked')).json.code, 'account_not_admitted');
});

test.serial('linking needs a recent sign-in or the password, and the session that started it', async (t) => {
  await newPerson();
  const ada = await service.signedIn();
  service.clock.advance(11 * MINUTE);
  const body = { provider: 'linked' };
  isProblem(t, await ada.post('/auth/identities/link/start', body), 403, 'reauthentication_required');
  t.is((await ada.post('/auth/identities/link/start', { ...body, password: 'wrong' })).status, 403);
  const start = { ...body, password: PASSWORD };
  const linking = await answered(ada, 'linked', '/auth/identities/link/start', start);
  const other = ada.fresh();
  await other.signIn(ada.email, PASSWORD);
  isProblem(t, await other.post('/auth/identities/link', { ...body, ...linking }), 422, 'unprocessable');
  t.like(await lastAudit('user.sign_in_refused'), { detail: { reason: 'other_session' } });
  // A flow that was started to link an identity opens no session.
  const second = await answered(ada, 'linked', '/auth/identities/link/start', start);
  isProblem(t, await finish(service.client(), 'linked', second), 401, 'provider_rejected');
  // And a flow of a sign-in links nothing: a link that mallory made would open ada's account to mallory.
  const third = await answered(service.client(), 'linked');
  isProblem(t, await ada.post('/auth/identities/link', { ...body, ...third }), 422, 'unprocessable');
  t.deepEqual((await ada.get('/auth/identities')).json.items, []);
});

test.serial('the last way to sign in cannot be removed', async (t) => {
  await newPerson();
  const { json } = await signIn('keycloak');
  const options = { token: json.accessToken };
  const [identity] = (await service.client().get('/auth/identities', options)).json.items;
  isProblem(t, await service.client().delete(`/auth/identities/${identity.id}`, options), 409, 'conflict');
  t.is((await signIn('keycloak')).status, 200);
});

test.serial('the role follows the claim at each sign-in, and people outside the rule are not admitted', async (t) => {
  const { email } = await newPerson({ claims: { groups: ['staff', 'admins'] } });
  const operator = await signIn('keycloak');
  t.is(operator.json.user.role, 'operator');
  // A rest of operators remains.
  await service.signedIn(undefined, 'operator');
  await providers[0].change({ claims: { ...CLAIMS, email, groups: ['staff'] } });
  const user = await signIn('keycloak');
  t.deepEqual([user.json.user.id, user.json.user.role], [operator.json.user.id, 'user']);
  t.like(await lastAudit('user.role_changed'), { subject: user.json.user.id, detail: { role: 'user' } });
  for (const groups of [['guests'], [], undefined, 'staffing', { staff: true }, ['STAFF']]) {
    await providers[0].change({ claims: { ...CLAIMS, email, groups } });
    isProblem(t, await signIn('keycloak'), 403, 'account_not_admitted');
  }
  // A claim with one value is a text at some providers.
  await providers[0].change({ claims: { ...CLAIMS, email, groups: 'staff' } });
  t.is((await signIn('keycloak')).status, 200);
});

test.serial('a disabled account is not signed in', async (t) => {
  await newPerson();
  const { json } = await signIn('keycloak');
  const operator = await service.signedIn(undefined, 'operator');
  t.is((await operator.patch(`/admin/users/${json.user.id}`, { disabled: true })).status, 200);
  isProblem(t, await signIn('keycloak'), 403, 'account_not_admitted');
});

test.serial('an account with a second factor is asked for its code, and its session tells the provider', async (t) => {
  await newPerson();
  const ada = await service.signedIn();
  const linking = await answered(ada, 'linked', '/auth/identities/link/start', { provider: 'linked' });
  await ada.post('/auth/identities/link', { provider: 'linked', ...linking });
  const { secret } = (await ada.post('/auth/mfa/totp', { password: PASSWORD })).json;
  const code = () => new TOTP({ secret }).generate({ timestamp: service.clock.now() });
  await ada.post('/auth/mfa/totp/confirm', { code: code() });
  service.clock.advance(30 * SECOND);
  const { caller, status, json, cookie } = await signIn('linked');
  t.deepEqual([status, json.code, cookie], [401, 'mfa_required', undefined]);
  const verified = await caller.post('/auth/mfa/verify', { challenge: json.challenge, code: code() });
  t.is(verified.status, 200);
  const token = verified.json.accessToken;
  const { items } = (await caller.get('/auth/sessions', { token })).json;
  t.like(
    items.find(({ current }: { current: boolean }) => current),
    { method: 'provider', provider: 'linked' },
  );
});

for (const forgery of [
  'issuer',
  'audience',
  'party',
  'nonce',
  'no nonce',
  'expired',
  'alg none',
  'alg HS256 with the secret',
  'foreign key',
  'changed subject',
])
  test.serial(`an ID token with a forged part is rejected: ${forgery}`, async (t) => {
    await newPerson({ forgery });
    const answer = await signIn('keycloak');
    isProblem(t, answer, 401, 'provider_rejected');
    t.is(answer.cookie, undefined);
    const { detail } = await lastAudit('user.sign_in_refused');
    t.is(detail.provider, 'keycloak');
    t.log(detail.reason);
    t.false(service.logged.join('').includes('eyJ'), 'no token is logged');
  });

test.serial('a sign-in is completed once, by its own browser, at its own provider, in time', async (t) => {
  await newPerson();
  const caller = service.client();
  const first = await answered(caller, 'keycloak');
  t.is((await finish(caller, 'keycloak', first)).status, 200);
  isProblem(t, await finish(caller, 'keycloak', first), 401, 'invalid_challenge');
  // A code that was redeemed is worth nothing in another sign-in either.
  const { json: other } = await caller.post('/auth/oidc/keycloak/start');
  const state = new URL(other.authorizationUrl).searchParams.get('state') as string;
  const replayed = new URLSearchParams(first.callbackQuery);
  replayed.set('state', state);
  isProblem(
    t,
    await finish(caller, 'keycloak', { flowToken: other.flowToken, callbackQuery: `${replayed}` }),
    401,
    'provider_rejected',
  );
  // The answer of mallory's browser, in the browser of ada.
  const mallory = await answered(service.client(), 'keycloak');
  const { json: ada } = await caller.post('/auth/oidc/keycloak/start');
  isProblem(t, await finish(caller, 'keycloak', { ...mallory, flowToken: ada.flowToken }), 401, 'provider_rejected');
  t.like(await lastAudit('user.sign_in_refused'), { detail: { reason: 'state' } });
  // An answer of one provider, sent to the other.
  const mixed = await answered(caller, 'keycloak');
  isProblem(t, await finish(caller, 'other', mixed), 401, 'provider_rejected');
  t.like(await lastAudit('user.sign_in_refused'), { detail: { reason: 'other_provider' } });
  // The answer names another issuer (RFC 9207).
  const renamed = await answered(caller, 'keycloak');
  const query = new URLSearchParams(renamed.callbackQuery);
  t.is(query.get('iss'), providers[0].issuer);
  query.set('iss', providers[1].issuer);
  isProblem(t, await finish(caller, 'keycloak', { ...renamed, callbackQuery: `${query}` }), 401, 'provider_rejected');
  const late = await answered(caller, 'keycloak');
  service.clock.advance(10 * MINUTE);
  isProblem(t, await finish(caller, 'keycloak', late), 401, 'invalid_challenge');
  const unknown = { flowToken: 'A'.repeat(43), callbackQuery: 'code=1&state=2' };
  isProblem(t, await finish(caller, 'keycloak', unknown), 401, 'invalid_challenge');
  isProblem(t, await caller.post('/auth/oidc/nobody/start'), 404, 'not_found');
});

test.serial('one answer of a provider that is sent twice at the same time opens one session', async (t) => {
  await newPerson();
  const caller = service.client();
  const body = await answered(caller, 'keycloak');
  const answers = await Promise.all([1, 2].map(() => finish(service.client(), 'keycloak', body)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
});

test.serial('a refusal at the provider is a problem with the word of the provider', async (t) => {
  const caller = service.client();
  const { json } = await caller.post('/auth/oidc/keycloak/start');
  const state = new URL(json.authorizationUrl).searchParams.get('state');
  const iss = encodeURIComponent(providers[0].issuer);
  const body = { flowToken: json.flowToken, callbackQuery: `error=access_denied&state=${state}&iss=${iss}` };
  const answer = await finish(caller, 'keycloak', body);
  isProblem(t, answer, 401, 'provider_rejected');
  t.regex(answer.json.detail, /access_denied/);
});

test.serial('the request to the provider has PKCE, state, nonce and the fixed address of the service', async (t) => {
  const { json } = await service.client().post('/auth/oidc/keycloak/start');
  const { searchParams } = new URL(json.authorizationUrl);
  t.like(Object.fromEntries(searchParams), {
    client_id: 'watchfloor',
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: `${service.url}/sign-in/keycloak`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) t.regex(searchParams.get(name) ?? '', /^[\w-]{43}$/);
  t.is(searchParams.get('client_secret'), null);
  // A code without its verifier, as a thief of the code would send it, is rejected by the provider.
  const stolen = new URL(json.authorizationUrl);
  stolen.searchParams.set('code_challenge', 'x'.repeat(43));
  const answer = await new ProviderVisitor().signIn(stolen.href);
  isProblem(
    t,
    await finish(service.client(), 'keycloak', { flowToken: json.flowToken, callbackQuery: answer }),
    401,
    'provider_rejected',
  );
});

test.serial('new keys of the provider are used at once, and withdrawn keys are not', async (t) => {
  await newPerson();
  const first = await signIn('keycloak');
  t.is(first.status, 200);
  await providers[0].change({ newKey: true });
  t.is((await signIn('keycloak')).json.user?.id, first.json.user.id);
  await providers[0].change({ forgery: 'withdrawn key' });
  isProblem(t, await signIn('keycloak'), 401, 'provider_rejected');
});

test.serial('a clock of the provider that differs by a minute is tolerated, by more is not', async (t) => {
  await newPerson();
  for (const [clockOffsetSeconds, status] of [
    [-50, 200],
    [50, 200],
    [-7200, 401],
  ] as const) {
    await providers[0].change({ clockOffsetSeconds });
    t.is((await signIn('keycloak')).status, status, `${clockOffsetSeconds} s`);
  }
  await providers[0].change({ clockOffsetSeconds: null });
});

test.serial('a provider that does not answer is a 503, and leads nowhere else', async (t) => {
  isProblem(t, await service.client().post('/auth/oidc/down/start'), 503, 'unavailable');
});

test.serial('a device without a browser signs in with a code that is confirmed at the provider', async (t) => {
  const { email } = await newPerson();
  const caller = service.client();
  const { status, json } = await caller.post('/auth/oidc/keycloak/device');
  t.is(status, 200);
  t.regex(json.userCode, /^\w{4}-?\w{4}/);
  const ask = () => caller.post('/auth/oidc/keycloak/device/token', { flowToken: json.flowToken });
  t.is((await ask()).status, 202);
  await new ProviderVisitor().visit(json.verificationUriComplete);
  const signedIn = await ask();
  t.is(signedIn.status, 200, JSON.stringify(signedIn.json));
  t.is(signedIn.json.user.email, email);
  isProblem(t, await ask(), 401, 'invalid_challenge');
  isProblem(
    t,
    await caller.post('/auth/oidc/other/device/token', { flowToken: json.flowToken }),
    401,
    'invalid_challenge',
  );
});

test.serial('the command line signs in with a provider, and keeps the session', async (t) => {
  const { email } = await newPerson();
  const checked = checkedFetch(service);
  // The person confirms the code as soon as the command shows it.
  const confirming: typeof fetch = async (input, init) => {
    const response = await checked(input, init);
    if (!String(input).endsWith('/device')) return response;
    const { verificationUriComplete } = (await response.clone().json()) as { verificationUriComplete: string };
    await new ProviderVisitor().visit(verificationUriComplete);
    return response;
  };
  const { run } = machineOf(t, service, Object.assign(confirming, { requests: checked.requests }));
  const { status, out, err } = await run(['login', '--provider', 'keycloak']);
  t.deepEqual([status, out], [0, `Signed in to ${service.url} as ${email} (user).\n`], err);
  t.regex(err, /Open http\S+ in a browser, on any device, and confirm the code \w/);
  t.is((await run(['whoami'])).out, `${email} (user) at ${service.url}\n`);
  t.is((await run(['login', '--provider', 'keycloak', '--key', 'wfk_1'])).status, 2);
});

test.serial('an ID token of the device flow is verified, too', async (t) => {
  for (const forgery of ['issuer', 'audience', 'alg none', 'foreign key']) {
    await newPerson({ forgery });
    const caller = service.client();
    const { json } = await caller.post('/auth/oidc/keycloak/device');
    await new ProviderVisitor().visit(json.verificationUriComplete);
    const answer = await caller.post('/auth/oidc/keycloak/device/token', { flowToken: json.flowToken });
    isProblem(t, answer, 401, 'provider_rejected');
  }
});

test.serial('the address for signing out at the provider leads back to the front page', async (t) => {
  const { json } = await service.client().get('/auth/oidc/keycloak/sign-out');
  const { origin, searchParams } = new URL(json.url);
  t.is(origin, providers[0].issuer);
  t.like(Object.fromEntries(searchParams), { client_id: 'watchfloor', post_logout_redirect_uri: `${service.url}/` });
});
