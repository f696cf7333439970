import test from 'ava';
import { StoreUnavailable } from '../../../src/cache/store-unavailable.js';
import { FallbackWindowStore } from '../../../src/http/rate-limit/fallback-window-store.js';
import { MemoryWindowStore } from '../../../src/http/rate-limit/memory-window-store.js';
import { type WindowHit, WindowStore } from '../../../src/http/rate-limit/window-store.js';
import { ManualClock } from '../../support/manual-clock.js';

class FailingStore extends WindowStore {
  error: Error | undefined = new StoreUnavailable('away');

  beforeAnswer = () => {};

  async hit(): Promise<WindowHit> {
    this.beforeAnswer();
    if (this.error) throw this.error;
    return { count: 50, resetInMs: 1, resetsAt: 1 };
  }
}

test('while the shared store is unavailable uses are counted locally, and the shared count continues when it is back', async (t) => {
  const shared = new FailingStore();
  let reported = 0;
  const store = new FallbackWindowStore(shared, new MemoryWindowStore(new ManualClock()), () => {
    reported += 1;
  });
  t.is((await store.hit('ada', 1_000)).count, 1);
  t.is((await store.hit('ada', 1_000)).count, 2);
  shared.error = undefined;
  t.is((await store.hit('ada', 1_000)).count, 50);
  t.is(reported, 2);
});

test('a shared store that fails slowly is not waited for again within a second', async (t) => {
  const shared = new FailingStore();
  let [now, asked] = [0, 0];
  shared.beforeAnswer = () => {
    asked += 1;
    now += 300;
  };
  const store = new FallbackWindowStore(shared, new MemoryWindowStore(new ManualClock()), undefined, () => now);
  for (const count of [1, 2, 3]) t.is((await store.hit('ada', 60_000)).count, count);
  t.is(asked, 1);
  now += 999;
  await store.hit('ada', 60_000);
  t.is(asked, 1);
  now += 1;
  await store.hit('ada', 60_000);
  t.is(asked, 2);
});

test('an error other than an unavailable store is thrown', async (t) => {
  const shared = new FailingStore();
  shared.error = new TypeError('a mistake');
  await t.throwsAsync(new FallbackWindowStore(shared, new MemoryWindowStore(new ManualClock())).hit('ada', 1_000), {
    instanceOf: TypeError,
    message: 'a mistake',
  });
});
