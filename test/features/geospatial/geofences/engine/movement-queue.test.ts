import test from 'ava';
import { MovementQueue } from '../../../../../src/features/geospatial/geofences/engine/movement-queue.js';
import type { Movement } from '../../../../../src/features/geospatial/movement.js';
import fc from '../../../../support/properties.js';

const movement = (key: number, previousLat = 1): Movement => ({
  layer: key % 2 === 0 ? 'vessels' : 'aircraft',
  key,
  lat: key / 100,
  lon: -key / 100,
  observedAt: 1_000 * key,
  receivedAt: 0,
  speedKnots: 0,
  courseDegrees: 0,
  altitudeFeet: 10 * key,
  accuracyMeters: Number.NaN,
  previousLat,
  previousLon: 1,
  previousObservedAt: 1,
  provider: 'test',
});

test('the queue keeps the order, and a full queue rejects entries without losing any', (t) => {
  fc.assert(
    fc.property(fc.array(fc.record({ puts: fc.nat(1_500), takes: fc.nat(1_500) }), { maxLength: 12 }), (turns) => {
      const queue = new MovementQueue(4_096);
      const expected: number[] = [];
      const taken: number[] = [];
      let next = 0;
      for (const { puts, takes } of turns) {
        for (let count = 0; count < puts; count += 1) {
          next += 1;
          if (queue.push(movement(next))) expected.push(next);
          else if (queue.length !== 4_096) return false;
        }
        queue.take(
          takes,
          ({ key, layer, observedAt }) =>
            taken.push(observedAt === 1_000 * key && layer === movement(key).layer ? key : -1),
          () => taken.push(-1),
        );
      }
      return expected.length - taken.length === queue.length && taken.every((key, index) => key === expected[index]);
    }),
  );
  t.pass();
});

test('movements received after a time are copied in order, with objects that expired since the first of them', (t) => {
  const [queue, copy] = [new MovementQueue(1_024), new MovementQueue(1_024)];
  for (let key = 1; key <= 1_024; key += 1) queue.push({ ...movement(key), receivedAt: key });
  t.false(queue.push(movement(0)));
  queue.drop(24);
  // These entries wrap around the end of the ring buffer.
  queue.pushExpired('aircraft', 7);
  for (let key = 1_025; key <= 1_030; key += 1) queue.push({ ...movement(key), receivedAt: key });
  queue.pushExpired('vessels', 8);
  queue.dropReceivedBefore(30);
  queue.copyTo(copy, 1_024, 0);
  const copied: Array<number | string> = [];
  copy.take(
    100,
    ({ key, lat }) => copied.push(lat === key / 100 ? key : Number.NaN),
    (layer, key) => copied.push(`${layer} ${key}`),
  );
  t.deepEqual(copied, [1_025, 1_026, 1_027, 1_028, 1_029, 1_030, 'vessels 8']);
  t.deepEqual([copy.takenUntil, queue.length], [1_030, 1_024 - 29 + 1 + 6 + 1]);
});

test('the last movement of each object within the overlap is copied too', (t) => {
  const [queue, copy] = [new MovementQueue(), new MovementQueue()];
  for (const [key, receivedAt] of [
    [1, 10],
    [2, 110],
    [4, 120],
    [2, 130],
    [2, 210],
    [4, 190],
  ] as const)
    queue.push({ ...movement(key), receivedAt });
  queue.copyTo(copy, 200, 100);
  const copied: number[] = [];
  copy.take(
    100,
    ({ key }) => copied.push(key),
    () => {},
  );
  t.deepEqual(copied, [2, 2, 4], 'of the vessel 2 at 130 and 210, of the vessel 4 at 190');
});

test('a fix has the numbers of its movement and whether it is the first', (t) => {
  const queue = new MovementQueue();
  queue.push(movement(7, Number.NaN));
  queue.pushExpired('aircraft', 8);
  queue.take(
    2,
    (fix) =>
      t.deepEqual(fix, {
        layer: 'aircraft',
        key: 7,
        lat: 0.07,
        lon: -0.07,
        observedAt: 7_000,
        altitudeFeet: 70,
        accuracyMeters: Number.NaN,
        isFirst: true,
      }),
    (layer, key) => t.deepEqual([layer, key], ['aircraft', 8]),
  );
  t.is(queue.length, 0);
});
