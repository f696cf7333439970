// A second process of the service for tests: it refreshes one token many times at once, over its own connection.

import { RedisSessionStore } from '../../src/features/auth/sessions/redis-session-store.js';
import { RefreshTokenMint } from '../../src/features/auth/sessions/refresh-token.js';
import { SessionRotation } from '../../src/features/auth/sessions/session-rotation.service.js';
import { redisSpace } from './redis.js';

const [keyPrefix, key, token, count] = process.argv.slice(2) as [string, string, string, string];
const { redis } = await redisSpace(keyPrefix);
const rotation = new SessionRotation(new RedisSessionStore(redis), new RefreshTokenMint(Buffer.from(key, 'hex')), 0);
process.once('message', async () => {
  const started = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: Number(count) }, () => rotation.refresh(token, performance.now() - started)),
  );
  process.send!(outcomes.map((outcome) => (outcome.outcome === 'fresh' ? outcome.token : outcome.outcome)));
  await redis.close();
  process.disconnect();
});
process.send!('ready');
