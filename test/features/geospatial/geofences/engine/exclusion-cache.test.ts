import test from 'ava';
import { ExclusionCache } from '../../../../../src/features/geospatial/geofences/engine/exclusion-cache.js';

/** Returns the slots that are skipped after `traveled` meters; slot `n` has the geofence with number `10 n`. */
function skipped(outside: ExclusionCache, traveled: number): number[] {
  const numbers = Float64Array.from({ length: 100 }, (_, slot) => 10 * slot);
  const met = new Float64Array(100);
  outside.mark(traveled, numbers, met, 1);
  return [...met.keys()].filter((slot) => met[slot] === 1);
}

test('a fence is skipped until the object has traveled its distance, or its slot has another fence', (t) => {
  const outside = new ExclusionCache({ left: 100 });
  outside.add(1, 10, 50);
  outside.add(2, 20, 500);
  outside.add(3, 31, 500);
  outside.add(4, 40, 70.5);
  t.deepEqual(skipped(outside, 49.9), [1, 2, 4]);
  t.deepEqual(skipped(outside, 50), [2, 4]);
  t.deepEqual(skipped(outside, 70.5), [2]);
  t.deepEqual(skipped(outside, 60), [2], 'a removed fence is not cached again');
});

test('all caches together respect the budget, and removed fences free it', (t) => {
  const room = { left: 3 };
  const [one, other] = [new ExclusionCache(room), new ExclusionCache(room)];
  for (const slot of [1, 2]) one.add(slot, 10 * slot, slot);
  for (const slot of [3, 4, 5]) other.add(slot, 10 * slot, slot);
  t.deepEqual([skipped(one, 0), skipped(other, 0), room.left], [[1, 2], [3], 0]);
  t.deepEqual([skipped(one, 1), room.left], [[2], 1]);
  one.clear();
  t.deepEqual([skipped(one, 0), room.left], [[], 2]);
});

test('one object caches at most 64 fences', (t) => {
  const outside = new ExclusionCache({ left: 1_000 });
  for (let slot = 0; slot < 100; slot += 1) outside.add(slot, 10 * slot, 1);
  t.is(skipped(outside, 0).length, 64);
});
