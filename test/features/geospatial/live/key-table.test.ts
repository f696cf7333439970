import test from 'ava';
import { KeyTable } from '../../../../src/features/geospatial/live/key-table.js';
import { randomNumbers } from '../../../support/random-numbers.js';

test('a table of keys behaves like a Map for all additions and removals', (t) => {
  const random = randomNumbers(7);
  const table = new KeyTable(12_345);
  const map = new Map<number, number>();
  for (let step = 0; step < 60_000; step += 1) {
    const key = step % 3 === 0 ? Math.floor(random() * 3_000) : Math.floor(random() * 20_000) * 50_000;
    if (random() < 0.45) {
      table.delete(key);
      map.delete(key);
    } else if (!map.has(key)) {
      table.add(key, step);
      map.set(key, step);
    }
  }
  t.is(table.size, map.size);
  t.true(map.size > 1_000);
  t.deepEqual(
    [...map.keys()].map((key) => table.get(key)),
    [...map.values()],
  );
  t.deepEqual(
    Array.from({ length: 3_000 }, (_, key) => table.get(key)),
    Array.from({ length: 3_000 }, (_, key) => map.get(key) ?? -1),
  );
});

test('the greatest and the smallest key can be stored', (t) => {
  const table = new KeyTable(1);
  table.add(0, 5);
  table.add(2 ** 31 - 2, 6);
  t.deepEqual([table.get(0), table.get(2 ** 31 - 2), table.get(1)], [5, 6, -1]);
});
