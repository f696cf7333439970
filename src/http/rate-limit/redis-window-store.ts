import type { RedisConnection } from '../../cache/redis-connection.js';
import { RedisScript } from '../../cache/redis-script.js';
import { type WindowHit, WindowStore } from './window-store.js';

/**
 * KEYS window; ARGV duration (ms) → count, end of the window and the server's time, both in ms since the epoch. The end
 * is read from the key rather than computed from the remaining time, so that it does not drift. PEXPIRETIME needs Redis
 * 7 or Valkey.
 */
const hitWindow = new RedisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
local time = redis.call('TIME')
return { count, redis.call('PEXPIRETIME', KEYS[1]), time[1] * 1000 + math.floor(time[2] / 1000) }
`);

/**
 * Keeps windows in Redis, one small key each, shared by all processes and timed by the server. A changed duration
 * starts new windows.
 */
export class RedisWindowStore extends WindowStore {
  /** @param timeoutMs maximum wait for a response; undefined: as for other commands */
  constructor(
    private readonly redis: RedisConnection,
    private readonly timeoutMs?: number,
  ) {
    super();
  }

  async hit(key: string, durationMs: number): Promise<WindowHit> {
    const [count, resetsAt, now] = (await this.redis.run(
      hitWindow,
      [`window:${durationMs}:${key}`],
      [durationMs],
      this.timeoutMs,
    )) as [number, number, number];
    return { count, resetsAt, resetInMs: Math.max(0, resetsAt - now) };
  }
}
