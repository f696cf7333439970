import { type DayNumber, dayNumber, easterSunday, SUNDAY, weekdayOf } from '../../civil-day.js';
import { chineseDay } from './lunar-month.js';
import { SpecialDays } from './special-days.js';

/**
 * Festivals by their month and day in the Chinese calendar, followed by the month and day of the earliest possible date
 * in the Gregorian calendar.
 */
const festivals = {
  lunarNewYear: [1, 1, 1, 20],
  buddha: [4, 8, 4, 26],
  tuenNg: [5, 5, 5, 26],
  midAutumn: [8, 15, 9, 5],
  chungYeung: [9, 9, 9, 30],
} as const;

function dayOf(festival: keyof typeof festivals, year: number): DayNumber {
  const [lunarMonth, lunarDay, month, day] = festivals[festival];
  return chineseDay(lunarMonth, lunarDay, dayNumber(year, month, day));
}

/**
 * Returns the day of April on which Ching Ming is in this century: the Sun is at 15°, in Chinese time. The formula is a
 * common approximation.
 */
const chingMing = (year: number) => Math.floor((year % 100) * 0.2422 + 4.81) - Math.floor((year % 100) / 4);

/**
 * Returns the holidays of the Stock Exchange of Hong Kong: the general holidays (General Holidays Ordinance, cap. 149)
 * since 2012. The festivals of the Chinese calendar agree with the tables of the Hong Kong Observatory up to 2099;
 * future holidays can still be moved by law. A holiday on a Sunday or on another holiday is observed on the next free
 * day. Trading ends at 12:00 on the eves of the Lunar New Year, of Christmas and of New Year. Closures for typhoons and
 * rain are known only if they lasted a whole day; there have been none since 23 September 2024.
 */
export function hongKongHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const easter = easterSunday(year);
  const newYear = dayOf('lunarNewYear', year);
  const taken = new Set<DayNumber>();
  const keep = (name: string, day: DayNumber) => {
    let kept = day;
    while (weekdayOf(kept) === SUNDAY || taken.has(kept)) kept += 1;
    taken.add(kept);
    days.closed(name, kept);
  };
  keep("New Year's Day", days.at(1, 1));
  for (const offset of [0, 1, 2]) keep('Lunar New Year', newYear + offset);
  keep('Good Friday', easter - 2);
  taken.add(easter - 1);
  keep('Easter Monday', easter + 1);
  keep('Ching Ming Festival', days.at(4, chingMing(year)));
  keep('Labour Day', days.at(5, 1));
  keep("Buddha's Birthday", dayOf('buddha', year));
  keep('Tuen Ng Festival', dayOf('tuenNg', year));
  keep('HKSAR Establishment Day', days.at(7, 1));
  keep('National Day', days.at(10, 1));
  keep('Day after the Mid-Autumn Festival', dayOf('midAutumn', year) + 1);
  keep('Chung Yeung Festival', dayOf('chungYeung', year));
  keep('Christmas Day', days.at(12, 25));
  keep('First weekday after Christmas', days.at(12, 26));
  const noon = 12 * 60;
  days
    .early('Lunar New Year Eve', noon, newYear - 1)
    .early('Christmas Eve', noon, days.at(12, 24))
    .early("New Year's Eve", noon, days.at(12, 31));
  return addClosures(days);
}

function addClosures(days: SpecialDays): SpecialDays {
  return days
    .once(2013, 'Typhoon Utor', '08-14')
    .once(2015, 'Anniversary of the end of the war', '09-03')
    .once(2016, 'Typhoons Nida and Haima', '08-02', '10-21')
    .once(2017, 'Typhoon Hato', '08-23')
    .once(2020, 'Typhoon Nangka', '10-13')
    .once(2021, 'Typhoon Kompasu', '10-13')
    .once(2023, 'Typhoons Talim and Saola, and rain', '07-17', '09-01', '09-08')
    .once(2024, 'Typhoon Yagi', '09-06');
}
