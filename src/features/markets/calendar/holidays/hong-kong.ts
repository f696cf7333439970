import { DAY_MS, type DayNumber, dayNumber, easterSunday, SUNDAY, weekdayOf } from '../civil-day.js';
import { SpecialDays } from '../special-days.js';

/** Days of the Chinese calendar by `month-day`, leap months left out. */
const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });

function lunarDays(year: number): Map<string, DayNumber> {
  const days = new Map<string, DayNumber>();
  for (let day = dayNumber(year, 1, 1); day < dayNumber(year + 1, 1, 1); day += 1) {
    const parts = Object.fromEntries(chinese.formatToParts(day * DAY_MS + DAY_MS / 2).map(({ type, value }) => [type, value]));
    const key = `${parts.month}-${parts.day}`;
    // The first months of a year have the twelfth month before them, never a second one of the same number.
    if (!days.has(key)) days.set(key, day);
  }
  return days;
}

/** Ching Ming in this century: the Sun at 15°, in Chinese time, by the usual approximation. */
const chingMing = (year: number) => Math.floor((year % 100) * 0.2422 + 4.81) - Math.floor((year % 100) / 4);

/**
 * Stock Exchange of Hong Kong: the general holidays (General Holidays Ordinance, cap. 149), right from 2012 to 2099, as far as days to come are
 * not moved by law. One on a Sunday or on another holiday is kept on the next free day. The eves of the Lunar New Year, of Christmas and of
 * New Year end at 12:00. Of closures for typhoons and rain only those of whole days are known; there have been none since 23 September 2024.
 */
export function hongKongHolidays(year: number): SpecialDays {
  const days = new SpecialDays(year);
  const easter = easterSunday(year);
  const lunar = lunarDays(year);
  const at = (key: string) => lunar.get(key) as DayNumber;
  const taken = new Set<DayNumber>();
  const keep = (name: string, day: DayNumber) => {
    let kept = day;
    while (weekdayOf(kept) === SUNDAY || taken.has(kept)) kept += 1;
    taken.add(kept);
    days.closed(name, kept);
  };
  keep("New Year's Day", days.at(1, 1));
  for (const offset of [0, 1, 2]) keep('Lunar New Year', at('1-1') + offset);
  keep('Good Friday', easter - 2);
  taken.add(easter - 1);
  keep('Easter Monday', easter + 1);
  keep('Ching Ming Festival', days.at(4, chingMing(year)));
  keep('Labour Day', days.at(5, 1));
  keep("Buddha's Birthday", at('4-8'));
  keep('Tuen Ng Festival', at('5-5'));
  keep('HKSAR Establishment Day', days.at(7, 1));
  keep('National Day', days.at(10, 1));
  keep('Day after the Mid-Autumn Festival', at('8-15') + 1);
  keep('Chung Yeung Festival', at('9-9'));
  keep('Christmas Day', days.at(12, 25));
  keep('First weekday after Christmas', days.at(12, 26));
  for (const [name, day] of [
    ['Lunar New Year Eve', at('1-1') - 1] as const,
    ['Christmas Eve', days.at(12, 24)] as const,
    ["New Year's Eve", days.at(12, 31)] as const,
  ])
    days.early(name, 12 * 60, day);
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
