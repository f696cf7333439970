import type { ExecutionContext, TestFn } from 'ava';
import type { AttemptLimits, AttemptStore } from '../../src/features/auth/sign-in/attempt-store.js';

export interface AttemptStoreSetup {
  store: AttemptStore;
  /** Advances the time of the store by `ms`. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

const brief: AttemptLimits = { free: 2, windowMs: 500, longestWaitMs: 400 };

/** Registers the tests that every attempt store must pass. */
export function attemptStoreContract(test: TestFn, open: (limits?: AttemptLimits) => Promise<AttemptStoreSetup>): void {
  const fact = (
    title: string,
    body: (t: ExecutionContext, setup: AttemptStoreSetup) => Promise<void>,
    limits?: AttemptLimits,
  ) =>
    test(title, async (t) => {
      const setup = await open(limits);
      await body(t, setup).finally(() => setup.close());
    });
  const begin = async (store: AttemptStore, times: number) => {
    for (let count = 0; count < times; count += 1) await store.begin('ada');
  };

  /**
   * Begins an attempt.
   * @returns its wait (ms), and the least wait that a store may return: `wholeMs` less the time that has passed since
   * `started`
   */
  const waiting = async (store: AttemptStore, wholeMs: number, started: number) => {
    const wait = await store.begin('ada');
    return { wait, least: wholeMs - (performance.now() - started) - 2 };
  };

  fact('five attempts start freely and the sixth has to wait up to a second', async (t, { store }) => {
    const started = performance.now();
    for (let count = 0; count < 5; count += 1) t.is(await store.begin('ada'), 0);
    const { wait, least } = await waiting(store, 1_000, started);
    t.true(wait >= least && wait <= 1_000, `${wait} ms`);
    t.is(await store.begin('bob'), 0);
  });

  fact('five of twenty concurrent attempts start', async (t, { store }) => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => store.begin('ada')));
    t.is(waits.filter((wait) => wait === 0).length, 5);
  });

  fact('attempts during a wait do not extend it, and after it one attempt starts', async (t, { store, passTime }) => {
    await begin(store, 8);
    await passTime(1_001);
    const started = performance.now();
    t.is(await store.begin('ada'), 0);
    const { wait, least } = await waiting(store, 2_000, started);
    t.true(wait >= least && wait <= 2_000, `${wait} ms`);
  });

  fact('a success resets the failures', async (t, { store }) => {
    await begin(store, 5);
    await store.succeed('ada');
    for (let count = 0; count < 5; count += 1) t.is(await store.begin('ada'), 0);
    t.true((await store.begin('ada')) > 0);
  });

  fact('a withdrawn attempt does not count', async (t, { store }) => {
    await begin(store, 5);
    await store.undo('ada');
    t.is(await store.begin('ada'), 0);
    t.true((await store.begin('ada')) > 0);
    await store.undo('nobody');
    for (let count = 0; count < 5; count += 1) t.is(await store.begin('nobody'), 0);
  });

  fact('an attempt that a success has cleared cannot be withdrawn again', async (t, { store }) => {
    t.is(await store.begin('ada', 'first'), 0);
    await store.succeed('ada');
    await begin(store, 5);
    await store.undo('ada', 'first');
    t.true((await store.begin('ada')) > 0);
  });

  fact('an attempt with an id is withdrawn once', async (t, { store }) => {
    await begin(store, 3);
    for (const attempt of ['first', 'second']) t.is(await store.begin('ada', attempt), 0);
    await store.undo('ada', 'second');
    await store.undo('ada', 'second');
    t.is(await store.begin('ada'), 0);
    t.true((await store.begin('ada')) > 0);
  });

  fact(
    'a wait never exceeds the maximum',
    async (t, { store, passTime }) => {
      await begin(store, 2);
      await passTime(401);
      t.is(await store.begin('ada'), 0);
      const wait = await store.begin('ada');
      t.true(wait > 0 && wait <= 400);
    },
    brief,
  );

  fact(
    'failures below the limit expire one window after the first of them',
    async (t, { store, passTime }) => {
      await begin(store, 1);
      await passTime(501);
      for (const expected of [0, 0]) t.is(await store.begin('ada'), expected);
      t.true((await store.begin('ada')) > 0);
    },
    brief,
  );
}
