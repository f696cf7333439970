import { keyOf, spread } from '../../../simulation/noise.js';
import { DAY_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';
import { dayNumber, isWeekend, nthWeekday } from '../civil-day.js';
import type { EconomicFigure } from './economic-figures.js';

/** A publication of a simulated figure. */
export interface SimulatedRelease {
  /** Number of the month of the publication since the year 0, and of the month that it reports on. */
  month: number;
  coveredMonth: number;
  /** Day of the publication, in days since 1970-01-01, and its time (ms). */
  day: number;
  at: number;
  /** The first published value, the expected one, and the value as the next publication revises it. */
  first: number;
  expected: number;
  revised: number;
  /** The value before, as this publication revises it. */
  previous: number;
}

/** Returns the publications of a figure on the days from `first` to `last` (days since 1970-01-01), ascending. */
export function releasesOf(seed: number, figure: EconomicFigure, first: number, last: number): SimulatedRelease[] {
  const key = keyOf(seed, `figure ${figure.title} ${figure.country}`);
  const found: SimulatedRelease[] = [];
  const date = new Date(first * DAY_MS);
  const valueAt = (index: number) => rounded(figure, figure.level + figure.swing * walk(key, index));
  const revisedAt = (index: number) => {
    const share = (figure.revision ?? 0) * spread(key, index + 31_000);
    return rounded(figure, figure.level + figure.swing * (walk(key, index) + share));
  };
  for (let month = date.getUTCFullYear() * 12 + date.getUTCMonth() - 1; ; month += 1) {
    const [year, inYear] = [Math.floor(month / 12), (month % 12) + 1];
    if (dayNumber(year, inYear, 1) > last) return found;
    if (month % figure.everyMonths !== figure.firstMonth % figure.everyMonths) continue;
    const day = releaseDay(figure, year, inYear);
    if (day < first || day > last) continue;
    found.push({
      month,
      coveredMonth: month - figure.lagMonths,
      day,
      at: TimeZone.of(figure.zone).instantOf(day, figure.minutes),
      first: valueAt(month),
      expected: rounded(figure, figure.level + figure.swing * (walk(key, month) + 0.15 * spread(key, month + 7_000))),
      revised: revisedAt(month),
      previous: revisedAt(month - figure.everyMonths),
    });
  }
}

/** Returns a month such as `2026-10`. */
export const monthText = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/**
 * Returns the day of a month on which an economic figure is published: the nth occurrence of a weekday, or the first
 * working day on or after a fixed day.
 */
function releaseDay({ on }: EconomicFigure, year: number, month: number): number {
  if ('weekday' in on) return nthWeekday(year, month, on.weekday, on.nth);
  let day = dayNumber(year, month, on.day);
  while (isWeekend(day)) day += 1;
  return day;
}

/** Returns a slowly changing number around 0 with about unit variance: the mean of five steps, scaled. */
const walk = (key: number, index: number): number =>
  [0, 1, 2, 3, 4].reduce((sum, back) => sum + spread(key, index - back), 0) / Math.sqrt(5);

const rounded = ({ digits }: EconomicFigure, value: number): number => Number(value.toFixed(digits));

/** Returns the code of a figure, such as `US-CONSUMER-PRICES-YEAR-ON-YEAR`. */
export const codeOf = ({ country, title }: { country: string; title: string }): string =>
  `${country}-${title.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-')}`;
