import test from 'ava';
import { chunked, subtract, type TimeRange, union } from '../../../../src/features/markets/candles/time-ranges.js';
import fc from '../../../support/properties.js';

const ranges = fc.array(
  fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]): TimeRange => ({ from, to: from + length })),
  { maxLength: 8 },
);
const moments = (list: readonly TimeRange[]) =>
  new Set(list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)));

test('subtract returns exactly the moments that are not covered', (t) => {
  fc.assert(
    fc.property(ranges, (taken) => {
      const whole = { from: 5, to: 70 };
      const left = subtract(whole, union(taken));
      const [rest, gone] = [moments(left), moments(taken)];
      for (let at = whole.from; at < whole.to; at += 1) t.not(rest.has(at), gone.has(at));
      t.true(
        left.every(({ from, to }, index) => from < to && (index === 0 || from > (left[index - 1] as TimeRange).to)),
      );
    }),
  );
});

test('union keeps every moment, and its ranges do not touch', (t) => {
  fc.assert(
    fc.property(ranges, (list) => {
      const whole = union(list);
      t.deepEqual(
        [...moments(whole)].sort((a, b) => a - b),
        [...moments(list)].sort((a, b) => a - b),
      );
      t.true(whole.every(({ from }, index) => index === 0 || from > (whole[index - 1] as TimeRange).to));
    }),
  );
});

test('chunks cover every requested moment, and none is longer than the maximum', (t) => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 1, max: 30 }), (list, maxLength) => {
      const asked = union(list);
      const pieces = chunked(asked, maxLength);
      const held = moments(pieces);
      t.true([...moments(asked)].every((at) => held.has(at)));
      t.true(pieces.every(({ from, to }) => to > from && to - from <= maxLength));
    }),
  );
});

test('nearby holes are joined into one chunk', (t) => {
  t.deepEqual(
    chunked(
      [
        { from: 0, to: 1 },
        { from: 4, to: 6 },
        { from: 30, to: 31 },
      ],
      10,
    ),
    [
      { from: 0, to: 6 },
      { from: 30, to: 31 },
    ],
  );
});
