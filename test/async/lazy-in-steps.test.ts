import test from 'ava';
import { type LazyInSteps, lazyInSteps } from '../../src/async/lazy-in-steps.js';

const STEPS = 20;
const STEP_MS = 4;

/** Returns a table whose computation takes some milliseconds of CPU time in each step, and the number of steps done. */
function busy(): { table: LazyInSteps<number>; steps(): number } {
  let steps = 0;
  const table = lazyInSteps(function* (): Generator<void, number> {
    while (steps < STEPS) {
      const end = performance.now() + STEP_MS;
      while (performance.now() < end);
      steps += 1;
      yield;
    }
    return steps;
  });
  return { table, steps: () => steps };
}

test('while a value is prepared, other work runs between the steps', async (t) => {
  const { table, steps } = busy();
  const seen: number[] = [];
  let isReady = false;
  const watch = (): void => {
    if (isReady) return;
    seen.push(steps());
    setImmediate(watch);
  };
  setImmediate(watch);
  await table.prepare();
  isReady = true;
  t.true(seen.length >= STEPS / 4, `${seen.length} turns`);
  t.is(table(), STEPS);
});

test('a value that is needed during its preparation is completed at once, and computed only once', async (t) => {
  const { table, steps } = busy();
  const prepared = Promise.all([table.prepare(), table.prepare()]);
  t.true(steps() < STEPS);
  t.is(table(), STEPS);
  await prepared;
  t.is(steps(), STEPS);
});

test('the preparation stops when its signal aborts, and the next one continues from there', async (t) => {
  const { table, steps } = busy();
  await t.throwsAsync(table.prepare(AbortSignal.abort(new Error('gone'))), { message: 'gone' });
  t.true(steps() > 0 && steps() < STEPS);
  await table.prepare();
  t.is(steps(), STEPS);
});

test('an error of the creation is thrown, and the next call starts again', (t) => {
  let calls = 0;
  const table = lazyInSteps(function* (): Generator<void, number> {
    yield;
    calls += 1;
    if (calls === 1) throw new Error('unreadable');
    return calls;
  });
  t.throws(table, { message: 'unreadable' });
  t.is(table(), 2);
});
