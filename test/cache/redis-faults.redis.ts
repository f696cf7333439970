import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { isStoreUnavailable } from '../../src/cache/store-unavailable.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { faults, RECOVERY_LIMIT_MS, recoveryFrom } from '../support/faults.js';
import { redisSpace, testRedisUrl } from '../support/redis.js';

const CALLERS = 50;

for (const fault of faults) {
  test(`Redis, ${fault.name}: ${CALLERS} callers and a reader of a stream are served again within ${RECOVERY_LIMIT_MS / 1000} s`, async (t) => {
    const target = new URL(testRedisUrl);
    const proxy = await chaosProxy({ host: target.hostname, port: Number(target.port || 6379) });
    const healthy = await redisSpace();
    const redis = new RedisConnection({ url: `redis://127.0.0.1:${proxy.port}`, keyPrefix: healthy.redis.keyPrefix });
    await redis.ready(30_000);
    t.teardown(async () => {
      await redis.close();
      await proxy.close();
      await healthy.close();
    });
    let received = 0;
    redis.follow('stream', Number.POSITIVE_INFINITY, () => {
      received += 1;
    });
    const answered = async () => {
      const pong = await redis.send('PING');
      if (pong !== 'PONG') throw new Error(`Redis said ${String(pong)}`);
    };
    const addedAndReceived = async () => {
      const before = received;
      await healthy.redis.send('XADD', `${healthy.redis.keyPrefix}stream`, '*', 'b', 'news');
      for (let step = 0; step < 20 && received === before; step += 1) await wait(5);
      if (received === before) throw new Error('Nothing was received');
    };
    while (received === 0) await addedAndReceived().catch(() => undefined);

    const { recoveredMs, wrong } = await recoveryFrom(fault, proxy, {
      callers: CALLERS + 1,
      ask: (caller) => (caller === CALLERS ? addedAndReceived() : answered()),
      // With random bytes, any error is expected: they may form a reply by chance, which is then invalid rather than an
      // outage.
      isOutage: (error) =>
        isStoreUnavailable(error) ||
        fault.name === 'random bytes' ||
        (error as Error).message === 'Nothing was received',
    });
    t.log(`Redis, ${fault.name}: ${recoveredMs} ms`);
    t.deepEqual(wrong, []);
    t.true(recoveredMs <= RECOVERY_LIMIT_MS, `${recoveredMs} ms`);
  });
}
