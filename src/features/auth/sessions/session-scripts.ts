import { RedisScript } from '../../../cache/redis-script.js';

// Each session is a hash, and each account a sorted set of session ids by creation. All times are by the clock of the
// Redis server, in ms. The scripts build the keys of an account's other sessions, so they work with a single Redis and
// its replicas but not with Redis Cluster.

const clock = `
local time = redis.call('TIME')
local exact = time[1] * 1000 + time[2] / 1000
local now = math.floor(exact)
`;

/**
 * Opens a session. KEYS session, account; ARGV session prefix, id, accountId, salt, userAgent, addressClass, idleMs,
 * maxAgeMs, perAccount, method, scopes → the session's fields.
 */
export const createSession = new RedisScript(`${clock}
local ends = now + ARGV[8]
local expires = math.min(now + ARGV[7], ends)
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if redis.call('EXISTS', ARGV[1] .. id) == 0 then redis.call('ZREM', KEYS[2], id) end
end
local surplus = redis.call('ZCARD', KEYS[2]) - ARGV[9]
if surplus >= 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, surplus)) do
    redis.call('DEL', ARGV[1] .. id)
    redis.call('ZREM', KEYS[2], id)
  end
end
redis.call('HSET', KEYS[1], 'id', ARGV[2], 'accountId', ARGV[3], 'salt', ARGV[4], 'userAgent', ARGV[5], 'addressClass', ARGV[6],
  'method', ARGV[10], 'scopes', ARGV[11], 'generation', 0, 'createdAt', now, 'lastUsedAt', now, 'rotatedAt', exact, 'expiresAt', expires, 'endsAt', ends)
redis.call('PEXPIREAT', KEYS[1], expires)
redis.call('ZADD', KEYS[2], now, ARGV[2])
redis.call('PEXPIREAT', KEYS[2], ends)
return redis.call('HGETALL', KEYS[1])
`);

/**
 * Rotates a session. KEYS session; ARGV presented generation, requestAgeMs, graceMs, idleMs, deadline, account prefix →
 * verdict, server time, fields. After the deadline the caller has already asked its client to retry, so a late command
 * changes nothing. A rotation whose result did not reach the caller is not confirmed; its predecessor then yields the
 * same successor again.
 */
export const rotateSession = new RedisScript(`${clock}
local answered = string.format('%.3f', exact)
local deadline = tonumber(ARGV[5])
if deadline > 0 and exact > deadline then return {'late', answered} end
local held = redis.call('HMGET', KEYS[1], 'generation', 'rotatedAt', 'endsAt', 'accountId', 'id', 'unconfirmed')
if not held[1] then return {'unknown', answered} end
local generation, presented = tonumber(held[1]), tonumber(ARGV[1])
if presented > generation then return {'unknown', answered} end
if presented == generation then
  local expires = math.min(now + ARGV[4], tonumber(held[3]))
  redis.call('HSET', KEYS[1], 'generation', generation + 1, 'lastUsedAt', now, 'rotatedAt', exact, 'expiresAt', expires, 'unconfirmed', generation + 1)
  redis.call('PEXPIREAT', KEYS[1], expires)
  return {'rotated', answered, redis.call('HGETALL', KEYS[1])}
end
local rotated, grace = tonumber(held[2]), tonumber(ARGV[3])
local underway = exact - ARGV[2] < rotated
local ingrace = grace > 0 and exact <= rotated + grace
local session = redis.call('HGETALL', KEYS[1])
local unconfirmed = tonumber(held[6]) == generation
if presented == generation - 1 and (underway or ingrace or unconfirmed) then return {'replayed', answered, session} end
redis.call('DEL', KEYS[1])
redis.call('ZREM', ARGV[6] .. held[4], held[5])
return {'reused', answered, session}
`);

/**
 * Confirms a rotation. KEYS session; ARGV generation. Changes nothing if the session has ended or was rotated again.
 */
export const confirmRotation = new RedisScript(`
if redis.call('HGET', KEYS[1], 'unconfirmed') == ARGV[1] then return redis.call('HDEL', KEYS[1], 'unconfirmed') end
return 0
`);

/** Ends a session. KEYS session; ARGV account prefix, id → 1 if the session existed, otherwise 0. */
export const endSession = new RedisScript(`
local account = redis.call('HGET', KEYS[1], 'accountId')
if not account then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', ARGV[1] .. account, ARGV[2])
return 1
`);

/**
 * Ends the sessions of an account. KEYS account; ARGV session prefix, id of a session to keep (or empty) → ids of the
 * ended sessions.
 */
export const endSessions = new RedisScript(`
local ended = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if id ~= ARGV[2] then
    if redis.call('DEL', ARGV[1] .. id) == 1 then ended[#ended + 1] = id end
    redis.call('ZREM', KEYS[1], id)
  end
end
return ended
`);

/** Lists sessions. KEYS account; ARGV session prefix → the fields of each live session. */
export const listSessions = new RedisScript(`
local sessions = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local session = redis.call('HGETALL', ARGV[1] .. id)
  if #session > 0 then sessions[#sessions + 1] = session end
end
return sessions
`);
