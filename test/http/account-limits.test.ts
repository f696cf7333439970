import 'reflect-metadata';
import test from 'ava';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../src/api/endpoint.js';
import { isProblem } from '../support/is-problem.js';
import { SECOND, serviceFor } from '../support/service-for.js';
import type { CheckedAnswer } from '../support/test-client.js';
import { PASSWORD } from '../support/test-service.js';

const gate = { open: Promise.withResolvers<void>(), entered: 0 };

@Service()
@Authorized()
@JsonController('/slow')
class SlowController {
  @Get('')
  @Endpoint({ summary: 'Wait', description: 'Answers when the test says so.' })
  async waitForGate(): Promise<void> {
    gate.entered += 1;
    await gate.open.promise;
  }
}

const slow = { controllers: [{ controller: SlowController, tag: 'health' }] };
const windowOf = ({ headers }: CheckedAnswer) => {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  return { texts: [limit, remaining, reset], limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
};

test('every authenticated response has the rate limit headers, whatever its status', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { env: { SVC_RATE_LIMIT: '6' } });
  const ada = await signedIn();
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  const answers = [
    await ada.get('/users/me', { headers: { 'if-none-match': etag } }),
    await ada.patch('/users/me', { displayName: 7 }),
    await ada.delete('/auth/sessions/019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e'),
    await ada.get('/admin/users'),
    await ada.get('/users/me', { headers: { accept: 'image/png' } }),
    await ada.get('/users/me'),
  ];
  t.deepEqual(
    answers.map(({ status }) => status),
    [304, 400, 404, 403, 406, 429],
  );
  for (const answer of answers) {
    const { texts, limit, remaining, reset } = windowOf(answer);
    for (const text of texts) t.regex(text ?? '', /^\d+$/);
    const now = clock.now() / SECOND;
    t.true(reset > now && reset <= now + 61, `${reset} ${now}`);
    t.true(remaining <= limit && limit === 6);
    t.regex(answer.headers.get('ratelimit') ?? '', /^"default";r=\d+;t=\d+$/);
    t.is(answer.headers.get('ratelimit-policy'), '"default";q=6;w=60');
  }
});

test('the remaining requests count down to 0, and the next request is rejected before it has an effect', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { env: { SVC_RATE_LIMIT: '3' } });
  const ada = await signedIn();
  for (const left of [2, 1, 0]) t.is(windowOf(await ada.get('/users/me')).remaining, left);
  const refused = await ada.patch('/users/me', { displayName: 'Never' });
  t.is(refused.status, 429);
  t.is(refused.json.code, 'rate_limited');
  const { remaining, reset } = windowOf(refused);
  t.is(remaining, 0);
  const wait = Number(refused.headers.get('retry-after'));
  t.true(wait >= 1 && clock.now() / SECOND + wait >= reset - 1);
  clock.advance(wait * SECOND);
  const again = await ada.get('/users/me');
  t.is(again.status, 200);
  t.is(windowOf(again).remaining, 2);
  t.not(again.json.displayName, 'Never');
});

test('further requests while limited do not move the end of the window', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { env: { SVC_RATE_LIMIT: '1' } });
  const ada = await signedIn();
  const { reset } = windowOf(await ada.get('/users/me'));
  for (let second = 0; second < 5; second += 1) {
    clock.advance(10 * SECOND);
    const answer = await ada.get('/users/me');
    isProblem(t, answer, 429, 'rate_limited');
    t.is(windowOf(answer).reset, reset);
  }
  clock.advance(11 * SECOND);
  t.is((await ada.get('/users/me')).status, 200);
});

test('two sessions of one account share its window; another account has its own', async (t) => {
  const { signedIn, client } = await serviceFor(t, { env: { SVC_RATE_LIMIT: '4' } });
  const [ada, eve] = [await signedIn(), await signedIn()];
  const phone = client();
  await phone.signIn(ada.email, PASSWORD);
  const left = [];
  for (const device of [ada, phone, ada, phone]) left.push(windowOf(await device.get('/users/me')).remaining);
  t.deepEqual(left, [3, 2, 1, 0]);
  isProblem(t, await phone.get('/users/me'), 429, 'rate_limited');
  t.is(windowOf(await eve.get('/users/me')).remaining, 3);
});

test('health, documentation, OPTIONS and sign-in have no account limit', async (t) => {
  const { signedIn, client } = await serviceFor(t, {
    env: { SVC_RATE_LIMIT: '1', SVC_CORS_ORIGINS: 'https://app.example.org' },
  });
  const ada = await signedIn();
  await ada.get('/users/me');
  isProblem(t, await ada.get('/users/me'), 429, 'rate_limited');
  for (const path of ['/health', '/health/ready', '//openapi.json', '//docs']) {
    const answer = await ada.get(path);
    t.is(answer.status, 200, path);
    t.is(answer.headers.get('x-ratelimit-limit'), null);
  }
  const preflight = { origin: 'https://app.example.org', 'access-control-request-method': 'GET' };
  t.is((await ada.call('OPTIONS', '/users/me', { headers: preflight })).status, 204);
  t.true((await ada.call('OPTIONS', '/users/me')).status < 300);
  t.is((await ada.refresh()).status, 200);
  t.is((await client().signIn(ada.email, PASSWORD)).status, 200);
});

test('failed sign-ins do not count toward the window', async (t) => {
  const { signedIn, client } = await serviceFor(t);
  const ada = await signedIn();
  const before = windowOf(await ada.get('/users/me')).remaining;
  for (let count = 0; count < 3; count += 1) await client().signIn(ada.email, 'not the password');
  t.is(windowOf(await ada.get('/users/me')).remaining, before - 1);
});

test('browsers of allowed origins can read the rate limit headers', async (t) => {
  const { signedIn } = await serviceFor(t, { env: { SVC_CORS_ORIGINS: 'https://app.example.org' } });
  const answer = await (await signedIn()).get('/users/me', { headers: { origin: 'https://app.example.org' } });
  const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'])
    t.true(exposed.includes(name), name);
});

test('every authenticated operation describes 429 with its headers', async (t) => {
  const { app, client } = await serviceFor(t);
  const document = (await client().get('//openapi.json')).json;
  const resolve = (node: { $ref?: string }) =>
    node.$ref === undefined
      ? node
      : node.$ref
          .slice(2)
          .split('/')
          .reduce((at, part) => at[part.replaceAll('~1', '/')], document);
  for (const [path, item] of Object.entries(app.document.paths)) {
    for (const [method, operation] of Object.entries(
      item as Record<string, { security?: object[]; responses: Record<string, object> }>,
    )) {
      if (!operation.security?.some((scheme) => 'BearerJWT' in scheme)) continue;
      const { headers = {} } = resolve(operation.responses['429'] ?? {});
      for (const name of ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
        t.true(name in headers, `${method} ${path} ${name}`);
    }
  }
});

test('rejections before an operation begins are described, too', async (t) => {
  const { signedIn, client } = await serviceFor(t);
  const ada = await signedIn();
  // The test client checks each of these responses against the OpenAPI description.
  isProblem(t, await client().get('/health', { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
  isProblem(
    t,
    await ada.post('/auth/logout', undefined, { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
    415,
    'unsupported_media_type',
  );
  isProblem(
    t,
    await ada.post('/auth/logout-all', undefined, { rawBody: '{', headers: { 'content-type': 'application/json' } }),
    400,
    'malformed_body',
  );
  isProblem(
    t,
    await ada.delete('/users/me', { body: { sure: true } }),
    400,
    'invalid_request',
    '/currentPassword',
    '/sure',
  );
  isProblem(
    t,
    await ada.delete('/users/me', {
      rawBody: `"${'x'.repeat(1024 * 1024)}"`,
      headers: { 'content-type': 'application/json' },
    }),
    413,
    'payload_too_large',
  );
  t.is((await ada.get('/users/me')).status, 200);
});

test('twenty of fifty concurrent slow requests of one account run; another account is served', async (t) => {
  const { signedIn } = await serviceFor(t, { ...slow, env: { SVC_CONCURRENCY: '20' } });
  const [ada, eve] = [await signedIn(), await signedIn()];
  const answered: CheckedAnswer[] = [];
  const calls = Array.from({ length: 50 }, () => ada.get('/slow').then((answer) => answered.push(answer)));
  while (answered.length < 30) await Promise.race(calls.slice()).then(() => new Promise(setImmediate));
  // The admitted requests begin in later turns than the responses of the rejected ones.
  while (gate.entered < 20) await new Promise(setImmediate);
  t.is(gate.entered, 20);
  for (const answer of answered) {
    t.is(answer.status, 429);
    t.is(answer.json.code, 'too_many_concurrent');
    t.true(Number(answer.headers.get('retry-after')) >= 1);
  }
  t.is((await eve.get('/users/me')).status, 200);
  gate.open.resolve();
  await Promise.all(calls);
  t.is(answered.filter(({ status }) => status === 204).length, 20);
  t.is((await ada.get('/users/me')).status, 200);
});
