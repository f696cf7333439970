import { type DayNumber, MONDAY, nthWeekday, SUNDAY, weekdayOf } from '../../civil-day.js';
import { SpecialDays } from './special-days.js';

type Named = [name: string, day: DayNumber];

/**
 * Returns the holidays of the Tokyo Stock Exchange: the holidays of the Act on National Holidays (1948) with its
 * amendments, and 31 December to 3 January. They are correct from 2000 to 2099, unless future days are moved by law.
 * There are no early closes.
 */
export function japaneseHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const named = [...fixed(days), ...moving(days), ...equinoxes(days), ...imperial(days)];
  const national = new Map(named.map(([name, day]) => [day, name]));
  for (const [day, name] of national) {
    days.closed(name, day);
    // Article 3 (2): a holiday on a Sunday is observed on the next day that is not a holiday.
    if (weekdayOf(day) === SUNDAY) days.closed('Substitute holiday', firstFree(national, day + 1));
    // Article 3 (3): a day between two holidays is a holiday.
    if (national.has(day + 2) && !national.has(day + 1) && weekdayOf(day + 1) !== SUNDAY)
      days.closed("Citizens' Holiday", day + 1);
  }
  days.closed('New Year holiday', days.at(1, 2), days.at(1, 3), days.at(12, 31));
  return days.once(2020, 'Failure of the trading system', '10-01');
}

function firstFree(national: ReadonlyMap<DayNumber, string>, day: DayNumber): DayNumber {
  return national.has(day) ? firstFree(national, day + 1) : day;
}

function fixed(days: SpecialDays): Named[] {
  return [
    ["New Year's Day", days.at(1, 1)],
    ['National Foundation Day', days.at(2, 11)],
    [days.year < 2007 ? 'Greenery Day' : 'Shōwa Day', days.at(4, 29)],
    ['Constitution Memorial Day', days.at(5, 3)],
    // Until 2006, 4 May was a "citizens' holiday" and had no substitute day on a Sunday.
    ...(days.year < 2007 ? [] : [['Greenery Day', days.at(5, 4)] satisfies Named]),
    ["Children's Day", days.at(5, 5)],
    ['Culture Day', days.at(11, 3)],
    ['Labour Thanksgiving Day', days.at(11, 23)],
  ];
}

/**
 * Returns the holidays whose rule depends on the year: holidays on the nth Monday of a month that were formerly on
 * fixed days, and holidays that were moved for the Olympic Games in Tokyo.
 */
function moving(days: SpecialDays): Named[] {
  const { year } = days;
  const monday = (month: number, nth: number) => nthWeekday(year, month, MONDAY, nth);
  const games: Record<number, [marine: DayNumber, mountain: DayNumber, sports: DayNumber]> = {
    2020: [days.at(7, 23), days.at(8, 10), days.at(7, 24)],
    2021: [days.at(7, 22), days.at(8, 8), days.at(7, 23)],
  };
  const [marine, mountain, sports] = games[year] ?? [
    year < 2003 ? days.at(7, 20) : monday(7, 3),
    days.at(8, 11),
    monday(10, 2),
  ];
  return [
    ['Coming of Age Day', monday(1, 2)],
    ['Marine Day', marine],
    ...(year < 2016 ? [] : [['Mountain Day', mountain] satisfies Named]),
    ['Respect for the Aged Day', year < 2003 ? days.at(9, 15) : monday(9, 3)],
    [year < 2020 ? 'Health and Sports Day' : 'Sports Day', sports],
  ];
}

/** Returns the equinoxes in Japan from 1980 to 2099, by the common approximation of the Hydrographic Department. */
function equinoxes(days: SpecialDays): Named[] {
  const years = days.year - 1980;
  const since = (start: number) => Math.floor(start + 0.242194 * years) - Math.floor(years / 4);
  return [
    ['Vernal Equinox Day', days.at(3, since(20.8431))],
    ['Autumnal Equinox Day', days.at(9, since(23.2488))],
  ];
}

/** Returns the birthday of the reigning emperor (none in 2019), and the days of the succession. */
function imperial(days: SpecialDays): Named[] {
  if (days.year < 2019) return [["The Emperor's Birthday", days.at(12, 23)]];
  if (days.year > 2019) return [["The Emperor's Birthday", days.at(2, 23)]];
  return [
    ['Accession Day', days.at(5, 1)],
    ['Enthronement Ceremony', days.at(10, 22)],
  ];
}
