import type { RedisConnection } from '../../cache/redis-connection.js';
import { RedisScript } from '../../cache/redis-script.js';
import type { Budget } from '../upstreams.js';
import { DEFAULT_SHARE, isShared, isWithinShare, shareOf } from './account-share.js';
import { type BudgetOutcome, BudgetStore, type ShareUsed } from './budget-store.js';
import { countOf, slides, waitOf } from './sliding-count.js';

/**
 * KEYS: pause; the hash of each budget; for an account also its hash of each budget. ARGV: cost (-1: read only), then
 * for each budget calls, window (ms), whether it slides (1 or 0) and the fraction of the remainder that an account may
 * use. Returns [paused ms, server's time, then for each hash its count before this call and the count of the window
 * before]. The call is counted when every budget and every share allows it. A hash contains the index of its window and
 * the counts of this window and of the one before. The caller computes waits; the conditions are the ones in
 * sliding-count.ts and account-share.ts.
 */
const takeCall = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cost = tonumber(ARGV[1])
local paused = cost >= 0 and redis.call('PTTL', KEYS[1]) or 0
local answer = { math.max(paused, 0), now }
if paused > 0 then return answer end
local budgets = (#ARGV - 1) / 4
local allowed = cost >= 0
local windows, left = {}, {}
for i = 2, #KEYS do
  local budget = (i - 2) % budgets
  local own = i - 2 >= budgets
  local at = budget * 4 + 2
  local calls, length, slides, part = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), ARGV[at + 2] == '1', tonumber(ARGV[at + 3])
  local index = math.floor(now / length)
  local kept = redis.call('HMGET', KEYS[i], 'index', 'current', 'previous')
  local current, previous = 0, 0
  if kept[1] and tonumber(kept[1]) == index then
    current, previous = tonumber(kept[2]), tonumber(kept[3])
  elseif kept[1] and tonumber(kept[1]) == index - 1 and slides then
    previous = tonumber(kept[2])
  end
  local count = current + (slides and previous * (1 - (now - index * length) / length) or 0)
  if not own then
    left[budget] = calls - count
    if count + cost > calls then allowed = false end
  elseif part < 1 and count > 0 then
    local all = left[budget] + count
    if count + cost > math.max(math.min(1, all), math.floor(all * part)) then allowed = false end
  end
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

/** Starts or extends a pause. KEYS pause; ARGV ms. */
const pauseCalls = new RedisScript(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
return 0
`);

const LOOK = -1;

/** A budget with its counts before the call: of all accounts together and, for an account, its own. */
interface Seen {
  budget: Budget;
  windowMs: number;
  elapsedMs: number;
  current: number;
  previous: number;
  /** Remaining calls of the whole budget. */
  left: number;
  /** Calls of the account. */
  used: number;
}

/** Counts calls in Redis, shared by all processes and timed by the server. */
export class RedisBudgetStore extends BudgetStore {
  /** @param part the fraction of the remaining budget that one account may use */
  constructor(
    private readonly redis: RedisConnection,
    private readonly part = DEFAULT_SHARE,
  ) {
    super();
  }

  async take(key: string, budgets: readonly Budget[], cost: number, accountId?: string): Promise<BudgetOutcome> {
    const { paused, now, seen } = await this.run(key, budgets, cost, accountId);
    if (paused > 0) return { waitMs: paused, reason: 'paused', left: [] };
    const waitMs = Math.max(0, ...seen.map((one) => wait(one, cost)));
    if (waitMs > 0) return { waitMs, reason: 'spent', left: [] };
    const beyond =
      accountId === undefined
        ? []
        : seen.filter(({ budget, left, used }) => isShared(budget) && !isWithinShare(left, used, cost, this.part));
    if (beyond.length > 0)
      return {
        waitMs: Math.max(...beyond.map(({ windowMs, elapsedMs }) => windowMs - elapsedMs)),
        reason: 'share',
        left: [],
      };
    const left = seen.map(({ budget: { calls }, current, windowMs, elapsedMs }) => ({
      remaining: Math.max(0, calls - current - cost),
      limit: calls,
      resetsAt: now - elapsedMs + windowMs,
    }));
    return { waitMs: 0, left };
  }

  async used(key: string, budgets: readonly Budget[], accountId: string): Promise<ShareUsed[]> {
    const { now, seen } = await this.run(key, budgets.filter(isShared), LOOK, accountId);
    return seen.map(({ budget: { windowSeconds }, left, used, windowMs, elapsedMs }) => ({
      windowSeconds,
      used: Math.ceil(used),
      share: shareOf(Math.max(0, left), used, this.part),
      resetsAt: now - elapsedMs + windowMs,
    }));
  }

  async pause(key: string, ms: number): Promise<void> {
    await this.redis.run(pauseCalls, [`pause:${key}`], [Math.ceil(ms)]);
  }

  private async run(
    key: string,
    budgets: readonly Budget[],
    cost: number,
    accountId?: string,
  ): Promise<{ paused: number; now: number; seen: Seen[] }> {
    const names = budgets.map(({ windowSeconds }) => `budget:${key}:${windowSeconds}`);
    const own = accountId === undefined ? [] : names.map((name) => `${name}:${accountId}`);
    const limits = budgets.flatMap(({ calls, windowSeconds }) => [
      calls,
      windowSeconds * 1000,
      slides(windowSeconds) ? 1 : 0,
      isShared({ windowSeconds }) ? this.part : 1,
    ]);
    const answer = (await this.redis.run(takeCall, [`pause:${key}`, ...names, ...own], [cost, ...limits])) as number[];
    const [paused = 0, now = 0, ...counts] = answer;
    const seen = budgets.map((budget, index) => {
      const windowMs = budget.windowSeconds * 1000;
      const elapsedMs = now % windowMs;
      const countAt = (at: number) =>
        countOf({ current: counts[at * 2] ?? 0, previous: counts[at * 2 + 1] ?? 0, elapsedMs }, windowMs);
      const whole = { current: counts[index * 2] ?? 0, previous: counts[index * 2 + 1] ?? 0 };
      return {
        budget,
        windowMs,
        elapsedMs,
        ...whole,
        left: budget.calls - countAt(index),
        used: countAt(index + budgets.length),
      };
    });
    return { paused, now, seen };
  }
}

function wait(
  { budget: { calls, windowSeconds }, windowMs, elapsedMs, current, previous }: Seen,
  cost: number,
): number {
  if (slides(windowSeconds)) return waitOf({ current, previous, elapsedMs }, windowMs, calls, cost);
  return current + cost <= calls ? 0 : windowMs - elapsedMs;
}
