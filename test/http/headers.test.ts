import test from 'ava';
import { startTestService, type TestService } from '../support/test-service.js';

const LISTED = 'https://app.example.com';

let development: TestService;
let production: TestService;
test.before(async () => {
  const cors = { SVC_CORS_ORIGINS: `${LISTED},https://other.example.com` };
  development = await startTestService({ env: cors });
  production = await startTestService({
    env: { ...cors, SVC_ENV: 'production', SVC_REGISTRATION: 'open', SVC_DOCS_ENABLED: 'true' },
  });
});
test.after.always(() => Promise.all([development.close(), production.close()]));

const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

for (const origin of [
  'null',
  'https://app.example.com.evil.com',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'https://evil.com',
  '*',
  `${LISTED}/`,
  `${LISTED},${LISTED}`,
]) {
  test(`the origin ${origin} may not read responses`, async (t) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await development
        .client()
        .call(method, '/health', { headers: { origin, 'access-control-request-method': 'PATCH' } });
      t.deepEqual(corsOf(headers), []);
      t.regex(headers.get('vary') ?? '', /\bOrigin\b/);
    }
  });
}

test('an allowed origin is returned exactly, may send credentials and read the headers', async (t) => {
  for (const path of ['/health', '/users/me', '/nothing']) {
    const { headers } = await development.client().get(path, { headers: { origin: LISTED } });
    t.is(headers.get('access-control-allow-origin'), LISTED);
    t.is(headers.get('access-control-allow-credentials'), 'true');
    t.regex(headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining.*Retry-After.*ETag/);
    t.regex(headers.get('vary') ?? '', /\bOrigin\b/);
  }
});

test('a preflight of an allowed origin is answered with the allowed methods and headers', async (t) => {
  const response = await fetch(`${development.url}/api/v1/users/me`, {
    method: 'OPTIONS',
    headers: {
      origin: LISTED,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,if-match',
    },
  });
  t.is(response.status, 204);
  t.regex(response.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  t.regex(response.headers.get('access-control-allow-headers') ?? '', /Authorization.*If-Match.*Idempotency-Key/);
});

test('without allowed origins responses do not vary by origin', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const { headers } = await service.client().get('/health', { headers: { origin: LISTED } });
  t.deepEqual(corsOf(headers), []);
  t.is(headers.get('vary'), null);
});

test('every response forbids framing, sniffing and referrers, and names no software', async (t) => {
  const ada = await development.signedIn();
  for (const answer of [
    await ada.get('/users/me'),
    await ada.get('/nothing'),
    await ada.get('/health'),
    await ada.patch('/users/me', { nope: 1 }),
    await ada.post('/auth/logout'),
  ]) {
    t.is(answer.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    t.is(answer.headers.get('x-content-type-options'), 'nosniff');
    t.is(answer.headers.get('referrer-policy'), 'no-referrer');
    for (const name of ['x-powered-by', 'server', 'strict-transport-security']) t.false(answer.headers.has(name), name);
  }
});

test('production sends Strict-Transport-Security, also with HTML pages', async (t) => {
  for (const path of ['/health', '/nothing', '//docs', '//openapi.json', '//problems']) {
    t.regex(
      (await production.client().get(path)).headers.get('strict-transport-security') ?? '',
      /^max-age=\d{8}; includeSubDomains$/,
    );
  }
});

test('responses to a signed-in caller are not stored in shared caches', async (t) => {
  const ada = await development.signedIn();
  for (const path of ['/users/me', '/users/me/usage', '/auth/sessions'])
    t.is((await ada.get(path)).headers.get('cache-control'), 'private, no-cache');
  const known = (await ada.get('/users/me')).headers.get('etag') as string;
  const unchanged = await ada.get('/users/me', { headers: { 'if-none-match': known } });
  t.deepEqual([unchanged.status, unchanged.headers.get('cache-control')], [304, 'private, no-cache']);
  t.is((await ada.patch('/users/me', { displayName: 'Ada' })).headers.get('cache-control'), 'no-store');
  t.is((await ada.get('/users/me', { token: null })).headers.get('cache-control'), 'no-store');
  t.is(
    (await development.client().signIn(ada.email, 'correct horse battery staple')).headers.get('cache-control'),
    'no-store',
  );
});

test('a plain word is used as the request id, anything else is replaced', async (t) => {
  const idFor = async (offered: string) =>
    (await development.client().get('/health', { headers: { 'x-request-id': offered } })).headers.get('x-request-id');
  t.is(await idFor('order-4711.a_b'), 'order-4711.a_b');
  for (const offered of ['short', 'x'.repeat(65), 'with space', '"quoted-text"', '{"a":"bcdefgh"}'])
    t.regex((await idFor(offered)) ?? '', /^[0-9a-f-]{36}$/);
});
