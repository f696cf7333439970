import test from 'ava';

/**
 * Imported first by a group of test files: of its concurrent tests this many run at a time, or each would hold a
 * service of its own at once.
 */
const MAX_RUNNING = 8;

let running = 0;
const waiting: Array<() => void> = [];

test.beforeEach('another test has ended', async () => {
  if (running < MAX_RUNNING) running += 1;
  else await new Promise<void>((start) => waiting.push(start));
});

test.afterEach.always('the next test may start', () => {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
});
