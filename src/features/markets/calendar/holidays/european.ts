import { easterSunday, fridayIfWeekend } from '../../civil-day.js';
import { SpecialDays } from './special-days.js';

/** Returns the holidays that the exchanges of continental Europe have in common. */
function continental(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const easter = easterSunday(year);
  return days
    .closed("New Year's Day", days.at(1, 1))
    .closed('Good Friday', easter - 2)
    .closed('Easter Monday', easter + 1)
    .closed('Labour Day', days.at(5, 1))
    .closed('Christmas Day', days.at(12, 25))
    .closed('Boxing Day', days.at(12, 26));
}

/**
 * Returns the holidays of Xetra, correct from 2003 (trading calendars of Deutsche Börse). German holidays are trading
 * days, except Whit Monday in 2007 and from 2015 to 2021, the Day of German Unity from 2014 to 2021 and Reformation Day
 * in 2017. The last trading day of the year ends at 14:00 since 2010.
 */
export function xetraHolidays(year: number): SpecialDays {
  const days = continental(year).once(2017, 'Reformation Day', '10-31');
  if (year === 2007 || (year >= 2015 && year <= 2021)) days.closed('Whit Monday', easterSunday(year) + 50);
  if (year >= 2014 && year <= 2021) days.closed('Day of German Unity', days.at(10, 3));
  days.closed('Christmas Eve', days.at(12, 24)).closed("New Year's Eve", days.at(12, 31));
  return year < 2010 ? days : days.early('Last trading day of the year', 14 * 60, fridayIfWeekend(days.at(12, 30)));
}

/**
 * Returns the holidays of Euronext Paris, Amsterdam, Brussels and Lisbon, which have shared a calendar since 2003;
 * correct from that year.
 * @param half time at which early closes end, in local minutes: 14:05 in Paris is 13:05 in Lisbon
 */
export function euronextHolidays(year: number, half = 14 * 60 + 5): SpecialDays {
  const days = continental(year);
  return days.early('Christmas Eve', half, days.at(12, 24)).early("New Year's Eve", half, days.at(12, 31));
}

/** Returns the holidays of SIX Swiss Exchange, correct from 2000. There are no early closes. */
export function swissHolidays(year: number): SpecialDays {
  const days = continental(year);
  const easter = easterSunday(year);
  return days
    .closed("Berchtold's Day", days.at(1, 2))
    .closed('Ascension Day', easter + 39)
    .closed('Whit Monday', easter + 50)
    .closed('Swiss National Day', days.at(8, 1))
    .closed('Christmas Eve', days.at(12, 24))
    .closed("New Year's Eve", days.at(12, 31));
}
