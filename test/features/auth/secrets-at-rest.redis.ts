import test from 'ava';
import { observeSecrets } from '../../support/observed-secrets.js';
import { redisSpace } from '../../support/redis.js';
import { serviceFor } from '../../support/service-for.js';

test('Redis, database and log contain nothing that could be used to sign in', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const service = await serviceFor(t, { parts: { redis } });
  const seen = await observeSecrets(service);
  const stored: string[] = [];
  for (const key of await keys()) {
    const kind = await redis.send('TYPE', key);
    const read = { hash: ['HGETALL', key], zset: ['ZRANGE', key, '0', '-1'], string: ['GET', key] }[kind as string];
    t.truthy(read, `${kind}`);
    stored.push(key, JSON.stringify(await redis.send(...(read as string[]))));
  }
  t.true(stored.some((text) => text.includes(seen.accountId)));
  for (const secret of seen.secrets)
    t.false(
      stored.some((text) => text.includes(secret)),
      secret,
    );
  t.deepEqual(await seen.leaks(), []);
});
