import test from 'ava';
import { isShared, isWithinShare, shareOf } from '../../../src/upstream/budget/account-share.js';
import { MemoryBudgetStore } from '../../../src/upstream/budget/memory-budget-store.js';
import { ManualClock } from '../../support/manual-clock.js';

test('only windows of a minute and longer are shared among accounts', (t) => {
  t.deepEqual(
    [59, 60, 61].map((windowSeconds) => isShared({ windowSeconds })),
    [false, true, true],
  );
});

test('the share of an account is a fraction of the calls that others left, and at least one of the remaining calls', (t) => {
  t.is(shareOf(10, 0, 0.5), 5);
  t.is(shareOf(7, 4, 0.5), 5);
  t.is(shareOf(1, 0, 0.5), 1);
  t.is(shareOf(0, 0, 0.5), 0);
});

test('an account may use its share exactly; its first call, and all calls of an undivided budget, are always granted', (t) => {
  t.true(isWithinShare(6, 4, 1, 0.5));
  t.false(isWithinShare(6, 4, 2, 0.5));
  t.true(isWithinShare(2, 0, 2, 0.5));
  t.true(isWithinShare(1, 9, 2, 1));
  t.false(isWithinShare(1, 9, 2, 0.99));
});

test('a store reports the calls, the share and the reset of an account, also of a spent budget', (t) => {
  const store = new MemoryBudgetStore(new ManualClock(1_800_000_000_000));
  const hour = [
    { calls: 10, windowSeconds: 3_600 },
    { calls: 5, windowSeconds: 1 },
  ];
  const used = (accountId: string) =>
    store.used('vendor', hour, accountId).map(({ windowSeconds, used, share }) => [windowSeconds, used, share]);
  t.deepEqual(used('ada'), [[3_600, 0, 5]]);
  for (let call = 0; call < 3; call += 1) t.is(store.take('vendor', hour, 1, 'ada').waitMs, 0);
  t.deepEqual(used('ada'), [[3_600, 3, 5]]);
  t.deepEqual(used('eve'), [[3_600, 0, 3]]);
  t.is(store.take('vendor', [{ calls: 10, windowSeconds: 3_600 }], 7).waitMs, 0);
  t.deepEqual(used('eve'), [[3_600, 0, 0]]);
  t.deepEqual(used('ada'), [[3_600, 3, 1]]);
  t.is(store.used('vendor', hour, 'ada')[0]?.resetsAt, 1_800_003_600_000);
});

test('a pause of a budget is extended by a longer one and not cut by a shorter one', (t) => {
  const clock = new ManualClock();
  const store = new MemoryBudgetStore(clock);
  store.pause('vendor', 1_000);
  store.pause('vendor', 500);
  t.deepEqual(store.take('vendor', [], 1), { waitMs: 1_000, reason: 'paused', left: [] });
  store.pause('vendor', 2_000);
  t.is(store.take('vendor', [], 1).waitMs, 2_000);
  clock.advance(2_000);
  t.is(store.take('vendor', [], 1).waitMs, 0);
});
