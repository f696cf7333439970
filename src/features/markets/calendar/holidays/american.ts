import {
  easterSunday,
  FRIDAY,
  lastWeekday,
  MONDAY,
  nearestWorkday,
  nthWeekday,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  WEDNESDAY,
  weekdayOf,
} from '../../civil-day.js';
import { SpecialDays } from './special-days.js';

const EARLY = 13 * 60;

/**
 * Returns the holidays of the New York Stock Exchange and NASDAQ, correct from 2000 (NYSE Rule 7.2 and the published
 * holidays and closings). A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday
 * after. New Year's Day on a Saturday is not observed, because that Friday is the last trading day of the year.
 */
export function americanHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const newYear = days.at(1, 1);
  if (weekdayOf(newYear) !== SATURDAY) days.closed("New Year's Day", nearestWorkday(newYear));
  if (year >= 1998) days.closed('Martin Luther King, Jr. Day', nthWeekday(year, 1, MONDAY, 3));
  days.closed("Washington's Birthday", nthWeekday(year, 2, MONDAY, 3));
  days.closed('Good Friday', easterSunday(year) - 2);
  days.closed('Memorial Day', lastWeekday(year, 5, MONDAY));
  if (year >= 2022) days.closed('Juneteenth National Independence Day', nearestWorkday(days.at(6, 19)));
  days.closed('Independence Day', nearestWorkday(days.at(7, 4)));
  days.closed('Labor Day', nthWeekday(year, 9, MONDAY, 1));
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  days.closed('Thanksgiving Day', thanksgiving);
  days.closed('Christmas Day', nearestWorkday(days.at(12, 25)));
  return addHalfDays(addClosings(days), thanksgiving + 1);
}

function addClosings(days: SpecialDays): SpecialDays {
  return days
    .once(2001, 'Closed after the attacks of September 11', '09-11', '09-12', '09-13', '09-14')
    .once(2004, 'Day of mourning for Ronald Reagan', '06-11')
    .once(2007, 'Day of mourning for Gerald Ford', '01-02')
    .once(2012, 'Closed for Hurricane Sandy', '10-29', '10-30')
    .once(2018, 'Day of mourning for George H. W. Bush', '12-05')
    .once(2025, 'Day of mourning for Jimmy Carter', '01-09');
}

/** Adds the days on which trading ends at 13:00. */
function addHalfDays(days: SpecialDays, dayAfterThanksgiving: number): SpecialDays {
  const { year } = days;
  const eve = days.at(7, 3);
  // Until 2012 Independence Day on a Thursday shortened the Friday after it; since then it shortens the Wednesday
  // before.
  if (weekdayOf(eve) === WEDNESDAY && year < 2013) days.early('Day after Independence Day', EARLY, days.at(7, 5));
  else if (weekdayOf(eve) !== FRIDAY && weekdayOf(eve) !== SUNDAY)
    days.early('Day before Independence Day', EARLY, eve);
  days.early('Day after Thanksgiving', EARLY, dayAfterThanksgiving);
  days.early('Christmas Eve', EARLY, days.at(12, 24));
  if (year === 2003) days.early('Day after Christmas', EARLY, days.at(12, 26));
  return days;
}
