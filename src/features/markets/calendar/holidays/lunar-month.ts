import { DAY_MS } from '../../../../time/durations.js';
import type { DayNumber } from '../../civil-day.js';

const RADIANS = Math.PI / 180;
const CHINA_DAYS = 8 / 24;
/** Terrestrial time minus universal time in days: about 70 s in these decades. */
const DELTA_T_DAYS = 70 / 86_400;
/** The Julian day of 1970-01-01T00:00Z. */
const UNIX_EPOCH = 2_440_587.5;
const FIRST_NEW_MOON = 2_451_550.097_66;
const SYNODIC_MONTH = 29.530_588_861;

/**
 * Periodic terms of the time of a new moon: days, and multiples of the Sun's anomaly, the Moon's anomaly and the Moon's
 * argument of latitude.
 */
const periodic: ReadonlyArray<readonly [days: number, sun: number, moon: number, latitude: number]> = [
  [-0.4072, 0, 1, 0],
  [0.172_41, 1, 0, 0],
  [0.016_08, 0, 2, 0],
  [0.010_39, 0, 0, 2],
  [0.007_39, -1, 1, 0],
  [-0.005_14, 1, 1, 0],
  [0.002_08, 2, 0, 0],
  [-0.001_11, 0, 1, -2],
  [-0.000_57, 0, 1, 2],
  [0.000_56, 1, 2, 0],
  [-0.000_42, 0, 3, 0],
  [0.000_42, 1, 0, 2],
  [0.000_38, 1, 0, -2],
  [-0.000_24, -1, 2, 0],
  [-0.000_07, 2, 1, 0],
  [0.000_04, 0, 2, -2],
  [0.000_04, 3, 0, 0],
  [0.000_03, 1, 1, -2],
  [0.000_03, 0, 2, 2],
  [-0.000_03, 1, 1, 2],
  [0.000_03, -1, 1, 2],
  [-0.000_02, -1, 1, -2],
  [-0.000_02, 1, 3, 0],
  [0.000_02, 0, 4, 0],
];

/**
 * Planetary terms of the time of a new moon: amplitude in 0.000001 days, start in degrees, rate in degrees per month.
 */
const planetary: ReadonlyArray<readonly [microdays: number, start: number, rate: number]> = [
  [325, 299.77, 0.107_408],
  [165, 251.88, 0.016_321],
  [164, 251.83, 26.651_886],
  [126, 349.42, 36.412_478],
  [110, 84.66, 18.206_239],
  [62, 141.74, 53.303_771],
  [60, 207.14, 2.453_732],
  [56, 154.84, 7.306_86],
  [47, 34.52, 27.261_239],
  [42, 207.19, 0.121_824],
  [40, 291.34, 1.844_379],
  [37, 161.72, 24.198_154],
  [35, 239.56, 25.513_099],
  [23, 331.55, 3.592_518],
];

/**
 * Returns the time of a new moon as a Julian day in terrestrial time, accurate to seconds (Meeus, Astronomical
 * Algorithms, chapter 49).
 * @param index months since the new moon of 2000-01-06
 */
export function newMoon(index: number): number {
  const century = index / 1236.85;
  const eccentricity = 1 - 0.002_516 * century - 0.000_007_4 * century ** 2;
  const sun = 2.5534 + 29.105_356_7 * index - 0.000_001_4 * century ** 2;
  const moon = 201.5643 + 385.816_935_28 * index + 0.010_758_2 * century ** 2 + 0.000_012_38 * century ** 3;
  const latitude = 160.7108 + 390.670_502_84 * index - 0.001_611_8 * century ** 2 - 0.000_002_27 * century ** 3;
  const node = 124.7746 - 1.563_755_88 * index + 0.002_067_2 * century ** 2;
  let day = FIRST_NEW_MOON + SYNODIC_MONTH * index + 0.000_154_37 * century ** 2 - 0.000_17 * Math.sin(node * RADIANS);
  for (const [days, ofSun, ofMoon, ofLatitude] of periodic) {
    const power = Math.abs(ofSun) > 2 ? 0 : Math.abs(ofSun);
    day += days * eccentricity ** power * Math.sin((ofSun * sun + ofMoon * moon + ofLatitude * latitude) * RADIANS);
  }
  for (const [place, [microdays, start, rate]] of planetary.entries()) {
    const bend = place === 0 ? 0.009_173 * century ** 2 : 0;
    day += microdays * 1e-6 * Math.sin((start + rate * index - bend) * RADIANS);
  }
  return day;
}

/** Returns the day in China of the new moon nearest to a day: the first day of a month of the Chinese calendar. */
export function newMoonDay(near: DayNumber): DayNumber {
  const index = Math.round((near + UNIX_EPOCH - FIRST_NEW_MOON) / SYNODIC_MONTH);
  const days = [index - 1, index, index + 1].map((month) =>
    Math.floor(newMoon(month) - DELTA_T_DAYS - UNIX_EPOCH + CHINA_DAYS),
  );
  return days.reduce((best, day) => (Math.abs(day - near) < Math.abs(best - near) ? day : best));
}

/**
 * Formats days as `month/day` of the Chinese calendar; a leap month has a suffix (`4bis/8`), so its days never match.
 */
let chinese: Intl.DateTimeFormat | undefined;

/**
 * Returns a day of the Chinese calendar. Month numbers come from `Intl`, whose months may begin a day off when a new
 * moon is minutes from midnight (2027-02-06, 2030-02-03), so the beginning of the month is calculated here.
 * @param from a day before the result, by less than a year
 */
export function chineseDay(month: number, day: number, from: DayNumber): DayNumber {
  chinese ??= new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
  const wanted = `${month}/${day}`;
  let found = from;
  while (chinese.format(found * DAY_MS + DAY_MS / 2) !== wanted) found += 1;
  return newMoonDay(found - day + 1) + day - 1;
}
