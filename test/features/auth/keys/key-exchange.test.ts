import 'reflect-metadata';
import test from 'ava';
import { generateKey } from '../../../../src/features/auth/keys/key-text.js';
import { PersonalKeyRepository } from '../../../../src/features/auth/keys/personal-key.repository.js';
import { partsOf } from '../../../support/forge.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

type Account = Awaited<ReturnType<TestService['signedIn']>>;

/** Returns a client with an access token of a new key. */
async function program(
  { client }: TestService,
  owner: Account,
  fields: Record<string, unknown> = {},
): Promise<TestClient & { id: string; key: string }> {
  const { json } = await owner.post('/auth/keys', { name: 'Program', scopes: ['users:read'], ...fields });
  const caller = client();
  caller.token = (await caller.post('/auth/token', { key: json.key })).json.accessToken;
  return Object.assign(caller, { id: json.id as string, key: json.key as string });
}

test('a key is exchanged for a token of 15 minutes with its scopes, without a refresh cookie', async (t) => {
  const ada = await service.signedIn();
  const { json: created } = await ada.post('/auth/keys', { name: 'Program', scopes: ['users:read', 'markets:read'] });
  const { status, json, cookie, headers } = await service.client().post('/auth/token', { key: created.key });
  t.deepEqual(
    [status, json.tokenType, json.expiresIn, json.scopes],
    [200, 'Bearer', 900, ['users:read', 'markets:read']],
  );
  t.is(cookie, undefined);
  t.is(headers.get('cache-control'), 'no-store');
  const { claims } = partsOf(json.accessToken);
  t.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'key', 'sub']);
  t.is((await service.client().get('/users/me', { token: json.accessToken })).json.id, ada.accountId);
});

test('a wrong, mistyped, unknown or huge key is a 401, and a key with a wrong checksum is not looked up', async (t) => {
  let lookups = 0;
  const own = await serviceFor(t, {
    replace: (services) => {
      const repository = services.get(PersonalKeyRepository);
      const find = repository.findByHash.bind(repository);
      repository.findByHash = (...values) => {
        lookups += 1;
        return find(...values);
      };
    },
  });
  const key = generateKey();
  for (const text of [
    'nonsense',
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    key.slice(4),
    `${key} `,
    'x'.repeat(10_000),
    `wfk_${'0'.repeat(10_000)}`,
  ]) {
    const answer = await own.client().post('/auth/token', { key: text });
    t.deepEqual(
      [answer.status, answer.json.code, answer.headers.get('www-authenticate')],
      [401, 'invalid_key', 'Bearer'],
    );
  }
  t.is(lookups, 0);
  t.is((await own.client().post('/auth/token', { key })).json.code, 'invalid_key');
  t.is(lookups, 1);
});

test('a key is not accepted as an access token', async (t) => {
  const { json } = await (await service.signedIn()).post('/auth/keys', { name: 'Program', scopes: ['users:read'] });
  const answer = await service.client().get('/users/me', { token: json.key });
  t.deepEqual([answer.status, answer.json.code], [401, 'invalid_token']);
  t.regex(answer.json.detail, /POST \/api\/v1\/auth\/token/);
});

test('a revoked key cannot be exchanged, and its tokens end immediately', async (t) => {
  const ada = await service.signedIn();
  const { id, key, ...caller } = await program(service, ada);
  t.is((await caller.get('/users/me')).status, 200);
  await ada.delete(`/auth/keys/${id}`);
  const answer = await caller.get('/users/me');
  t.deepEqual([answer.status, answer.json.code], [401, 'invalid_token']);
  t.is((await service.client().post('/auth/token', { key })).json.code, 'invalid_key');
});

test('an expired key cannot be exchanged, and its tokens end with it', async (t) => {
  const own = await serviceFor(t);
  const caller = await program(own, await own.signedIn(), {
    expiresAt: new Date(own.clock.now() + MINUTE).toISOString(),
  });
  own.clock.advance(MINUTE);
  t.is((await own.client().post('/auth/token', { key: caller.key })).json.code, 'invalid_key');
  own.clock.advance(HOUR);
  isProblem(t, await caller.get('/users/me'), 401, 'invalid_token');
});

test('the keys of a disabled or deleted account do not work', async (t) => {
  const own = await serviceFor(t);
  const operator = await own.signedIn('operator', 'operator');
  const [ada, eve] = [await own.signedIn(), await own.signedIn()];
  const [adas, eves] = [await program(own, ada), await program(own, eve)];
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  await operator.delete(`/admin/users/${eve.accountId}`);
  for (const { key, get } of [adas, eves]) {
    isProblem(t, await get('/users/me'), 401, 'invalid_token');
    t.is((await own.client().post('/auth/token', { key })).json.code, 'invalid_key');
  }
});

test('a key stays valid when the sessions of its account end', async (t) => {
  const ada = await service.signedIn();
  const caller = await program(service, ada);
  await ada.post('/auth/logout-all');
  t.is((await caller.get('/users/me')).status, 200);
});

test('a key with address ranges works only from these, also with tokens issued before', async (t) => {
  const ada = await service.signedIn();
  const caller = await program(service, ada, { addressRanges: ['127.0.0.0/8', '2001:db8::/32'] });
  t.is((await caller.get('/users/me')).status, 200);
  await ada.patch(`/auth/keys/${caller.id}`, { addressRanges: ['203.0.113.7'] });
  const answers = [
    await caller.get('/users/me'),
    await caller.post('/auth/token', { key: caller.key }, { token: null }),
  ];
  t.deepEqual(
    answers.map(({ status, json }) => [status, json.code]),
    [
      [401, 'invalid_token'],
      [401, 'invalid_key'],
    ],
  );
  for (const { json } of answers) t.regex(json.detail, /address/);
});

test('changed scopes apply to tokens that were issued before', async (t) => {
  const ada = await service.signedIn();
  const caller = await program(service, ada);
  t.is((await caller.get('/markets/watchlists')).json.code, 'insufficient_scope');
  await ada.patch(`/auth/keys/${caller.id}`, { scopes: ['markets:read'] });
  t.is((await caller.get('/markets/watchlists')).status, 200);
  t.is((await caller.get('/users/me')).json.code, 'insufficient_scope');
});

test('a key shares the rate limit of its account', async (t) => {
  const ada = await service.signedIn();
  const caller = await program(service, ada);
  const left = async (client: TestClient) =>
    Number((await client.get('/users/me')).headers.get('x-ratelimit-remaining'));
  const before = await left(ada);
  t.is(await left(caller), before - 1);
  t.is(await left(ada), before - 2);
});

test('exchanges are limited by address, separately from sign-ins', async (t) => {
  const own = await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '3' } });
  const ada = await own.signedIn();
  for (let count = 0; count < 3; count += 1)
    isProblem(t, await own.client().post('/auth/token', { key: 'nonsense' }), 401, 'invalid_key');
  const answer = await own.client().post('/auth/token', { key: 'nonsense' });
  t.deepEqual([answer.status, answer.json.code], [429, 'too_many_attempts']);
  t.true(Number(answer.headers.get('retry-after')) > 0);
  isProblem(t, await own.client().signIn(ada.email, 'wrong'), 401, 'invalid_credentials');
});
