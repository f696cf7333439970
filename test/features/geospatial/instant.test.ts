import test from 'ava';
import { instant } from '../../../src/features/geospatial/instant.js';
import { randomNumbers } from '../../support/random-numbers.js';

test('times in any order are written in RFC 3339', (t) => {
  const random = randomNumbers(3);
  const times = [
    0,
    999,
    1_000,
    86_399_999,
    86_400_000,
    -1,
    Date.UTC(2028, 1, 29, 23, 59, 59, 999),
    Date.UTC(9_999, 11, 31, 23, 59, 59, 999),
  ];
  for (let count = 0; count < 1_000; count += 1) times.push(Math.floor(random() * 4e12));
  t.deepEqual(
    times.map(instant),
    times.map((ms) => new Date(ms).toISOString()),
  );
});

test('an invalid time is a RangeError', (t) => {
  t.throws(() => instant(Number.NaN), { instanceOf: RangeError, message: /time/i });
});
