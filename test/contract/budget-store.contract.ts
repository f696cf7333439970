import type { ExecutionContext, TestFn } from 'ava';
import type { BudgetStore } from '../../src/upstream/budget/budget-store.js';

export interface BudgetStoreSetup {
  /** Two stores over the same counts, as in two processes. */
  store: BudgetStore;
  other: BudgetStore;
  /** Advances the time of the store by `ms`. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Registers the tests that every budget store must pass. */
export function budgetStoreContract(test: TestFn, open: () => Promise<BudgetStoreSetup>): void {
  const fact = (title: string, body: (t: ExecutionContext, setup: BudgetStoreSetup) => Promise<void>) =>
    test(title, async (t) => {
      const setup = await open();
      await body(t, setup).finally(() => setup.close());
    });
  const hour = 3_600;

  fact('the calls of all processes that share a store are counted together', async (t, { store, other }) => {
    const budget = [{ calls: 4, windowSeconds: hour }];
    for (const one of [store, other, store, other]) t.is((await one.take('vendor', budget, 1)).waitMs, 0);
    const refused = await store.take('vendor', budget, 1);
    t.is(refused.reason, 'spent');
    t.true(refused.waitMs > 0 && refused.waitMs <= 2 * hour * 1000);
    t.is((await store.take('another', budget, 1)).waitMs, 0, 'each vendor has its own');
  });

  fact('a call is counted in all budgets or in none of them', async (t, { store }) => {
    const budgets = [
      { calls: 100, windowSeconds: hour },
      { calls: 1, windowSeconds: 7_200 },
    ];
    await store.take('vendor', budgets, 1);
    t.is((await store.take('vendor', budgets, 1)).reason, 'spent');
    t.is((await store.take('vendor', budgets, 1)).reason, 'spent');
    const { left } = await store.take('vendor', [{ calls: 100, windowSeconds: hour }], 1);
    t.deepEqual(
      left.map(({ remaining, limit }) => [remaining, limit]),
      [[98, 100]],
    );
  });

  fact('a call uses its cost, and a call that costs more than the budget is never made', async (t, { store }) => {
    const budget = [{ calls: 10, windowSeconds: hour }];
    t.is((await store.take('vendor', budget, 9)).left[0]?.remaining, 1);
    t.is((await store.take('vendor', budget, 5)).reason, 'spent');
    t.is((await store.take('vendor', budget, 1)).waitMs, 0);
    t.is((await store.take('vendor', budget, 11)).waitMs, hour * 1000);
  });

  fact(
    'a pause applies to all processes that share a store, and is never shortened',
    async (t, { store, other, passTime }) => {
      await store.pause('vendor', 600);
      await other.pause('vendor', 1);
      const refused = await other.take('vendor', [], 1);
      t.is(refused.reason, 'paused');
      t.true(refused.waitMs > 1 && refused.waitMs <= 600);
      await passTime(600);
      t.is((await other.take('vendor', [], 1)).waitMs, 0);
    },
  );

  fact(
    'a call may be made at the time returned, and no window contains more calls than the budget',
    async (t, { store, passTime }) => {
      const budget = [{ calls: 4, windowSeconds: 1 }];
      for (let call = 0; call < 4; call += 1) {
        const taken = await store.take('vendor', budget, 1);
        if (taken.waitMs > 0) await passTime(taken.waitMs);
      }
      let refused = await store.take('vendor', budget, 4);
      for (let turn = 0; turn < 5 && refused.waitMs > 0; turn += 1) {
        t.true(refused.waitMs <= 2_000);
        await passTime(refused.waitMs);
        refused = await store.take('vendor', budget, 4);
      }
      t.is(refused.waitMs, 0);
    },
  );

  fact('concurrent uses are each counted', async (t, { store, other }) => {
    const budget = [{ calls: 30, windowSeconds: hour }];
    const taken = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? store : other).take('vendor', budget, 1)),
    );
    t.is(taken.filter(({ waitMs }) => waitMs === 0).length, 30);
  });

  const day = [{ calls: 20, windowSeconds: 86_400 }];
  const granted = async (store: BudgetStore, budget: typeof day, times: number, accountId?: string) => {
    let count = 0;
    for (let call = 0; call < times; call += 1)
      if ((await store.take('vendor', budget, 1, accountId)).waitMs === 0) count += 1;
    return count;
  };

  fact(
    'an account may use a part of the remaining budget, counted over all processes, and leaves a part for others',
    async (t, { store, other }) => {
      t.is((await granted(store, day, 10, 'a')) + (await granted(other, day, 10, 'a')), 10);
      const refused = await store.take('vendor', day, 1, 'a');
      t.is(refused.reason, 'share');
      t.true(refused.waitMs > 0 && refused.waitMs <= 86_400_000);
      t.is(await granted(other, day, 20, 'b'), 5);
      t.is(await granted(store, day, 20, 'c'), 2);
      const [share, ...others] = await other.used('vendor', [{ calls: 30, windowSeconds: 1 }, ...day], 'a');
      t.like(share, { windowSeconds: 86_400, used: 10, share: 6 });
      t.is((share?.resetsAt ?? 0) % 86_400_000, 0);
      t.is(others.length, 0, 'a window of a second has no shares');
      t.deepEqual(
        (await store.used('vendor', day, 'nobody')).map(({ used }) => used),
        [0],
      );
    },
  );

  fact('work without an account may use the whole remaining budget', async (t, { store }) => {
    t.is(await granted(store, day, 20, 'a'), 10);
    t.is(await granted(store, day, 20), 10);
    t.is((await store.take('vendor', day, 1, 'b')).reason, 'spent');
  });

  fact('as a sliding window moves on, the budget of an account is restored', async (t, { store }) => {
    const minute = [{ calls: 4, windowSeconds: 60 }];
    t.is(await granted(store, minute, 10, 'a'), 2);
    t.is((await store.take('vendor', minute, 1, 'b')).waitMs, 0);
  });
}
