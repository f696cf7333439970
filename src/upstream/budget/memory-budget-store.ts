import type { Clock } from '../../time/clock.js';
import type { Budget } from '../upstreams.js';
import { DEFAULT_SHARE, isShared, isWithinShare, shareOf } from './account-share.js';
import { type BudgetLeft, type BudgetOutcome, BudgetStore, type ShareUsed } from './budget-store.js';
import { countOf, slides, waitOf } from './sliding-count.js';

interface Window {
  index: number;
  lengthMs: number;
  current: number;
  previous: number;
}

/** Above this number of windows expired ones are removed; each account has one window per budget. */
const MAX_WINDOWS = 20_000;

/** Counts calls in this process's memory. */
export class MemoryBudgetStore extends BudgetStore {
  private readonly windows = new Map<string, Window>();
  private readonly pausedUntil = new Map<string, number>();

  /** @param part the fraction of the remaining budget that one account may use */
  constructor(
    private readonly clock: Clock,
    private readonly part = DEFAULT_SHARE,
  ) {
    super();
  }

  take(key: string, budgets: readonly Budget[], cost: number, accountId?: string): BudgetOutcome {
    const now = this.clock.now();
    const paused = (this.pausedUntil.get(key) ?? 0) - now;
    if (paused > 0) return { waitMs: paused, reason: 'paused', left: [] };
    const counted = budgets.map((budget) => {
      const whole = this.window(key, budget.windowSeconds, now);
      return {
        budget,
        whole,
        own:
          accountId !== undefined && isShared(budget)
            ? this.window(`${key}:${accountId}`, budget.windowSeconds, now)
            : undefined,
      };
    });
    const waitMs = Math.max(0, ...counted.map(({ budget, whole }) => wait(whole, budget, cost, now)));
    if (waitMs > 0) return { waitMs, reason: 'spent', left: [] };
    const beyond = counted.filter(
      ({ budget, whole, own }) =>
        own && !isWithinShare(budget.calls - count(whole, now), count(own, now), cost, this.part),
    );
    if (beyond.length > 0)
      return { waitMs: Math.max(...beyond.map(({ whole }) => endOf(whole) - now)), reason: 'share', left: [] };
    for (const { whole, own } of counted) {
      whole.current += cost;
      if (own) own.current += cost;
    }
    return { waitMs: 0, left: counted.map(({ whole, budget }) => left(whole, budget)) };
  }

  used(key: string, budgets: readonly Budget[], accountId: string): ShareUsed[] {
    const now = this.clock.now();
    return budgets.filter(isShared).map(({ calls, windowSeconds }) => {
      const [whole, own] = [
        this.window(key, windowSeconds, now),
        this.window(`${key}:${accountId}`, windowSeconds, now),
      ];
      const used = count(own, now);
      const share = shareOf(Math.max(0, calls - count(whole, now)), used, this.part);
      return { windowSeconds, used: Math.ceil(used), share: Math.floor(share), resetsAt: endOf(whole) };
    });
  }

  pause(key: string, ms: number): void {
    const until = this.clock.now() + ms;
    if (until > (this.pausedUntil.get(key) ?? 0)) this.pausedUntil.set(key, until);
  }

  private window(key: string, windowSeconds: number, now: number): Window {
    const name = `${key}:${windowSeconds}`;
    const lengthMs = windowSeconds * 1000;
    const index = Math.floor(now / lengthMs);
    const known = this.windows.get(name);
    if (known?.index === index) return known;
    const previous = known?.index === index - 1 && slides(windowSeconds) ? known.current : 0;
    const window = { index, lengthMs, current: 0, previous };
    if (known === undefined && this.windows.size >= MAX_WINDOWS) this.forgetEnded(now);
    this.windows.set(name, window);
    return window;
  }

  private forgetEnded(now: number): void {
    for (const [name, window] of this.windows) if (endOf(window) + window.lengthMs <= now) this.windows.delete(name);
  }
}

const endOf = ({ index, lengthMs }: Window): number => (index + 1) * lengthMs;

const count = ({ index, lengthMs, current, previous }: Window, now: number): number =>
  countOf({ current, previous, elapsedMs: now - index * lengthMs }, lengthMs);

function wait(window: Window, { calls, windowSeconds }: Budget, cost: number, now: number): number {
  const { index, lengthMs, current, previous } = window;
  if (slides(windowSeconds))
    return waitOf({ current, previous, elapsedMs: now - index * lengthMs }, lengthMs, calls, cost);
  return current + cost <= calls ? 0 : endOf(window) - now;
}

const left = (window: Window, { calls }: Budget): BudgetLeft => ({
  remaining: Math.max(0, calls - window.current),
  limit: calls,
  resetsAt: endOf(window),
});
