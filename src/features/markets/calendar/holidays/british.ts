import {
  easterSunday,
  fridayIfWeekend,
  lastWeekday,
  MONDAY,
  nthWeekday,
  orMonday,
  SATURDAY,
  SUNDAY,
  weekdayOf,
} from '../../civil-day.js';
import { SpecialDays } from './special-days.js';

/** Adds Christmas Day and Boxing Day, each observed on the next free weekday if it falls on a weekend. */
export function addChristmas(days: SpecialDays): SpecialDays {
  const christmas = days.at(12, 25);
  const shift: Record<number, [number, number]> = { [SATURDAY]: [2, 3], [SUNDAY]: [2, 1] };
  const [first, second] = shift[weekdayOf(christmas)] ?? [0, 1];
  return days
    .closed('Christmas Day', christmas + first)
    .closed('Boxing Day', weekdayOf(christmas + second) === SATURDAY ? christmas + 3 : christmas + second);
}

/**
 * Returns the holidays of the London Stock Exchange: the bank holidays of England and Wales (Banking and Financial
 * Dealings Act 1971 and later proclamations), correct from 2000. The last trading days before Christmas and before New
 * Year end at 12:30.
 */
export function britishHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const easter = easterSunday(year);
  days.closed("New Year's Day", orMonday(days.at(1, 1)));
  days.closed('Good Friday', easter - 2).closed('Easter Monday', easter + 1);
  days.closed('Early May bank holiday', year === 2020 ? days.at(5, 8) : nthWeekday(year, 5, MONDAY, 1));
  days.closed('Spring bank holiday', springBankHoliday(days));
  days.closed('Summer bank holiday', lastWeekday(year, 8, MONDAY));
  addChristmas(days)
    .once(2002, 'Golden Jubilee', '06-03')
    .once(2011, 'Royal wedding', '04-29')
    .once(2012, 'Diamond Jubilee', '06-05')
    .once(2022, 'Platinum Jubilee', '06-03')
    .once(2022, 'State funeral of Queen Elizabeth II', '09-19')
    .once(2023, 'Coronation of King Charles III', '05-08');
  const half = 12 * 60 + 30;
  return days
    .early('Christmas Eve', half, fridayIfWeekend(days.at(12, 24)))
    .early("New Year's Eve", half, fridayIfWeekend(days.at(12, 31)));
}

/** Returns the spring bank holiday, which was moved in the years of the jubilees. */
function springBankHoliday(days: SpecialDays): number {
  const moved: Record<number, number> = { 2002: days.at(6, 4), 2012: days.at(6, 4), 2022: days.at(6, 2) };
  return moved[days.year] ?? lastWeekday(days.year, 5, MONDAY);
}
