import test from 'ava';
import { uuidV7 } from '../../src/time/uuid-v7.js';

const time = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('an id is a UUID version 7 and contains its time', (t) => {
  const before = Date.now();
  const id = uuidV7();
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.true(time(id) >= before && time(id) <= Date.now());
});

test('100 000 consecutive ids are in ascending order and differ', (t) => {
  const ids = Array.from({ length: 100_000 }, () => uuidV7());
  t.deepEqual(ids, [...new Set(ids)].sort());
});

test('ids ascend within a millisecond and when the clock is set back', (t) => {
  const now = Date.now() + 3_600_000;
  const ids = [uuidV7(now), uuidV7(now), uuidV7(now - 60_000), uuidV7(now), uuidV7(now + 1)];
  t.deepEqual(ids, [...ids].sort());
  t.is(time(ids[2]!), now);
  t.is(time(ids[4]!), now + 1);
});

test('the bits after the counter differ between ids', (t) => {
  const tails = new Set(Array.from({ length: 1_000 }, () => uuidV7().slice(-10)));
  t.true(tails.size > 990);
});
