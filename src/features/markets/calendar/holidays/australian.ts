import { easterSunday, fridayIfWeekend, MONDAY, nthWeekday, orMonday } from '../../civil-day.js';
import { addChristmas } from './british.js';
import { SpecialDays } from './special-days.js';

/**
 * Returns the holidays of the Australian Securities Exchange, correct from 2011. Anzac Day on a weekend is not observed
 * on another day. The last trading days before Christmas and of the year end at 14:10, except in 2022.
 */
export function australianHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const easter = easterSunday(year);
  days.closed("New Year's Day", orMonday(days.at(1, 1)));
  days.closed('Australia Day', orMonday(days.at(1, 26)));
  days.closed('Good Friday', easter - 2).closed('Easter Monday', easter + 1);
  days.closed('Anzac Day', days.at(4, 25));
  days.closed(year < 2023 ? "Queen's Birthday" : "King's Birthday", nthWeekday(year, 6, MONDAY, 2));
  addChristmas(days).once(2011, 'Easter Tuesday', '04-26').once(2022, 'National Day of Mourning', '09-22');
  if (year === 2022) return days;
  const half = 14 * 60 + 10;
  return days
    .early('Last trading day before Christmas', half, fridayIfWeekend(days.at(12, 24)))
    .early('Last trading day of the year', half, fridayIfWeekend(days.at(12, 31)));
}
