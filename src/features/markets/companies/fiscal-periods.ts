import { type DayNumber, formatDay, parseDay, yearOf } from '../civil-day.js';
import type { KnownFact } from './known-fact.js';

/** Kinds of periods: a fiscal year and its quarters. */
export const fiscalPeriods = ['FY', 'Q1', 'Q2', 'Q3', 'Q4'] as const;
export type FiscalPeriod = (typeof fiscalPeriods)[number];

export interface Period {
  /** The fiscal year as the company numbers it. */
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  start: string;
  end: string;
}

/** Days of a fiscal year (52 or 53 weeks, or 12 months) and of a quarter (12 to 17 weeks). */
const YEAR_DAYS = { min: 350, max: 380 };
const QUARTER_DAYS = { min: 76, max: 124 };
/** Days within which an annual report is filed, so that its fiscal year is that of its latest period. */
const OWN_REPORT_DAYS = 200;
const annualForm = /^(?:10-K|20-F|40-F)/;

/** Numbers of days by their text, because all figures of a period repeat its ends. */
const numbers = new Map<string, DayNumber>();
const MAX_NUMBERS = 50_000;

export function numberOf(day: string): DayNumber {
  const known = numbers.get(day);
  if (known !== undefined) return known;
  const number = parseDay(day);
  if (numbers.size < MAX_NUMBERS) numbers.set(day, number);
  return number;
}

/** Returns the number of days of a period, both ends included. */
export const daysOf = (start: string, end: string): number => numberOf(end) - numberOf(start) + 1;
export const isQuarter = (days: number): boolean => days >= QUARTER_DAYS.min && days <= QUARTER_DAYS.max;
const isYear = (days: number): boolean => days >= YEAR_DAYS.min && days <= YEAR_DAYS.max;
export const dayAfter = (day: string): string => formatDay(numberOf(day) + 1);

/**
 * Returns the fiscal years, ascending. Only annual reports count, because some companies also report twelve months in
 * their quarterly ones.
 */
export function fiscalYears(facts: readonly KnownFact[]): Period[] {
  const years = new Map<string, { start: string; end: string; label: number | undefined; figures: number }>();
  for (const { start, end, versions } of facts) {
    if (start === null || !isYear(daysOf(start, end)) || !versions.some(({ form }) => annualForm.test(form))) continue;
    const key = `${start} ${end}`;
    const known = years.get(key) ?? { start, end, label: undefined, figures: 0 };
    known.figures += 1;
    known.label ??= ownLabel(end, versions);
    years.set(key, known);
  }
  const found = mostFrequentByEnd([...years.values()]);
  return found.map(({ start, end, label }, at) => {
    const fiscalYear = label ?? labelBeside(found, at) ?? yearOf(parseDay(end) - 15);
    return { fiscalYear, fiscalPeriod: 'FY', start, end };
  });
}

/** Returns the fiscal year of the report on a period itself; undefined if only later reports state it. */
function ownLabel(end: string, versions: KnownFact['versions']): number | undefined {
  const own = versions.find(({ form, filedOn }) => annualForm.test(form) && daysOf(end, filedOn) <= OWN_REPORT_DAYS);
  const label = own?.fiscalYear;
  return typeof label === 'number' && Math.abs(label - yearOf(parseDay(end))) <= 1 ? label : undefined;
}

/** Returns the label of a year from that of the nearest labelled one. */
function labelBeside(years: ReadonlyArray<{ end: string; label: number | undefined }>, at: number): number | undefined {
  const { end } = years[at] as { end: string };
  const labelled = years.filter(({ label }) => label !== undefined);
  labelled.sort((one, other) => Math.abs(daysOf(one.end, end)) - Math.abs(daysOf(other.end, end)));
  const [nearest] = labelled;
  if (nearest?.label === undefined) return undefined;
  return nearest.label - Math.round((parseDay(nearest.end) - parseDay(end)) / 365.25);
}

/** Keeps, of years that overlap, the one with the most figures, ascending. */
function mostFrequentByEnd<Year extends { start: string; end: string; figures: number }>(years: Year[]): Year[] {
  const kept: Year[] = [];
  for (const year of years.sort((one, other) => other.figures - one.figures))
    if (kept.every(({ start, end }) => end < year.start || year.end < start)) kept.push(year);
  return kept.sort((one, other) => (one.end < other.end ? -1 : 1));
}

/**
 * Returns the year that began after the last fiscal year, of which only quarters can be known.
 * @param years fiscal years, ascending
 */
export function openYear(years: readonly Period[]): Period | undefined {
  const last = years.at(-1);
  if (last === undefined) return undefined;
  const start = dayAfter(last.end);
  return { fiscalYear: last.fiscalYear + 1, fiscalPeriod: 'FY', start, end: formatDay(parseDay(start) + 365) };
}

/**
 * Returns the quarters of a fiscal year, ascending. Ends that make no quarter are left out, and of two ends of one
 * quarter the one with fewer figures.
 * @param ends ends of quarters with the number of figures of each
 */
export function quartersOf(year: Period, ends: ReadonlyMap<string, number>): Period[] {
  const length = daysOf(year.start, year.end) / 4;
  const byNumber = new Map<number, string>();
  for (const [end, figures] of ends) {
    const number = Math.round(daysOf(year.start, end) / length);
    if (end < year.start || end > year.end || number < 1 || number > 4) continue;
    const other = byNumber.get(number);
    if (other === undefined || figures > (ends.get(other) ?? 0)) byNumber.set(number, end);
  }
  return [...byNumber]
    .sort(([one], [other]) => one - other)
    .map(([number, end]) => {
      const before = number === 1 ? undefined : byNumber.get(number - 1);
      const usual = formatDay(parseDay(end) - Math.round(length) + 1);
      const start = number === 1 ? year.start : before === undefined ? usual : dayAfter(before);
      return { fiscalYear: year.fiscalYear, fiscalPeriod: `Q${number}` as FiscalPeriod, start, end };
    });
}
