import type { RedisConnection } from '../../cache/redis-connection.js';
import { RedisScript } from '../../cache/redis-script.js';
import { type StreamPlace, StreamSlots } from './stream-slots.js';

/** A slot that is not renewed ends after this long (ms). Renewals come every 9 s (stream-watch.ts). */
const LEASE_MS = 30_000;
/** Number of slots renewed by one script call, which blocks the Redis server while it runs. */
const BATCH = 500;

const serverNow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Takes a slot. KEYS slots of the account; ARGV id, perAccount, leaseMs → 1 if a slot was free, otherwise 0. The
 * members of the sorted set are stream ids; their scores are the ends of the leases.
 */
const takePlace = new RedisScript(`${serverNow}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`);

/** Counts taken slots. KEYS slots of the account → their number. */
const countPlaces = new RedisScript(`${serverNow}
return redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf')
`);

/**
 * Renews slots. KEYS slots of the accounts; ARGV leaseMs, then an id for each key. A slot that the Redis server has
 * lost, for example in a restart, is taken again.
 */
const renewPlaces = new RedisScript(`${serverNow}
for index, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[index + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end
return #KEYS
`);

/** Stream slots in Redis, shared by all processes and timed by the server's clock. */
export class RedisStreamSlots extends StreamSlots {
  /** @param perAccount maximum number of open streams of an account */
  constructor(
    private readonly redis: RedisConnection,
    private readonly perAccount: number,
    private readonly leaseMs = LEASE_MS,
  ) {
    super();
  }

  async take({ accountId, id }: StreamPlace, limit = this.perAccount): Promise<boolean> {
    return (await this.redis.run(takePlace, [placesKey(accountId)], [id, limit, this.leaseMs])) === 1;
  }

  async count(accountId: string): Promise<number> {
    return (await this.redis.run(countPlaces, [placesKey(accountId)], [])) as number;
  }

  async renew(places: readonly StreamPlace[]): Promise<void> {
    for (let from = 0; from < places.length; from += BATCH) {
      const some = places.slice(from, from + BATCH);
      await this.redis.run(
        renewPlaces,
        some.map(({ accountId }) => placesKey(accountId)),
        [this.leaseMs, ...some.map(({ id }) => id)],
      );
    }
  }

  async release({ accountId, id }: StreamPlace): Promise<void> {
    await this.redis.send('ZREM', this.redis.keyPrefix + placesKey(accountId), id);
  }
}

function placesKey(accountId: string): string {
  return `streams:${accountId}`;
}
