import test from 'ava';
import { chineseDay, newMoon } from '../../../../src/features/markets/calendar/holidays/lunar-month.js';
import { dayNumber, formatDay } from '../../../../src/features/markets/civil-day.js';

test('the new moon of February 1977 matches the worked example of Meeus, Astronomical Algorithms, 49.a', (t) => {
  t.true(Math.abs(newMoon(-283) - 2_443_192.651_18) < 0.000_01);
});

// Source: Hong Kong Observatory, "Gregorian-Lunar Calendar Conversion Table", 2012 to 2049.
const newYears =
  '01-23 02-10 01-31 02-19 02-08 01-28 02-16 02-05 01-25 02-12 02-01 01-22 02-10 01-29 02-17 02-06 01-26 02-13 02-03 ' +
  '01-23 02-11 01-31 02-19 02-08 01-28 02-15 02-04 01-24 02-12 02-01 01-22 02-10 01-30 02-17 02-06 01-26 02-14 02-02';

test('every Lunar New Year from 2012 to 2049 falls on the published day', (t) => {
  const computed = Array.from({ length: 38 }, (_, index) =>
    formatDay(chineseDay(1, 1, dayNumber(2012 + index, 1, 20))).slice(5),
  );
  t.deepEqual(computed, newYears.split(' '));
});

test('the festivals around the leap month of 2033 fall on the published days', (t) => {
  const festivals = (year: number) => [
    chineseDay(4, 8, dayNumber(year, 4, 26)),
    chineseDay(5, 5, dayNumber(year, 5, 26)),
    chineseDay(8, 15, dayNumber(year, 9, 5)),
    chineseDay(9, 9, dayNumber(year, 9, 30)),
  ];
  t.deepEqual(festivals(2033).map(formatDay), ['2033-05-06', '2033-06-01', '2033-09-08', '2033-10-01']);
  t.deepEqual(festivals(2034).map(formatDay), ['2034-05-25', '2034-06-20', '2034-09-27', '2034-10-20']);
});
