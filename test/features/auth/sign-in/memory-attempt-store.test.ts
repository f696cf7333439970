import test from 'ava';
import { MemoryAttemptStore } from '../../../../src/features/auth/sign-in/memory-attempt-store.js';
import { attemptStoreContract } from '../../../contract/attempt-store.contract.js';
import { ManualClock } from '../../../support/manual-clock.js';

attemptStoreContract(test, async (limits) => {
  const clock = new ManualClock();
  return {
    store: new MemoryAttemptStore(clock, limits),
    passTime: async (ms) => clock.advance(ms),
    close: async () => {},
  };
});

test('waits double from one second up to a quarter of an hour and stay there', async (t) => {
  const clock = new ManualClock();
  const store = new MemoryAttemptStore(clock);
  for (let count = 0; count < 5; count += 1) await store.begin('ada');
  const waits: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const wait = await store.begin('ada');
    waits.push(wait / 1000);
    clock.advance(wait);
    t.is(await store.begin('ada'), 0);
  }
  t.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('a clock that is set back does not extend a wait beyond the maximum', async (t) => {
  const clock = new ManualClock();
  const store = new MemoryAttemptStore(clock);
  for (let count = 0; count < 5; count += 1) await store.begin('ada');
  clock.advance(-86_400_000);
  t.true((await store.begin('ada')) <= 900_000);
});
