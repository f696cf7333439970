import test from 'ava';
import { MemoryWindowStore } from '../../../src/http/rate-limit/memory-window-store.js';
import { windowStoreContract } from '../../contract/window-store.contract.js';
import { ManualClock } from '../../support/manual-clock.js';

windowStoreContract(test, async () => {
  const clock = new ManualClock();
  return { store: new MemoryWindowStore(clock), passTime: async (ms) => clock.advance(ms), close: async () => {} };
});

test('expired windows of any length are removed from memory when others are used', (t) => {
  const clock = new ManualClock();
  const store = new MemoryWindowStore(clock);
  store.hit('a long one', 3_600_000);
  for (let count = 0; count < 1_000; count += 1) store.hit(`past-${count}`, 1_000);
  clock.advance(1_001);
  for (let count = 0; count < 500; count += 1) store.hit('present', 1_000);
  t.is(store.size, 2);
  t.is(store.hit('a long one', 3_600_000).count, 2);
});

test('when the memory is full the oldest window is removed', (t) => {
  const store = new MemoryWindowStore(new ManualClock(), 3);
  for (const key of ['a', 'b', 'c', 'd']) store.hit(key, 1_000);
  t.is(store.size, 3);
  t.is(store.hit('d', 1_000).count, 2);
  t.is(store.hit('b', 1_000).count, 2);
  t.is(store.hit('a', 1_000).count, 1);
});

test('a clock that is set back does not extend a window', (t) => {
  const clock = new ManualClock();
  const store = new MemoryWindowStore(clock);
  store.hit('ada', 60_000);
  clock.advance(-20 * 60_000);
  t.like(store.hit('ada', 60_000), { count: 2, resetInMs: 60_000 });
  clock.advance(60_000);
  t.is(store.hit('ada', 60_000).count, 1);
});
