import test from 'ava';
import { couponGrid } from '../../../../src/features/markets/bonds/bond-schedule.js';
import { daysBetween, yearFraction } from '../../../../src/features/markets/bonds/day-count.js';
import { formatDay, parseDay } from '../../../../src/features/markets/civil-day.js';

// Examples of ISDA, "30/360 day count conventions" (https://www.isda.org/2008/12/22/30-360-day-count-conventions/), as
// in `testThirty360_BondBasis` and `testThirty360_EurobondBasis` of QuantLib 1.30, test-suite/daycounters.cpp.
// The columns are: start, end, days of 30/360 (Bond Basis), days of 30E/360 (Eurobond Basis).
const thirty360: ReadonlyArray<[string, string, number, number]> = [
  ['2006-08-20', '2007-02-20', 180, 180],
  ['2007-02-20', '2007-08-20', 180, 180],
  ['2008-02-20', '2008-08-20', 180, 180],
  ['2006-08-31', '2007-02-28', 178, 178],
  ['2007-02-28', '2007-08-31', 183, 182],
  ['2007-08-31', '2008-02-29', 179, 179],
  ['2008-02-29', '2008-08-31', 182, 181],
  ['2008-08-31', '2009-02-28', 178, 178],
  ['2009-02-28', '2009-08-31', 183, 182],
  ['2006-01-31', '2006-02-28', 28, 28],
  ['2006-01-30', '2006-02-28', 28, 28],
  ['2006-02-28', '2006-03-03', 5, 5],
  ['2006-02-14', '2006-02-28', 14, 14],
  ['2006-09-30', '2006-10-31', 30, 30],
  ['2006-10-31', '2006-11-28', 28, 28],
  ['2007-08-31', '2008-02-28', 178, 178],
  ['2008-02-28', '2008-08-28', 180, 180],
  ['2008-02-28', '2008-08-30', 182, 182],
  ['2008-02-28', '2008-08-31', 183, 182],
  ['2007-02-26', '2008-02-28', 362, 362],
  ['2007-02-26', '2008-02-29', 363, 363],
  ['2008-02-29', '2009-02-28', 359, 359],
  ['2008-02-28', '2008-03-30', 32, 32],
  ['2008-02-28', '2008-03-31', 33, 32],
];
for (const [start, end, bondBasis, eurobondBasis] of thirty360)
  test(`${start} to ${end} has ${bondBasis} days by 30/360, and ${eurobondBasis} by 30E/360`, (t) => {
    const [from, to] = [parseDay(start), parseDay(end)];
    t.is(daysBetween('30/360', from, to), bondBasis);
    t.is(daysBetween('30E/360', from, to), eurobondBasis);
    t.is(yearFraction('30/360', from, to, [], 2), bondBasis / 360);
  });

// Cases of ISDA's memorandum "EMU and market conventions: recent developments" (1998), with the results of
// `testActualActual` and `testActualActualIsma` of QuantLib 1.30. The columns are: a maturity and a frequency, which
// fix the coupon days; whether they are at the end of the month; start, end, fraction of a year.
const icma: ReadonlyArray<[string, number, boolean, string, string, number]> = [
  ['2004-05-01', 2, false, '2003-11-01', '2004-05-01', 0.5],
  ['2000-07-01', 1, false, '1999-02-01', '1999-07-01', 0.41095890411],
  ['2000-07-01', 1, false, '1999-07-01', '2000-07-01', 1],
  ['2004-01-15', 2, false, '2002-08-15', '2003-07-15', 0.915760869565],
  ['2004-01-15', 2, false, '2003-07-15', '2004-01-15', 0.5],
  ['2000-07-30', 2, false, '1999-07-30', '2000-01-30', 0.5],
  ['2000-07-30', 2, false, '2000-01-30', '2000-06-30', 0.417582417582],
  // QuantLib continues the quarters after the penultimate coupon: 29 February and 31 May 2000 at the end of the month.
  ['2000-05-31', 4, true, '1999-11-30', '2000-04-30', 91 / (91 * 4) + 61 / (92 * 4)],
];
for (const [maturity, frequency, endOfMonth, start, end, years] of icma)
  test(`${start} to ${end} is ${years} of a year by ACT/ACT with ${frequency} coupons up to ${maturity}`, (t) => {
    const grid = couponGrid(parseDay(start), parseDay(maturity), frequency, endOfMonth);
    const result = yearFraction('ACT/ACT', parseDay(start), parseDay(end), grid, frequency);
    t.true(Math.abs(result - years) < 1e-10, `${result}`);
  });

test('ACT/360 and ACT/365 count the actual days', (t) => {
  const [from, to] = [parseDay('2024-02-28'), parseDay('2024-03-01')];
  t.is(yearFraction('ACT/360', from, to, [], 1), 2 / 360);
  t.is(yearFraction('ACT/365', from, to, [], 1), 2 / 365);
});

test('coupon days are on the day of the maturity, or at the end of the month', (t) => {
  const days = (maturity: string, frequency: number, endOfMonth: boolean) =>
    couponGrid(parseDay('2023-05-10'), parseDay(maturity), frequency, endOfMonth).map(formatDay);
  t.deepEqual(days('2024-06-30', 2, false), ['2022-12-30', '2023-06-30', '2023-12-30', '2024-06-30']);
  t.deepEqual(days('2024-06-30', 2, true), ['2022-12-31', '2023-06-30', '2023-12-31', '2024-06-30']);
  t.deepEqual(days('2024-02-29', 2, false), ['2023-02-28', '2023-08-29', '2024-02-29']);
  t.deepEqual(days('2024-02-29', 2, true), ['2023-02-28', '2023-08-31', '2024-02-29']);
  t.deepEqual(days('2024-06-29', 1, true), ['2022-06-29', '2023-06-29', '2024-06-29']);
  t.deepEqual(days('2023-06-10', 12, false), ['2023-05-10', '2023-06-10']);
});
