import test from 'ava';

/**
 * Maximum number of concurrent tests in a group of test files, which imports this module first. Otherwise all of their
 * services would run at the same time.
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
