import test from 'ava';
import { MemoryBudgetStore } from '../../../src/upstream/budget/memory-budget-store.js';
import { waitOf } from '../../../src/upstream/budget/sliding-count.js';
import { budgetStoreContract } from '../../contract/budget-store.contract.js';
import { ManualClock } from '../../support/manual-clock.js';

budgetStoreContract(test, async () => {
  const clock = new ManualClock();
  const store = new MemoryBudgetStore(clock);
  return { store, other: store, passTime: async (ms) => clock.advance(ms), close: async () => {} };
});

test('a day begins at midnight (UTC), as vendors count', async (t) => {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 23, 59, 0));
  const store = new MemoryBudgetStore(clock);
  const day = [{ calls: 1, windowSeconds: 86_400 }];
  t.is((await store.take('vendor', day, 1)).left[0]?.resetsAt, Date.UTC(2026, 10, 21));
  t.is((await store.take('vendor', day, 1)).waitMs, 60_000);
  clock.advance(60_000);
  t.is((await store.take('vendor', day, 1)).waitMs, 0);
});

test('a call may be made at the end of the wait of a sliding window, and not earlier except for rounding', (t) => {
  for (let current = 0; current <= 12; current += 1) {
    for (let previous = 0; previous <= 12; previous += 1) {
      for (const elapsedMs of [0, 1, 333, 500, 999]) {
        const counts = { current, previous, elapsedMs };
        const wait = waitOf(counts, 1_000, 10, 2);
        const later = (ms: number) => {
          const at = elapsedMs + ms;
          if (at < 1_000) return waitOf({ current, previous, elapsedMs: at }, 1_000, 10, 2);
          return waitOf({ current: 0, previous: current, elapsedMs: at - 1_000 }, 1_000, 10, 2);
        };
        t.is(later(wait), 0, JSON.stringify(counts));
        if (wait > 2) t.true(later(wait - 2) > 0, JSON.stringify(counts));
      }
    }
  }
});
