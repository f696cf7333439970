import 'reflect-metadata';
import test from 'ava';
import { scopes } from '../../../../src/api/scopes.js';
import { ISSUER, MCP, OAuthApp, REDIRECT } from '../../../support/oauth-app.js';
import type { Json, TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_BASE_URL: ISSUER, SVC_SIGN_IN_LIMIT: '100000', SVC_APP_REGISTRATION_LIMIT: '100000' },
  });
});
test.after.always(() => service?.close());

const newApp = async (redirect?: string) => {
  const app = new OAuthApp(service.url, redirect);
  await app.register();
  return app;
};

/** Returns an app with tokens of a new account. */
async function connected(chosen = ['markets:read']) {
  const user = await service.signedIn();
  const app = await newApp();
  const code = (await app.consent(user, chosen)).get('code') as string;
  const { json } = await app.exchange(code);
  return { user, app, code, tokens: json };
}

const as = (token: string): TestClient => Object.assign(service.client(), { token });
const sessionsOf = async (user: TestClient): Promise<Json[]> =>
  (await user.get('/auth/sessions')).json.items.filter(({ method }: Json) => method === 'app');
const audited = async (action: string, accountId: string): Promise<Json[]> =>
  (
    await service.database.database.query(
      'select detail from audit_entries where action = $1 and subject = $2 order by sequence',
      [action, accountId],
    )
  ).rows.map(({ detail }: Json) => detail);

test('metadata names the server, and the 401 of the MCP endpoint leads to it', async (t) => {
  const app = new OAuthApp(service.url);
  const { status, json } = await app.call('/.well-known/oauth-authorization-server');
  t.is(status, 200);
  t.like(json, {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/authorize`,
    token_endpoint: `${ISSUER}/oauth/token`,
    registration_endpoint: `${ISSUER}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...scopes],
  });
  const resource = await app.call('/.well-known/oauth-protected-resource/api/v1/ai/mcp');
  t.like(resource.json, { resource: MCP, authorization_servers: [ISSUER] });
  const { headers } = await service.client().post('/ai/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
  const where = `${ISSUER}/.well-known/oauth-protected-resource/api/v1/ai/mcp`;
  t.is(headers.get('www-authenticate'), `Bearer resource_metadata="${where}"`);
  t.is((await app.call('/.well-known/openid-configuration')).status, 404);
  t.is((await app.form('/oauth/introspect', { token: 'x' })).status, 404);
  t.is((await app.call('/oauth/token')).status, 405);
});

test('an app with consent gets tokens with the chosen scopes, and is one of the sessions of the account', async (t) => {
  const user = await service.signedIn();
  const app = new OAuthApp(service.url);
  const { status, json: registered } = await app.register({ token_endpoint_auth_method: 'client_secret_basic' });
  t.is(status, 201);
  t.like(registered, { client_name: 'Research assistant', token_endpoint_auth_method: 'none' });
  t.false('client_secret' in registered);

  const started = await app.authorize();
  t.is(started.status, 303, JSON.stringify(started.json));
  const path = started.headers.get('location') as string;
  t.regex(path, /^\/oauth\/consent\/[\w-]{20,64}$/);
  for (const line of started.headers.getSetCookie()) t.regex(line, /^_interaction.*httponly.*; secure$/i);
  const page = await app.call(path);
  t.regex(page.headers.get('content-security-policy') as string, /script-src 'self';.*frame-ancestors 'none'/);
  const asked = await app.call(`${path}/request`);
  t.like(asked.json, { name: 'Research assistant', redirect: 'https://app.example.net' });
  t.deepEqual(
    asked.json.groups.map(({ read, write }: Json) => [read, write]),
    [
      ['markets:read', undefined],
      ['portfolios:read', 'portfolios:write'],
    ],
  );

  const decided = await app.decide(path, user, ['markets:read', 'portfolios:read']);
  const back = await app.call(decided.json.location);
  const { origin, pathname, searchParams } = new URL(back.headers.get('location') as string);
  t.is(origin + pathname, REDIRECT);
  t.like(Object.fromEntries(searchParams), { state: 'a state', iss: ISSUER });

  const tokens = await app.exchange(searchParams.get('code') as string);
  t.is(tokens.status, 200, JSON.stringify(tokens.json));
  t.like(tokens.json, { token_type: 'Bearer', expires_in: 900, scope: 'markets:read portfolios:read' });
  t.is(tokens.headers.get('cache-control'), 'no-store');
  const caller = as(tokens.json.access_token);
  t.is((await caller.get('/portfolios')).status, 200);
  const write = await caller.post('/portfolios', { name: 'P', currency: 'USD' });
  t.is(write.status, 403);
  t.is(write.json.code, 'insufficient_scope');
  t.is((await caller.get('/auth/sessions')).status, 403);
  const key = await caller.post('/auth/keys', { name: 'K', scopes: ['markets:read'] });
  t.is(key.json.code, 'forbidden', 'an app cannot create credentials');

  const [session] = await sessionsOf(user);
  t.like(session, { app: 'Research assistant', provider: null, scopes: ['markets:read', 'portfolios:read'] });
  const detail = { sessionId: session?.id, clientId: app.clientId, name: 'Research assistant' };
  t.deepEqual(await audited('app.authorized', user.accountId), [
    { ...detail, scopes: ['markets:read', 'portfolios:read'] },
  ]);
  t.deepEqual(await audited('app.connected', user.accountId), [detail]);

  t.is((await user.delete(`/auth/sessions/${session?.id}`)).status, 204);
  t.is((await caller.get('/portfolios')).status, 401);
  t.is((await app.refresh(tokens.json.refresh_token)).json.error, 'invalid_grant');
  t.is((await audited('session.ended', user.accountId)).length, 1);
});

test('an app that asks for no known scope asks for reading', async (t) => {
  for (const scope of [null, '', 'openid offline_access']) {
    const app = await newApp();
    const { headers } = await app.authorize({ scope });
    const { json } = await app.call(`${headers.get('location')}/request`);
    t.true(json.groups.length > 10);
    t.true(json.groups.every(({ read, write, words, title }: Json) => read && !write && words.read !== `See ${title}`));
  }
});

test('a refresh token is used once; a stolen one ends the session of the app', async (t) => {
  const { user, app, tokens } = await connected();
  const next = await app.refresh(tokens.refresh_token, { scope: 'markets:read' });
  t.is(next.status, 200, JSON.stringify(next.json));
  t.is(next.json.scope, tokens.scope, 'the reply names the scopes that the token has');
  t.is((await as(next.json.access_token).get('/markets/watchlists')).status, 200);
  const stolen = await app.refresh(tokens.refresh_token);
  t.deepEqual([stolen.status, stolen.json.error], [400, 'invalid_grant']);
  t.is((await app.refresh(next.json.refresh_token)).json.error, 'invalid_grant');
  t.is((await as(next.json.access_token).get('/markets/watchlists')).status, 401);
  t.deepEqual(await sessionsOf(user), []);
  t.is((await audited('app.token_reused', user.accountId)).length, 1);
});

test('of two refreshes with one token at the same time at most one succeeds', async (t) => {
  const { app, tokens } = await connected();
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.refresh(tokens.refresh_token)));
  t.true(answers.filter(({ status }) => status === 200).length <= 1);
  t.true(answers.every(({ status }) => status === 200 || status === 400));
});

test('a replayed code ends the grant, also with its tokens', async (t) => {
  const { user, app, code, tokens } = await connected();
  const replay = await app.exchange(code);
  t.deepEqual([replay.status, replay.json.error], [400, 'invalid_grant']);
  t.is((await as(tokens.access_token).get('/markets/watchlists')).status, 401);
  t.is((await app.refresh(tokens.refresh_token)).json.error, 'invalid_grant');
  t.is((await audited('app.code_replayed', user.accountId)).length, 1);
});

test('revocation ends the session, only for the app whose token it is', async (t) => {
  const { user, app, tokens } = await connected();
  const other = await newApp();
  t.is((await other.form('/oauth/revoke', { client_id: other.clientId, token: tokens.refresh_token })).status, 200);
  t.is((await sessionsOf(user)).length, 1);
  const revoked = await app.form('/oauth/revoke', { client_id: app.clientId, token: tokens.refresh_token });
  t.is(revoked.status, 200);
  t.deepEqual(await sessionsOf(user), []);
  t.is((await audited('app.revoked', user.accountId)).length, 1);
  t.is((await app.form('/oauth/revoke', { client_id: app.clientId, token: 'unknown' })).status, 200);
});

test('a code works only for its app, its address and its verifier', async (t) => {
  const user = await service.signedIn();
  const app = await newApp();
  const other = await newApp();
  const code = (await app.consent(user)).get('code') as string;
  const wrong = {
    client: await other.exchange(code, { code_verifier: app.verifier }),
    redirect: await app.exchange(code, { redirect_uri: `${REDIRECT}/` }),
    verifier: await app.exchange(code, { code_verifier: other.verifier }),
    'no verifier': await app.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT }),
    resource: await app.exchange(code, { resource: 'https://elsewhere.example.org' }),
    forged: await app.exchange(`${code.slice(0, -1)}_`),
  };
  for (const [name, { status, json }] of Object.entries(wrong))
    t.true(status === 400 && /^invalid_(grant|target)$/.test(json.error), `${name} ${status} ${JSON.stringify(json)}`);
  t.is((await app.token({ grant_type: 'client_credentials' })).json.error, 'unsupported_grant_type');
  t.is(
    (await app.token({ grant_type: 'password', username: 'a', password: 'b' })).json.error,
    'unsupported_grant_type',
  );
});

test('a refresh token of one app is worth nothing to another', async (t) => {
  const { tokens, app } = await connected();
  const other = await newApp();
  t.is((await other.refresh(tokens.refresh_token)).json.error, 'invalid_grant');
  const next = await app.refresh(tokens.refresh_token);
  t.is(next.status, 200, 'the attempts of others do not spend it');
  const elsewhere = await app.refresh(next.json.refresh_token, { resource: 'https://elsewhere.example.org' });
  t.is(elsewhere.json.error, 'invalid_target');
});

test('requests with another address are never redirected', async (t) => {
  const app = await newApp();
  for (const redirect_uri of [
    'https://evil.example.net/callback',
    `${REDIRECT}/`,
    `${REDIRECT}?x=1`,
    `${REDIRECT}#x`,
    'https://app.example.net:444/callback',
    'http://app.example.net/callback',
    'javascript:alert(1)',
    '//evil.example.net',
    null,
  ]) {
    const { status, headers } = await app.authorize({ redirect_uri });
    if (redirect_uri === null) continue;
    t.deepEqual([status, headers.get('location')], [400, null], redirect_uri);
  }
  const unknown = await app.authorize({ client_id: 'forged' });
  t.deepEqual([unknown.status, unknown.headers.get('location')], [400, null]);
});

test('PKCE cannot be left out or downgraded, and a wrong resource is refused', async (t) => {
  const app = await newApp();
  const error = async (changes: Record<string, string | null>) => {
    const { headers, json, status } = await app.authorize(changes);
    const location = headers.get('location');
    return location?.startsWith(REDIRECT)
      ? new URL(location.replace('#', '?')).searchParams.get('error')
      : `${status} ${JSON.stringify(json)}`;
  };
  t.is(await error({ code_challenge: null, code_challenge_method: null }), 'invalid_request');
  t.is(await error({ code_challenge_method: 'plain' }), 'invalid_request');
  t.is(await error({ code_challenge_method: null }), 'invalid_request');
  t.is(await error({ resource: 'https://elsewhere.example.org/mcp' }), 'invalid_target');
  t.is(await error({ response_type: 'token' }), 'unsupported_response_type');
  t.is(await error({ prompt: 'none' }), 'consent_required');
  t.regex((await error({ response_mode: 'form_post' })) as string, /^400 /);
});

test('consent needs the account, the browser of the request, and no other site', async (t) => {
  const user = await service.signedIn();
  const app = await newApp();
  const path = (await app.authorize()).headers.get('location') as string;
  t.is((await app.decide(path, undefined, ['markets:read'])).status, 401);
  t.is(
    (await app.decide(path, user, ['markets:read'], { origin: 'https://evil.example' })).json.code,
    'cross_site_request',
  );
  const stranger = new OAuthApp(service.url);
  t.is((await stranger.decide(path, user, ['markets:read'])).status, 404);
  t.is((await stranger.call(`${path}/request`)).status, 404);
  for (const chosen of [[], ['admin:write'], ['markets:read', 'clients:read'], 'all', [1], undefined])
    t.is((await app.decide(path, user, chosen)).json.code, 'invalid_request', JSON.stringify(chosen));
  const { json } = await user.post('/auth/keys', { name: 'K', scopes: ['auth:write', 'markets:read'] });
  const keyed = as((await service.client().post('/auth/token', { key: json.key })).json.accessToken);
  t.is((await app.decide(path, keyed, ['markets:read'])).json.code, 'forbidden');
  const rejected = await app.decide(path, user, null);
  const back = await app.call(rejected.json.location);
  t.like(Object.fromEntries(new URL(back.headers.get('location') as string).searchParams), {
    error: 'access_denied',
    iss: ISSUER,
  });
  t.is((await audited('app.rejected', user.accountId)).length, 1);
  t.is((await app.decide(path, user, ['markets:read'])).status, 404, 'a decision is final');
});

test('a disabled account cannot use its apps', async (t) => {
  const { user, app, tokens } = await connected();
  await service.database.database.query('update accounts set disabled_at = now() where id = $1', [user.accountId]);
  service.clock.advance(1000);
  t.is((await app.refresh(tokens.refresh_token)).json.error, 'invalid_grant');
  t.is((await as(tokens.access_token).get('/markets/watchlists')).status, 401);
});

test('apps register with https, own schemes and any port of the loopback address', async (t) => {
  const app = new OAuthApp(service.url);
  const refused = async (more: object) => (await app.register(more)).json.error;
  t.is(await refused({ redirect_uris: ['http://app.example.net/'] }), 'invalid_redirect_uri');
  t.is(await refused({ redirect_uris: ['javascript:alert(1)'] }), 'invalid_redirect_uri');
  t.is(await refused({ redirect_uris: [`${REDIRECT}#x`] }), 'invalid_redirect_uri');
  for (const more of [
    { redirect_uris: [] },
    { redirect_uris: 'x' },
    { redirect_uris: Array(11).fill(REDIRECT) },
    { redirect_uris: ['https://u:p@app.example.net/'] },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
    { client_name: 7 },
  ])
    t.regex(await refused(more), /^invalid_(client_metadata|redirect_uri)$/, JSON.stringify(more));
  const { json } = await app.register({
    client_name: `A\u202e\u0000${'x'.repeat(200)}`,
    jwks_uri: 'https://x.example',
  });
  t.is(json.client_name.length, 100);
  t.false('jwks_uri' in json);
  const user = await service.signedIn();
  const local = new OAuthApp(service.url, 'http://127.0.0.1:7777/callback');
  await local.register({ redirect_uris: ['http://127.0.0.1/callback'] });
  const code = (await local.consent(user)).get('code') as string;
  t.is((await local.exchange(code)).status, 200);
  t.is((await local.authorize({ redirect_uri: 'http://127.0.0.1:7777/other' })).status, 400);
  await app.register({ redirect_uris: ['com.example.app:/callback'] });
  t.is((await app.authorize({ redirect_uri: 'com.example.app:/callback' })).status, 303);
});
