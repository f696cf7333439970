import test from 'ava';
import { quotaOf, retryAfterMs } from '../../../src/upstream/client/retry-after.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 21);
const date = (ms: number) => new Date(NOW + ms).toUTCString();

const delays: ReadonlyArray<readonly [what: string, headers: Record<string, string>, ms: number | undefined]> = [
  ['seconds are milliseconds times a thousand', { 'retry-after': '7' }, 7_000],
  ['seconds may be padded', { 'retry-after': ' 7 ' }, 7_000],
  ['the form of OpenSky counts', { 'x-rate-limit-retry-after-seconds': '9' }, 9_000],
  ['a day is the most, in seconds', { 'retry-after': '86401' }, DAY],
  [
    'a date without the clock of the upstream is relative to the clock of the service',
    { 'retry-after': date(5_000) },
    5_000,
  ],
  ['a past date is no delay', { 'retry-after': date(-5_000) }, 0],
  ['a day is the most, as a date', { 'retry-after': date(2 * DAY) }, DAY],
  [
    'the reset counts when no calls are left',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
    30_000,
  ],
  [
    'the reset is ignored while calls are left',
    { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
    undefined,
  ],
  ['a reset of now is ignored', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000) }, undefined],
  ['a reset in a day counts', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((NOW + DAY) / 1000) }, DAY],
  [
    'a reset in more than a day is ignored',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((NOW + DAY) / 1000 + 1) },
    undefined,
  ],
  ['without headers there is no delay', {}, undefined],
];
for (const [what, headers, ms] of delays)
  test(`the delay that an upstream requests is read: ${what}`, (t) => t.is(retryAfterMs(headers, NOW), ms));

test('a quota is read if its headers have a limit and the remaining calls; a reset that is not a Unix time is ignored', (t) => {
  const quota = (limit?: string, remaining?: string, reset?: string) =>
    quotaOf({
      ...(limit !== undefined && { 'x-ratelimit-limit': limit }),
      ...(remaining !== undefined && { 'x-ratelimit-remaining': remaining }),
      ...(reset !== undefined && { 'x-ratelimit-reset': reset }),
    });
  t.is(quota('60'), undefined);
  t.is(quota(undefined, '41'), undefined);
  t.is(quota('many', '41'), undefined);
  t.deepEqual(quota('60', '41'), { limit: 60, remaining: 41, resetsAt: null });
  for (const seconds of ['30', '1000000000', '10000000000']) t.is(quota('60', '41', seconds)?.resetsAt, null, seconds);
  for (const seconds of [1_000_000_001, 9_999_999_999])
    t.is(quota('60', '41', String(seconds))?.resetsAt?.getTime(), seconds * 1_000);
});
