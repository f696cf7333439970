import test from 'ava';
import { type PollOptions, pollSource } from '../../../src/upstream/supervisor/poll-source.js';
import { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';
import { settled } from '../../support/supervised.js';

/** Returns a polling source, and the times of its requests (s after the start). */
function polled(options: Partial<PollOptions> = {}) {
  const clock = new ManualClock();
  const startedAt = clock.now();
  const timers = new ManualTimers(clock);
  const abort = new AbortController();
  const asked: number[] = [];
  const accepted: number[] = [];
  const source = pollSource({
    feed: 'events.usgs',
    provider: 'usgs',
    everyMs: 60_000,
    stallMs: 20_000,
    clock,
    timers,
    ...options,
    ask: async (signal) => {
      asked.push((clock.now() - startedAt) / 1000);
      return options.ask?.(signal) ?? 5;
    },
  });
  const run = () =>
    source.run({ signal: abort.signal, accepted: (records) => void accepted.push(records), skipped: () => {} });
  return { source, run, timers, abort, asked, accepted };
}

test('the source polls at once and then at its interval with random variation', async (t) => {
  const one = polled();
  void one.run();
  await settled();
  await one.timers.advance(600_000);
  one.abort.abort();
  t.is(one.asked[0], 0);
  const pauses = one.asked.slice(1).map((at, index) => at - (one.asked[index] as number));
  t.true(pauses.length >= 9 && pauses.length <= 11);
  t.true(pauses.every((pause) => pause >= 54 && pause <= 66));
  t.true(new Set(pauses).size > 1);
  t.deepEqual(
    one.accepted,
    one.asked.map(() => 5),
  );
});

test('a failed poll ends the run, and the next run polls no sooner than the interval', async (t) => {
  const one = polled({ ask: () => Promise.reject(new UpstreamError('not_entitled')) });
  await t.throwsAsync(one.run(), { message: /key/ });
  const second = one.run();
  second.catch(() => {});
  await settled();
  await one.timers.advance(50_000);
  t.is(one.asked.length, 1);
  await one.timers.advance(20_000);
  await t.throwsAsync(second, { message: /key/ });
  t.is(one.asked.length, 2);
});

test('nothing is polled while the upstream is paused', async (t) => {
  const upstream = { pausedMs: 100_000 };
  const one = polled({ upstream });
  void one.run();
  await settled();
  await one.timers.advance(90_000);
  t.is(one.asked.length, 0);
  upstream.pausedMs = 0;
  await one.timers.advance(70_000);
  one.abort.abort();
  t.true(one.asked.length >= 1);
});

test('a poll that takes too long times out', async (t) => {
  let signal: AbortSignal | undefined;
  const one = polled({
    ask: (given) => {
      signal = given;
      return new Promise<number>(() => {});
    },
  });
  const run = one.run();
  run.catch(() => {});
  await settled();
  await one.timers.advance(21_000);
  const error = await t.throwsAsync<UpstreamError>(run);
  t.deepEqual([error.code, signal?.aborted], ['timeout', true]);
});

test('aborting the source ends its wait for the next poll and leaves no timer', async (t) => {
  const one = polled();
  const run = one.run();
  await settled();
  one.abort.abort();
  await t.notThrowsAsync(run);
  t.is(one.timers.size, 0);
});
