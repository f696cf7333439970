import test from 'ava';
import { atOnce, inSlices } from '../../src/simulation/slices.js';

function* counting(to: number, done: { steps: number }): Generator<void, string> {
  for (; done.steps < to; done.steps += 1) yield;
  return 'made';
}

test('what is made at once is what is made in slices', async (t) => {
  t.is(atOnce(counting(3, { steps: 0 })), 'made');
  t.is(await inSlices(counting(3, { steps: 0 }), new AbortController().signal), 'made');
});

test('no step is taken in the turn that asks for slices, and none after the abort', async (t) => {
  const [done, abort] = [{ steps: 0 }, new AbortController()];
  const made = inSlices(counting(3, done), abort.signal);
  abort.abort();
  t.is(await made, undefined);
  t.is(done.steps, 0);
});
