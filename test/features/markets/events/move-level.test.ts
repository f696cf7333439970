import test from 'ava';
import { moveOf } from '../../../../src/features/markets/events/move-level.js';

test('the level of a move follows from its distance in usual ranges, in both directions', (t) => {
  const levels = [100, 103.9, 104, 106, 108, 112, 119.9, 120, 200].map((price) => moveOf(price, 100, 4, 1).level);
  t.deepEqual(levels, [0, 0, 1, 2, 3, 4, 4, 5, 5]);
  t.deepEqual(moveOf(88, 100, 4, 1), { direction: 'down', multiple: 3, level: 4 });
});

test('a level is reached exactly at its multiple, even if the division is inexact', (t) => {
  t.is(moveOf(1.3, 1, 0.1, 1).level, 4);
  t.is(moveOf(0.7, 1, 0.1, 1).level, 4);
});

test('the configured factor scales every level', (t) => {
  t.is(moveOf(102, 100, 4, 0.5).level, 1);
  t.is(moveOf(104, 100, 4, 2).level, 0);
});
