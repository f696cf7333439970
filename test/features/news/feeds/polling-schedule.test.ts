import test from 'ava';
import fc from 'fast-check';
import { backoff, maxAgeOf, nextInterval, scattered } from '../../../../src/features/news/feeds/polling-schedule.js';

const unhurried = { ttlSeconds: null, maxAgeSeconds: null };

test('a feed that changes is fetched more often, up to every 5 minutes, and one that does not change less often, down to once a day', (t) => {
  const after = (fetches: number, changed: boolean) =>
    Array.from({ length: fetches }).reduce(
      (interval: number) => nextInterval(interval, { changed, ...unhurried }),
      900,
    );
  t.is(after(1, true), 540);
  t.is(after(10, true), 300);
  t.is(after(1, false), 1_170);
  t.is(after(50, false), 86_400);
});

test('the interval is not below the ttl of the feed or the max-age of the response', (t) => {
  t.is(nextInterval(900, { changed: true, ttlSeconds: 3_600, maxAgeSeconds: null }), 3_600);
  t.is(nextInterval(900, { changed: true, ttlSeconds: 60, maxAgeSeconds: 1_800 }), 1_800);
  t.is(nextInterval(900, { changed: true, ttlSeconds: 10_000_000, maxAgeSeconds: null }), 86_400);
});

test('every delay is between 5 minutes less a tenth and a day and a tenth, whatever the input', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.option(fc.integer({ min: 0, max: 10 ** 12 }), { nil: undefined }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, requestedMs, random) => {
        const ms = backoff(failures, requestedMs, random);
        t.true(ms >= 300_000 && ms <= 86_400_000);
        t.true(
          scattered(nextInterval(failures * 1_000, { changed: failures % 2 === 0, ...unhurried }), random) >= 270_000,
        );
      },
    ),
  );
});

test('consecutive failures double the wait, and a longer Retry-After is used instead', (t) => {
  t.deepEqual(
    [1, 2, 3].map((failures) => backoff(failures, undefined, 0)),
    [450_000, 900_000, 1_800_000],
  );
  t.is(backoff(1, 7_200_000, 0.5), 7_200_000);
});

test('max-age is read from Cache-Control unless storing is forbidden', (t) => {
  t.is(maxAgeOf('public, max-age=600'), 600);
  t.is(maxAgeOf('max-age="60"'), 60);
  t.is(maxAgeOf('s-maxage=600'), null);
  t.is(maxAgeOf('no-store, max-age=600'), null);
  t.is(maxAgeOf(undefined), null);
});

test('after a failure the wait is at least five minutes and at most a day', (t) => {
  t.is(backoff(1, undefined, 0), Math.max(300_000, 450_000));
  t.is(backoff(1, undefined, 1), 900_000);
  t.is(backoff(17, undefined, 1), 86_400_000);
  t.is(backoff(1, 1e12, 0), 86_400_000);
});
