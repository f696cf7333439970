import test from 'ava';
import { feedDate } from '../../../../src/features/news/reading/feed-date.js';

const dates: ReadonlyArray<readonly [given: string, expected: string | undefined]> = [
  ['Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21T10:00:00.000Z'],
  ['Sat, 21 Nov 2026 10:00:00 +0530', '2026-11-21T04:30:00.000Z'],
  ['Mon, 21 Nov 2026 10:00:00 EST', '2026-11-21T15:00:00.000Z'],
  ['21 Nov 26 10:00 Z', '2026-11-21T10:00:00.000Z'],
  ['21 Nov 98 10:00 UT', '1998-11-21T10:00:00.000Z'],
  ['Sa, 21 Okt 2026 10:00:00 +0200', '2026-10-21T08:00:00.000Z'],
  ['sam., 21 août 2026 10:00:00 +0200', '2026-08-21T08:00:00.000Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00.123456-05:00', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
  ['20261121T101112Z', '2026-11-21T10:11:12.000Z'],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11', '2026-11-01T00:00:00.000Z'],
  ['Sat Nov 21 10:00:00 UTC 2026', '2026-11-21T10:00:00.000Z'],
  ['November 21, 2026', '2026-11-21T00:00:00.000Z'],
  ['31 Apr 2026 10:00:00 GMT', undefined],
  ['2026-13-01', undefined],
  ['Sat, 21 Nov 2026 10:00:00 NOWHERE', undefined],
  ['yesterday', undefined],
  ['', undefined],
  ['1'.repeat(10_000), undefined],
];

for (const [given, expected] of dates)
  test(`the date of a feed "${given.slice(0, 40)}" is ${expected ?? 'refused'}`, (t) => {
    t.is(feedDate(given)?.toISOString(), expected);
  });
