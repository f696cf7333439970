import test from 'ava';
import { dayNumber, easterSunday, formatDay, parseDay, weekdayOf } from '../../../../src/features/markets/civil-day.js';

test('days are numbered from 1970-01-01, with negative numbers before it', (t) => {
  t.is(parseDay('1970-01-01'), 0);
  t.is(parseDay('1969-12-31'), -1);
  for (const text of ['0001-01-01', '0099-03-01', '1900-02-28', '2000-02-29', '2026-11-20', '9999-12-31']) {
    const [year, month, day] = text.split('-').map(Number) as [number, number, number];
    t.is(dayNumber(year, month, day), parseDay(text));
    t.is(formatDay(parseDay(text)), text);
    t.is(weekdayOf(parseDay(text)), new Date(text).getUTCDay());
  }
});

// Source: Astronomical Applications Department, U.S. Naval Observatory, "The Date of Easter".
test('Easter falls on the days published by the US Naval Observatory, including the earliest and the latest', (t) => {
  const table = [
    ...[
      '1818-03-22',
      '1943-04-25',
      '1954-04-18',
      '1961-04-02',
      '1981-04-19',
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2019-04-21',
      '2024-03-31',
    ],
    ...[
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2028-04-16',
      '2029-04-01',
      '2030-04-21',
      '2038-04-25',
      '2049-04-18',
      '2076-04-19',
      '2285-03-22',
    ],
  ];
  for (const text of table) t.is(formatDay(easterSunday(Number(text.slice(0, 4)))), text);
});
