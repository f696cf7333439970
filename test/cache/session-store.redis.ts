import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { RedisConnection } from '../../src/cache/redis-connection.js';
import { isStoreUnavailable } from '../../src/cache/store-unavailable.js';
import { RedisSessionStore } from '../../src/features/auth/sessions/redis-session-store.js';
import { RefreshTokenMint } from '../../src/features/auth/sessions/refresh-token.js';
import { openSession } from '../../src/features/auth/sessions/session.js';
import { sessionStoreContract } from '../contract/session-store.contract.js';
import { redisSpace } from '../support/redis.js';

sessionStoreContract(test, async (limits) => {
  const { redis, close } = await redisSpace();
  return { store: new RedisSessionStore(redis, limits), passTime: (ms) => setTimeout(ms + 2), close };
});

const opening = () => openSession('ada', { addressClass: 'public' });

test('twenty concurrent refreshes over two processes create one successor', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const key = randomBytes(32);
  const store = new RedisSessionStore(redis);
  const session = await store.create(opening());
  const token = new RefreshTokenMint(key).mint(session);
  const script = fileURLToPath(new URL('../support/rotation-process.js', import.meta.url));
  const others = [0, 1].map(() => fork(script, [redis.keyPrefix, key.toString('hex'), token, '10']));
  await Promise.all(others.map((other) => once(other, 'message')));
  const replies = others.map((other) => once(other, 'message') as Promise<[string[]]>);
  for (const other of others) other.send('go');
  const outcomes = (await Promise.all(replies)).flatMap(([list]) => list);
  t.is(outcomes.length, 20);
  // If a process starts only after the rotation of the other, it presents a spent token. This ends the session, but
  // never creates a second valid token.
  const tokens = outcomes.filter((outcome) => outcome.includes('.'));
  t.true(tokens.length >= 10);
  t.is(new Set(tokens).size, 1);
  t.true((await store.list('ada')).length <= 1);
});

test('a session has two keys, however often it rotates', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const store = new RedisSessionStore(redis);
  const { id } = await store.create(opening());
  for (let generation = 0; generation < 10; generation += 1) {
    await store.rotate({ sessionId: id, presentedGeneration: generation, requestAgeMs: 0, graceMs: 0 });
  }
  t.is((await keys()).length, 2);
  await store.end(id);
  t.deepEqual(await keys(), []);
});

test('a reused token leaves no key of its session', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const store = new RedisSessionStore(redis);
  const { id } = await store.create(opening());
  for (const verdict of ['rotated', 'reused'] as const) {
    t.is((await store.rotate({ sessionId: id, presentedGeneration: 0, requestAgeMs: 0, graceMs: 0 })).verdict, verdict);
  }
  t.deepEqual(await keys(), []);
});

test('a rotation that arrives after its caller timed out changes nothing', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const store = new RedisSessionStore(redis);
  const session = await store.create(opening());
  // Simulates a delayed command: when it is executed, the server's clock is past the deadline.
  const deadline = redis.deadline();
  const run = redis.run.bind(redis);
  const past = {
    keyPrefix: redis.keyPrefix,
    run,
    noteServerTime: () => undefined,
    deadline: () => deadline - 3_600_000,
  };
  const held = new RedisSessionStore(past as unknown as RedisConnection);
  const late = { sessionId: session.id, presentedGeneration: 0, requestAgeMs: 0, graceMs: 0 };
  t.true(isStoreUnavailable(await t.throwsAsync(held.rotate(late))));
  t.deepEqual(await store.find(session.id), session);
  t.is((await store.rotate(late)).verdict, 'rotated');
});
