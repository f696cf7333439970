import test from 'ava';
import { inPieces, type Span, united, without } from '../../../../src/features/markets/candles/stretches.js';
import fc from '../../../support/properties.js';

const spans = fc.array(
  fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([from, length]): Span => ({ from, to: from + length })),
  { maxLength: 8 },
);
const moments = (list: readonly Span[]) => new Set(list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)));

test('what is left of a stretch and what was taken are the whole, without a moment twice', (t) => {
  fc.assert(
    fc.property(spans, (taken) => {
      const whole = { from: 5, to: 70 };
      const left = without(whole, united(taken));
      const [rest, gone] = [moments(left), moments(taken)];
      for (let at = whole.from; at < whole.to; at += 1) t.not(rest.has(at), gone.has(at));
      t.true(left.every(({ from, to }, index) => from < to && (index === 0 || from > (left[index - 1] as Span).to)));
    }),
  );
});

test('united stretches hold what they held and touch no more', (t) => {
  fc.assert(
    fc.property(spans, (list) => {
      const whole = united(list);
      t.deepEqual(
        [...moments(whole)].sort((a, b) => a - b),
        [...moments(list)].sort((a, b) => a - b),
      );
      t.true(whole.every(({ from }, index) => index === 0 || from > (whole[index - 1] as Span).to));
    }),
  );
});

test('pieces hold everything asked for, and none is longer than one may be', (t) => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 30 }), (list, most) => {
      const asked = united(list);
      const pieces = inPieces(asked, most);
      const held = moments(pieces);
      t.true([...moments(asked)].every((at) => held.has(at)));
      t.true(pieces.every(({ from, to }) => to > from && to - from <= most));
    }),
  );
});

test('holes close together are asked for at once', (t) => {
  t.deepEqual(
    inPieces(
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
