import { easterSunday, MONDAY, nthWeekday, orMonday, weekdayFrom } from '../../civil-day.js';
import { addChristmas } from './british.js';
import { SpecialDays } from './special-days.js';

/**
 * Returns the holidays of the Toronto Stock Exchange, correct from 2000. Trading on Christmas Eve ends at 13:00 since
 * 2010.
 */
export function canadianHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  days.closed("New Year's Day", orMonday(days.at(1, 1)));
  if (year >= 2008) days.closed('Family Day', nthWeekday(year, 2, MONDAY, 3));
  days.closed('Good Friday', easterSunday(year) - 2);
  // Victoria Day is the Monday before 25 May.
  days.closed('Victoria Day', weekdayFrom(days.at(5, 18), MONDAY));
  days.closed('Canada Day', orMonday(days.at(7, 1)));
  days.closed('Civic Holiday', nthWeekday(year, 8, MONDAY, 1));
  days.closed('Labour Day', nthWeekday(year, 9, MONDAY, 1));
  days.closed('Thanksgiving Day', nthWeekday(year, 10, MONDAY, 2));
  addChristmas(days).once(2001, 'Closed after the attacks of September 11', '09-11', '09-12');
  return year < 2010 ? days : days.early('Christmas Eve', 13 * 60, days.at(12, 24));
}
