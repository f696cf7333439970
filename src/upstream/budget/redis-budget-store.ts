import type { RedisConnection } from '../../cache/redis-connection.js';
import { RedisScript } from '../../cache/redis-script.js';
import type { Budget } from '../upstreams.js';
import { BudgetStore, type Taken } from './budget-store.js';
import { slides, waitOf } from './sliding-count.js';

/**
 * KEYS pause, then for each budget its hash; ARGV cost, then for each budget calls, window in ms and whether it slides (1 or 0) →
 * [paused ms, server's time, then for each budget its count before this call, that of the window before]. It is counted when every budget allows it.
 * A budget's hash holds the index of its window and the counts of it and of the one before. The arithmetic of the waiting is the caller's;
 * the condition is that of sliding-count.ts.
 */
const takeCall = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local paused = redis.call('PTTL', KEYS[1])
local answer = { math.max(paused, 0), now }
if paused > 0 then return answer end
local cost = tonumber(ARGV[1])
local allowed = true
local windows = {}
for i = 2, #KEYS do
  local calls, length, slides = tonumber(ARGV[i * 3 - 4]), tonumber(ARGV[i * 3 - 3]), ARGV[i * 3 - 2] == '1'
  local index = math.floor(now / length)
  local kept = redis.call('HMGET', KEYS[i], 'index', 'current', 'previous')
  local current, previous = 0, 0
  if kept[1] and tonumber(kept[1]) == index then
    current, previous = tonumber(kept[2]), tonumber(kept[3])
  elseif kept[1] and tonumber(kept[1]) == index - 1 and slides then
    previous = tonumber(kept[2])
  end
  local weighted = slides and previous * (1 - (now - index * length) / length) or 0
  if current + weighted + cost > calls then allowed = false end
  windows[i] = { index, current, previous, length }
  answer[#answer + 1] = current
  answer[#answer + 1] = previous
end
if allowed then
  for i = 2, #KEYS do
    local window = windows[i]
    redis.call('HSET', KEYS[i], 'index', window[1], 'current', window[2] + cost, 'previous', window[3])
    redis.call('PEXPIRE', KEYS[i], window[4] * 2)
  end
end
return answer
`);

/** KEYS pause; ARGV ms. */
const pauseCalls = new RedisScript(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
return 0
`);

/** Counts shared by every process and timed by the server. */
export class RedisBudgetStore extends BudgetStore {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async take(key: string, budgets: readonly Budget[], cost: number): Promise<Taken> {
    const keys = [`pause:${key}`, ...budgets.map(({ windowSeconds }) => `budget:${key}:${windowSeconds}`)];
    const limits = budgets.flatMap(({ calls, windowSeconds }) => [calls, windowSeconds * 1000, slides(windowSeconds) ? 1 : 0]);
    const [paused = 0, now = 0, ...counts] = (await this.redis.run(takeCall, keys, [cost, ...limits])) as number[];
    if (paused > 0) return { waitMs: paused, reason: 'paused', left: [] };
    const seen = budgets.map((budget, index) => ({ budget, current: counts[index * 2] as number, previous: counts[index * 2 + 1] as number }));
    const waitMs = Math.max(0, ...seen.map(({ budget, current, previous }) => wait(budget, current, previous, cost, now)));
    if (waitMs > 0) return { waitMs, reason: 'spent', left: [] };
    const left = seen.map(({ budget: { calls, windowSeconds }, current }) => ({
      remaining: Math.max(0, calls - current - cost),
      limit: calls,
      resetsAt: (Math.floor(now / (windowSeconds * 1000)) + 1) * windowSeconds * 1000,
    }));
    return { waitMs: 0, left };
  }

  async pause(key: string, ms: number): Promise<void> {
    await this.redis.run(pauseCalls, [`pause:${key}`], [Math.ceil(ms)]);
  }
}

function wait({ calls, windowSeconds }: Budget, current: number, previous: number, cost: number, now: number): number {
  const windowMs = windowSeconds * 1000;
  const elapsedMs = now % windowMs;
  if (slides(windowSeconds)) return waitOf({ current, previous, elapsedMs }, windowMs, calls, cost);
  return current + cost <= calls ? 0 : windowMs - elapsedMs;
}
