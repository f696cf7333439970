import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { redisSpace } from '../../../support/redis.js';
import { redisBehindProxy } from '../../../support/redis-proxy.js';
import { serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

/** Starts two instances of the service on one database and one Redis, each with its own connection. */
async function twoInstances(t: ExecutionContext) {
  const keyPrefix = `test:${randomUUID()}:`;
  const spaces = [await redisSpace(keyPrefix), await redisSpace(keyPrefix)] as const;
  const one = await serviceFor(t, { parts: { redis: spaces[0].redis } });
  const other = await serviceFor(t, { parts: { redis: spaces[1].redis, database: one.database.database } });
  t.teardown(async () => {
    await spaces[1].redis.close();
    await spaces[0].close();
  });
  return { one, other, keys: spaces[0].keys, redis: spaces[0].redis };
}

/**
 * Asserts that requests get the status after a second at most. The time of sending counts, not that of the response.
 * The second is counted in short timer steps, so time in which other work keeps this process from running is excluded.
 */
async function endsWithinASecond(t: ExecutionContext, ask: () => Promise<{ status: number }>, status = 401) {
  let passedMs = 0;
  const steps = setInterval(() => {
    passedMs += 20;
  }, 20);
  try {
    for (;;) {
      const askedMs = passedMs;
      if ((await ask()).status === status) return t.pass();
      if (askedMs > 1000) return t.fail('still let in after a second');
      await setTimeout(20);
    }
  } finally {
    clearInterval(steps);
  }
}

test('twenty concurrent refreshes over two instances create one successor and leave at most one valid token', async (t) => {
  const { one, other, redis } = await twoInstances(t);
  const ada = await one.signedIn();
  const { cookie } = ada;
  // Opens connections and loads scripts first, so that the refreshes really run at the same time.
  await Promise.all(
    [one, other].flatMap((service) => Array.from({ length: 10 }, () => service.client().get('/health'))),
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : other).client().post('/auth/refresh', undefined, { cookie }),
    ),
  );
  const good = answers.filter(({ status }) => status === 200);
  t.true(good.length >= 1);
  t.true(answers.every(({ status }) => status === 200 || status === 401));
  t.is(new Set(good.map((answer) => answer.cookie)).size, 1);
  t.true(((await redis.send('KEYS', `${redis.keyPrefix}session:*`)) as string[]).length <= 1);
});

test('signing out at one instance invalidates the tokens at the other within a second', async (t) => {
  const { one, other } = await twoInstances(t);
  const ada = await one.signedIn();
  const { token, cookie } = ada;
  const there = other.client();
  t.is((await there.get('/users/me', { token })).status, 200);
  await ada.post('/auth/logout');
  await endsWithinASecond(t, () => there.get('/users/me', { token }));
  isProblem(t, await there.post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
});

test('signing out everywhere ends three sessions at both instances, but no session of another account', async (t) => {
  const { one, other } = await twoInstances(t);
  const [ada, eve] = [await one.signedIn(), await one.signedIn()];
  const devices = [ada, one.client(), other.client()];
  for (const device of devices.slice(1)) await device.signIn(ada.email, PASSWORD);
  const tokens = devices.map(({ token }) => token);
  for (const token of tokens) t.is((await other.client().get('/users/me', { token })).status, 200);
  await ada.post('/auth/logout-all');
  for (const token of tokens) {
    for (const service of [one, other]) await endsWithinASecond(t, () => service.client().get('/users/me', { token }));
  }
  t.is((await other.client().get('/users/me', { token: eve.token })).status, 200);
  t.is((await other.client().post('/auth/refresh', undefined, { cookie: eve.cookie })).status, 200);
});

test('a disabled account is rejected at both instances within a second', async (t) => {
  const { one, other } = await twoInstances(t);
  const operator = await one.signedIn('operator', 'operator');
  const ada = await one.signedIn();
  const { token, cookie } = ada;
  t.is((await other.client().get('/users/me', { token })).status, 200);
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  await endsWithinASecond(t, () => other.client().get('/users/me', { token }));
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await other.client().post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
});

test('a demoted operator is rejected at the other instance within a second', async (t) => {
  const { one, other } = await twoInstances(t);
  const [first, second] = [await one.signedIn('first', 'operator'), await one.signedIn('second', 'operator')];
  const there = () => other.client().get('/admin/users', { token: second.token });
  t.is((await there()).status, 200);
  await first.patch(`/admin/users/${second.accountId}`, { role: 'user' });
  isProblem(t, await second.get('/admin/users'), 403, 'forbidden');
  await endsWithinASecond(t, there, 403);
});

test('two instances count the requests of an account together', async (t) => {
  const { one, other } = await twoInstances(t);
  const { token } = await one.signedIn();
  const left = [];
  for (const service of [one, other, one, other])
    left.push(Number((await service.client().get('/users/me', { token })).headers.get('x-ratelimit-remaining')));
  t.deepEqual(left, [599, 598, 597, 596]);
});

test('while the store is unavailable a refresh and a sign-out are a 503 without effect, and sign-ins fail', async (t) => {
  const { proxy, redis } = await redisBehindProxy(t, 3_000);
  const { signedIn, client } = await serviceFor(t, { parts: { redis } });
  const ada = await signedIn();
  const { cookie } = ada;
  t.truthy(cookie);
  for (const [cut, mend] of [
    [proxy.refuse, proxy.accept],
    [proxy.stall, proxy.resume],
  ] as const) {
    await cut();
    const answer = await ada.fresh().post('/auth/refresh', undefined, { cookie: ada.cookie });
    isProblem(t, answer, 503, 'unavailable');
    t.true(Number(answer.headers.get('retry-after')) >= 1);
    t.deepEqual(answer.headers.getSetCookie(), []);
    t.deepEqual((await client().signIn(ada.email, PASSWORD)).status, 503);
    const out = await ada.fresh().post('/auth/logout', undefined, { cookie: ada.cookie });
    isProblem(t, out, 503, 'unavailable');
    t.deepEqual(out.headers.getSetCookie(), []);
    await mend();
    await redis.ready(30_000);
    while ((await ada.refresh()).status !== 200) await setTimeout(50);
  }
  t.not(ada.cookie, cookie);
});
