import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { settlesWithin } from '../support/in-time.js';
import { ownRedis } from '../support/own-redis.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { testRedisUrl } from '../support/redis.js';
import { startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

/** Maximum duration of a read, and maximum time until everything works again (ms). */
const LIMIT_MS = 5_000;

test('X05: with Redis frozen, killed or restarted empty, every response is in time and at worst a 503, and everything works again within 5 s', async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const redis = await ownRedis(t);
  const ready = new RedisConnection({ url: redis.url });
  await ready.ready(30_000);
  await ready.close();
  const service = await startProcess(t, {
    ...sharedEnv,
    SVC_DATABASE_URL: databaseUrl,
    SVC_REDIS_URL: redis.url,
    SVC_SIGN_IN_LIMIT: '100000',
  });
  let client = await ProcessClient.at(service);
  const statuses = new Map<number, number>();
  const late: string[] = [];
  let isOver = false;
  t.teardown(() => {
    isOver = true;
    redis.thaw();
  });
  const reader = async () => {
    while (!isOver) {
      const asked = client.get(service, '/users/me');
      const isInTime = settlesWithin(LIMIT_MS, asked);
      const { status } = await asked;
      if (!(await isInTime)) late.push(`a read took longer than ${LIMIT_MS} ms`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await wait(10);
    }
  };
  const { email, password } = { email: sharedEnv.SVC_OPERATOR_EMAIL, password: sharedEnv.SVC_OPERATOR_PASSWORD };
  const signIn = async () => (await client.post(service, '/auth/login', { email, password })).status;
  const signsInAgain = async (what: string) => {
    const again = eventually(async () => (await signIn()) === 200);
    t.true(await settlesWithin(LIMIT_MS, again), what);
    await again;
  };
  const readers = Array.from({ length: 4 }, () => reader().catch((error: unknown) => void late.push(String(error))));
  const reads = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const moreReads = async () => {
    const before = reads();
    await eventually(() => reads() >= before + 40);
  };
  await moreReads();

  redis.freeze();
  await moreReads();
  t.is(await signIn(), 503, 'no sign-in without the count of failures');
  redis.thaw();
  await signsInAgain('thawed');

  await redis.leave();
  await moreReads();
  t.is(await signIn(), 503);
  t.is((await client.get(service, '/health')).status, 200);
  t.deepEqual([...statuses.keys()].sort(), [200, 503], 'a session that cannot be checked is a 503');
  redis.comeBack();
  await signsInAgain('back, and empty');

  // Sessions were only in Redis, so they are lost.
  await eventually(async () => (await client.get(service, '/users/me')).status === 401);
  isOver = true;
  await Promise.all(readers);
  client = await ProcessClient.at(service);
  t.is((await client.get(service, '/users/me')).status, 200);
  t.deepEqual(late, []);
  const perSecond = new Map<string, number>();
  for (const line of service.said().split('\n')) {
    if (!/"component":"(redis|cache|rate-limit|sessions|auth)"|Redis/.test(line)) continue;
    const second = /"time":"([^".]+)/.exec(line)?.[1] ?? '';
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  t.true(Math.max(0, ...perSecond.values()) <= 10, `${Math.max(0, ...perSecond.values())} log lines in a second`);
  t.true(perSecond.size > 0, 'the outages are logged');
});

test('with a Redis that replies 400 ms late, requests and sign-ins are slower and succeed', async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const target = new URL(testRedisUrl);
  const proxy = await chaosProxy({ host: target.hostname, port: Number(target.port || 6379) });
  t.teardown(() => proxy.close());
  const redis = `redis://127.0.0.1:${proxy.port}`;
  const service = await startProcess(t, {
    ...sharedEnv,
    SVC_DATABASE_URL: databaseUrl,
    SVC_REDIS_URL: redis,
    SVC_SIGN_IN_LIMIT: '100000',
  });
  const client = await ProcessClient.at(service);
  proxy.delay(400);
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await client.get(service, '/users/me')).status);
  t.deepEqual(statuses, Array(5).fill(200));
  const { SVC_OPERATOR_EMAIL: email, SVC_OPERATOR_PASSWORD: password } = sharedEnv;
  t.is((await client.post(service, '/auth/login', { email, password })).status, 200);
});
