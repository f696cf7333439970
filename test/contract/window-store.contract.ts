import type { ExecutionContext, TestFn } from 'ava';
import type { WindowStore } from '../../src/http/rate-limit/window-store.js';

export interface WindowStoreSetup {
  store: WindowStore;
  /** Advances the time of the store by `ms`. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Registers the tests that every window store must pass. */
export function windowStoreContract(test: TestFn, open: () => Promise<WindowStoreSetup>): void {
  const fact = (title: string, body: (t: ExecutionContext, setup: WindowStoreSetup) => Promise<void>) =>
    test(title, async (t) => {
      const setup = await open();
      await body(t, setup).finally(() => setup.close());
    });

  fact('uses of a key are counted from one, separately for each key', async (t, { store }) => {
    for (const expected of [1, 2, 3]) t.is((await store.hit('ada', 60_000)).count, expected);
    t.is((await store.hit('bob', 60_000)).count, 1);
  });

  fact('a window begins at its first use, and its end does not move', async (t, { store, passTime }) => {
    const first = await store.hit('ada', 10_000);
    t.true(first.resetInMs > 9_000 && first.resetInMs <= 10_000);
    await passTime(50);
    const later = await store.hit('ada', 10_000);
    t.is(later.resetsAt, first.resetsAt);
    t.true(later.resetInMs <= first.resetInMs - 50);
  });

  fact('a new window begins after the end of the last one', async (t, { store, passTime }) => {
    const first = await store.hit('ada', 100);
    await store.hit('ada', 100);
    await passTime(101);
    const next = await store.hit('ada', 100);
    t.is(next.count, 1);
    t.true(next.resetsAt > first.resetsAt);
  });

  fact('concurrent uses are each counted', async (t, { store }) => {
    const hits = await Promise.all(Array.from({ length: 100 }, () => store.hit('ada', 10_000)));
    t.deepEqual(
      hits.map(({ count }) => count).sort((one, other) => one - other),
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });
}
