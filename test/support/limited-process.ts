// A second process with rate limits. On a message, it sends itself many requests of one account at once and reports the
// statuses and resets. The third argument shifts its clock by that many ms.
import { RedisWindowStore } from '../../src/http/rate-limit/redis-window-store.js';
import { limitedApp } from './limited-app.js';
import { redisSpace } from './redis.js';

const [keyPrefix, max, skew] = process.argv.slice(2) as [string, string, string?];
const now = Date.now.bind(Date);
Date.now = () => now() + Number(skew ?? 0);

const { redis } = await redisSpace(keyPrefix);
const app = await limitedApp({
  store: new RedisWindowStore(redis),
  max: Number(max),
  durationMs: 60_000,
  namespace: 'api',
});
process.on('message', async (count: number) => {
  const replies = await Promise.all(Array.from({ length: count }, () => app.get('ada')));
  const resets = replies.map((reply) => Number(reply.headers.get('X-RateLimit-Reset')));
  process.send!({
    allowed: replies.filter(({ status }) => status === 200).length,
    refused: replies.filter(({ status }) => status === 429).length,
    resets,
  });
});
process.on('disconnect', async () => {
  await app.close();
  await redis.close();
});
process.send!('ready');
