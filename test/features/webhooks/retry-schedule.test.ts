import test from 'ava';
import { pauseBefore, retryAfterSeconds, schedule } from '../../../src/features/webhooks/retry-schedule.js';

test('eight attempts take 27 hours and 35 minutes', (t) => {
  t.is(schedule.length, 8);
  t.is(Math.floor(schedule.reduce((sum, pause) => sum + pause) / 60), 27 * 60 + 35);
});

test('a delay varies randomly by a fifth, and after the last step there is no further attempt', (t) => {
  t.deepEqual([pauseBefore(2, 0), pauseBefore(2, 0.5), pauseBefore(2, 1)], [240, 300, 360]);
  t.is(pauseBefore(8, 0.5), undefined);
  t.is(pauseBefore(8, 0.5, 10), undefined);
});

test('Retry-After is limited to between the scheduled delay and twice that', (t) => {
  t.deepEqual(
    [0, 299, 400, 600, 86_400].map((seconds) => pauseBefore(2, 0.9, seconds)),
    [300, 300, 400, 600, 600],
  );
});

test('Retry-After may be seconds or a date, and other values are ignored', (t) => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0);
  t.is(retryAfterSeconds('120', now), 120);
  t.is(retryAfterSeconds('Fri, 20 Nov 2026 12:02:00 GMT', now), 120);
  t.is(retryAfterSeconds('Fri, 20 Nov 2026 11:00:00 GMT', now), 0);
  for (const nonsense of [undefined, '', 'soon', '-1', '1e3', '2026-11-20', '0x10'])
    t.is(retryAfterSeconds(nonsense, now), undefined, nonsense);
});
