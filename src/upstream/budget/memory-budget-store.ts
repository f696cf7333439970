import type { Clock } from '../../clock.js';
import type { Budget } from '../upstreams.js';
import { type BudgetLeft, BudgetStore, type Taken } from './budget-store.js';
import { slides, waitOf } from './sliding-count.js';

interface Window {
  index: number;
  current: number;
  previous: number;
}

/** Counts in this process's memory. There are as many windows as budgets, so nothing is ever forgotten. */
export class MemoryBudgetStore extends BudgetStore {
  private readonly windows = new Map<string, Window>();
  private readonly pausedUntil = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  take(key: string, budgets: readonly Budget[], cost: number): Taken {
    const now = this.clock.now();
    const paused = (this.pausedUntil.get(key) ?? 0) - now;
    if (paused > 0) return { waitMs: paused, reason: 'paused', left: [] };
    const windows = budgets.map(({ windowSeconds }) => this.window(key, windowSeconds, now));
    const waitMs = Math.max(0, ...budgets.map((budget, index) => wait(windows[index] as Window, budget, cost, now)));
    if (waitMs > 0) return { waitMs, reason: 'spent', left: [] };
    for (const window of windows) window.current += cost;
    return { waitMs: 0, left: budgets.map((budget, index) => left(windows[index] as Window, budget)) };
  }

  pause(key: string, ms: number): void {
    const until = this.clock.now() + ms;
    if (until > (this.pausedUntil.get(key) ?? 0)) this.pausedUntil.set(key, until);
  }

  private window(key: string, windowSeconds: number, now: number): Window {
    const name = `${key}:${windowSeconds}`;
    const index = Math.floor(now / (windowSeconds * 1000));
    const known = this.windows.get(name);
    if (known?.index === index) return known;
    const previous = known?.index === index - 1 && slides(windowSeconds) ? known.current : 0;
    const window = { index, current: 0, previous };
    this.windows.set(name, window);
    return window;
  }
}

function wait({ index, current, previous }: Window, { calls, windowSeconds }: Budget, cost: number, now: number): number {
  const windowMs = windowSeconds * 1000;
  if (slides(windowSeconds)) return waitOf({ current, previous, elapsedMs: now - index * windowMs }, windowMs, calls, cost);
  return current + cost <= calls ? 0 : (index + 1) * windowMs - now;
}

const left = ({ index, current }: Window, { calls, windowSeconds }: Budget): BudgetLeft => ({
  remaining: Math.max(0, calls - current),
  limit: calls,
  resetsAt: (index + 1) * windowSeconds * 1000,
});
