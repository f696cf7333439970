import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
const withCookie = (client: TestClient, cookie: string | undefined, headers?: Record<string, string>) =>
  client.fresh().post('/auth/refresh', undefined, { cookie, headers });

test('a refresh returns a new access token of the same session and a new cookie', async (t) => {
  const ada = await service.signedIn();
  const [token, cookie] = [ada.token as string, ada.cookie as string];
  const answer = await ada.refresh();
  t.is(answer.status, 200);
  t.is(answer.headers.get('cache-control'), 'no-store');
  const [before, after] = [claimsOf(token), claimsOf(answer.json.accessToken)];
  t.is(after.sid, before.sid);
  t.not(after.jti, before.jti);
  t.not(answer.cookie, cookie);
  t.is(
    answer.headers.getSetCookie()[0]?.replace(answer.cookie as string, ''),
    'svc_refresh=; HttpOnly; SameSite=Strict; Path=/api/v1/auth; Max-Age=1209600',
  );
  t.is((await ada.get('/users/me')).status, 200);
});

test('an old refresh token ends the session with its newest refresh token and its access tokens, and is recorded', async (t) => {
  const ada = await service.signedIn();
  const [first, sid] = [ada.cookie, claimsOf(ada.token as string).sid];
  const bystander = await service.signedIn();
  await ada.refresh();
  const [second, token] = [ada.cookie, ada.token];
  const reused = await withCookie(ada, first);
  t.is(reused.status, 401);
  t.is(reused.json.code, 'refresh_reused');
  t.is(reused.cookie, '');
  const after = await withCookie(ada, second);
  t.is(after.status, 401);
  t.is(after.json.code, 'refresh_invalid');
  isProblem(t, await ada.get('/users/me', { token }), 401, 'invalid_token');
  t.is((await bystander.get('/users/me')).status, 200);
  const { rows } = await service.database.database.query(
    "select actor_id, detail, address from audit_entries where action = 'session.reuse_detected' and subject = $1",
    [ada.accountId],
  );
  t.deepEqual(rows, [{ actor_id: ada.accountId, detail: { sessionId: sid }, address: '127.0.0.1' }]);
});

test('a hundred consecutive rotations leave one session and one valid token', async (t) => {
  const ada = await service.signedIn();
  const spent = new Set([ada.cookie]);
  for (let rotation = 0; rotation < 100; rotation += 1) {
    t.is((await ada.refresh()).status, 200);
    t.false(spent.has(ada.cookie));
    spent.add(ada.cookie);
  }
  t.is((await ada.get('/auth/sessions')).json.items.length, 1);
  t.is((await withCookie(ada, [...spent][50])).json.code, 'refresh_reused');
});

test('twenty concurrent refreshes of a cookie get the same successor', async (t) => {
  const ada = await service.signedIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => withCookie(ada, ada.cookie)));
  const good = answers.filter(({ status }) => status === 200);
  t.true(good.length >= 1);
  t.true(answers.every(({ status }) => status === 200 || status === 401));
  t.is(new Set(good.map(({ cookie }) => cookie)).size, 1);
});

test('within the grace period a repeated refresh gets the identical cookie, which then rotates as usual', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { env: { SVC_REFRESH_GRACE_SECONDS: '10' } });
  const ada = await signedIn();
  const first = ada.cookie;
  const one = await withCookie(ada, first);
  clock.advance(2 * SECOND);
  const other = await withCookie(ada, first);
  t.deepEqual([one.status, other.status], [200, 200]);
  t.is(other.cookie, one.cookie);
  t.is((await withCookie(ada, one.cookie)).status, 200);
});

test('after the grace period a repeated refresh ends the session', async (t) => {
  const { signedIn, clock } = await serviceFor(t, { env: { SVC_REFRESH_GRACE_SECONDS: '10' } });
  const ada = await signedIn();
  const first = ada.cookie;
  await ada.refresh();
  clock.advance(11 * SECOND);
  t.is((await withCookie(ada, first)).json.code, 'refresh_reused');
  isProblem(t, await ada.refresh(), 401, 'refresh_invalid');
});

test('the grace period applies to the previous token only', async (t) => {
  const { signedIn } = await serviceFor(t, { env: { SVC_REFRESH_GRACE_SECONDS: '60' } });
  const ada = await signedIn();
  const first = ada.cookie;
  await ada.refresh();
  await ada.refresh();
  t.is((await withCookie(ada, first)).json.code, 'refresh_reused');
});

const foreign: Array<Record<string, string>> = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
];

for (const headers of foreign) {
  test(`another site (${JSON.stringify(headers)}) can neither refresh nor sign out, and spends no token`, async (t) => {
    const ada = await service.signedIn();
    const refused = await withCookie(ada, ada.cookie, headers);
    t.is(refused.status, 403);
    t.is(refused.json.code, 'cross_site_request');
    t.deepEqual(refused.headers.getSetCookie(), []);
    t.is((await ada.post('/auth/logout', undefined, { headers })).json.code, 'cross_site_request');
    t.is((await ada.refresh()).status, 200);
  });
}

test('the service itself and a listed origin may refresh', async (t) => {
  const { signedIn, url } = await serviceFor(t, { env: { SVC_CORS_ORIGINS: 'https://app.example.org' } });
  const ada = await signedIn();
  t.is(
    (await ada.post('/auth/refresh', undefined, { headers: { 'sec-fetch-site': 'same-origin', origin: url } })).status,
    200,
  );
  t.is(
    (
      await ada.post('/auth/refresh', undefined, {
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.org' },
      })
    ).status,
    200,
  );
});

test('with SVC_BASE_URL set, Host and X-Forwarded-Host do not change the origin of the service', async (t) => {
  const { signedIn, url } = await serviceFor(t, {
    env: { SVC_BASE_URL: 'https://watch.example.org', SVC_TRUSTED_PROXIES: '1' },
  });
  const ada = await signedIn();
  const refresh = (headers: Record<string, string>) => ada.post('/auth/refresh', undefined, { headers });
  t.is((await refresh({ origin: url })).json.code, 'cross_site_request');
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  t.is((await refresh({ origin: 'https://evil.example', ...forwarded })).json.code, 'cross_site_request');
  t.is((await refresh({ origin: 'https://watch.example.org' })).status, 200);
});

test('a process without its sessions responds with 401 and clears the cookie', async (t) => {
  const ada = await service.signedIn();
  const restarted = await serviceFor(t, { parts: { database: service.database.database } });
  const answer = await restarted.client().post('/auth/refresh', undefined, { cookie: ada.cookie });
  t.is(answer.status, 401);
  t.is(answer.json.code, 'refresh_invalid');
  t.is(answer.headers.getSetCookie()[0], 'svc_refresh=; HttpOnly; SameSite=Strict; Path=/api/v1/auth; Max-Age=0');
});

test('a session ends after 14 days without use', async (t) => {
  const { signedIn, clock } = await serviceFor(t);
  const [ada, eve] = [await signedIn(), await signedIn()];
  clock.advance(14 * DAY - SECOND);
  t.is((await ada.refresh()).status, 200);
  clock.advance(SECOND);
  isProblem(t, await eve.refresh(), 401, 'refresh_invalid');
  t.is((await ada.refresh()).status, 200);
});

test('an account that is disabled or gone cannot refresh, although its session is still stored', async (t) => {
  const { signedIn, clock, database } = await serviceFor(t);
  const [ada, eve] = [await signedIn(), await signedIn()];
  await database.database.query('update accounts set disabled_at = now() where id = $1', [ada.accountId]);
  await database.database.query('delete from accounts where id = $1', [eve.accountId]);
  clock.advance(5 * MINUTE);
  for (const client of [ada, eve]) isProblem(t, await client.refresh(), 401, 'refresh_invalid');
});

test('a session that is refreshed every day ends after 90 days', async (t) => {
  const { signedIn, clock } = await serviceFor(t);
  const ada = await signedIn();
  for (let day = 1; day < 90; day += 1) {
    clock.advance(DAY);
    t.is((await ada.refresh()).status, 200, `day ${day}`);
  }
  clock.advance(DAY);
  isProblem(t, await ada.refresh(), 401, 'refresh_invalid');
});

test('a missing, empty or forged cookie is a 401 and changes nothing', async (t) => {
  const ada = await service.signedIn();
  const [sid, generation, secret] = (ada.cookie as string).split('.') as [string, string, string];
  const forged = [
    null,
    '',
    'x',
    `${sid}.${generation}.${secret.slice(1)}A`,
    `${sid}.${generation}.${'A'.repeat(43)}`,
    `${sid}.1.${secret}`,
    `${sid}.00.${secret}`,
    `${sid.toUpperCase()}.${generation}.${secret}`,
    `${sid}.${generation}.${secret}x`,
    'x'.repeat(4000),
  ];
  for (const cookie of forged) {
    const answer = await withCookie(ada, cookie as string);
    t.is(answer.status, 401, String(cookie));
    t.is(answer.json.code, 'refresh_invalid');
  }
  t.is((await ada.refresh()).status, 200);
});

test('access tokens and refresh tokens are not interchangeable', async (t) => {
  const ada = await service.signedIn();
  isProblem(t, await ada.get('/users/me', { token: ada.cookie }), 401, 'invalid_token');
  isProblem(t, await withCookie(ada, ada.token), 401, 'refresh_invalid');
});
