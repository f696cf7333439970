import type { RedisConnection } from '../../../cache/redis-connection.js';
import { RedisScript } from '../../../cache/redis-script.js';
import { type AttemptLimits, AttemptStore, defaultAttemptLimits } from './attempt-store.js';

/**
 * Begins an attempt. KEYS failures; ARGV free, windowMs, longestWaitMs, the attempt's id or empty → ms to wait, 0 if
 * the attempt has begun. Times are by the clock of the Redis server.
 */
const beginAttempt = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local waituntil = tonumber(redis.call('HGET', KEYS[1], 'waitUntil') or 0)
if waituntil > now then return waituntil - now end
local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
local beyond = count - ARGV[1]
if beyond >= 0 then
  waituntil = now + math.min(1000 * 2 ^ beyond, tonumber(ARGV[3]))
  redis.call('HSET', KEYS[1], 'waitUntil', waituntil)
  redis.call('PEXPIREAT', KEYS[1], waituntil + ARGV[2])
elseif count == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'attempt:' .. ARGV[4], 1) end
return 0
`);

/**
 * Takes an attempt back. KEYS failures; ARGV the attempt's id or empty. The key keeps its expiry; an expired key is not
 * created again.
 */
const undoAttempt = new RedisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[1] ~= '' and redis.call('HDEL', KEYS[1], 'attempt:' .. ARGV[1]) == 0 then return 0 end
if redis.call('HINCRBY', KEYS[1], 'count', -1) <= 0 then return redis.call('DEL', KEYS[1]) end
return redis.call('HDEL', KEYS[1], 'waitUntil')
`);

/** Counts failed attempts in Redis, shared by every process. */
export class RedisAttemptStore extends AttemptStore {
  constructor(
    private readonly redis: RedisConnection,
    private readonly limits: AttemptLimits = defaultAttemptLimits,
  ) {
    super();
  }

  async begin(key: string, attempt = ''): Promise<number> {
    const { free, windowMs, longestWaitMs } = this.limits;
    return (await this.redis.run(beginAttempt, [attemptKey(key)], [free, windowMs, longestWaitMs, attempt])) as number;
  }

  async succeed(key: string): Promise<void> {
    await this.redis.send('DEL', this.redis.keyPrefix + attemptKey(key));
  }

  async undo(key: string, attempt = ''): Promise<void> {
    await this.redis.run(undoAttempt, [attemptKey(key)], [attempt]);
  }
}

function attemptKey(key: string): string {
  return `attempts:${key}`;
}
