import { type DayNumber, dayNumber, formatDay, parseDay } from '../civil-day.js';
import { civilDate, type DayCount, yearFraction } from './day-count.js';

export const couponFrequencies = [1, 2, 4, 12] as const;
/** The longest time from the issue of a bond to its maturity. */
export const MAX_TERM_YEARS = 100;

/** The terms of a bond with a fixed coupon, or without one. Days are texts such as `2026-11-20`. */
export interface BondTerms {
  /** The day from which interest accrues. */
  issueDay: string;
  maturityDay: string;
  /** Annual interest in percent of the face value; 0 for a zero-coupon bond. */
  couponPercent: number;
  /** Coupons in a year; of a zero-coupon bond the periods in a year by which its yield compounds. */
  frequency: number;
  dayCount: DayCount;
  /** The end of an irregular first period; null: the first regular coupon day after the issue. */
  firstCouponDay: string | null;
  /** True: coupons are paid on the last day of the month if the maturity is one. */
  endOfMonth: boolean;
  /** The face value of one unit, in the currency of the instrument. */
  faceValue: number;
  /** Repayment at maturity in percent of the face value. */
  redemptionPercent: number;
}

/** A payment of one unit, in the currency of the instrument. */
export interface BondPayment {
  /** The end of the coupon period. */
  day: DayNumber;
  interest: number;
  principal: number;
}

/** A coupon period with its payment. */
export interface CouponPeriod extends BondPayment {
  start: DayNumber;
  /** Length in years, by the day count. */
  years: number;
}

export interface BondSchedule {
  periods: CouponPeriod[];
  /** The regular coupon days: the last one on or before the issue, then all to the maturity. */
  grid: DayNumber[];
}

const isLastOfMonth = (day: DayNumber): boolean => civilDate(day + 1).day === 1;

/** Returns the day `months` months before a day, at most the last day of its month. */
function monthsBefore(day: DayNumber, months: number, endOfMonth: boolean): DayNumber {
  const { year, month, day: ofMonth } = civilDate(day);
  const last = dayNumber(year, month - months + 1, 0);
  return endOfMonth ? last : Math.min(last, dayNumber(year, month - months, 1) + ofMonth - 1);
}

/** Returns the regular coupon days from the last one on or before `issueDay` to the maturity, ascending. */
export function couponGrid(
  issued: DayNumber,
  maturity: DayNumber,
  frequency: number,
  endOfMonth: boolean,
): DayNumber[] {
  const days = [maturity];
  const stays = endOfMonth && isLastOfMonth(maturity);
  for (let count = 1; (days.at(-1) as DayNumber) > issued; count += 1)
    days.push(monthsBefore(maturity, (count * 12) / frequency, stays));
  return days.reverse();
}

/**
 * Returns the coupon periods of a bond. A regular period pays the annual interest divided by the frequency, except with
 * `ACT/360` and `ACT/365`, by which every period, and by the others an irregular first one, pays for its days.
 */
export function bondSchedule(terms: BondTerms): BondSchedule {
  const { couponPercent, frequency, dayCount, faceValue, redemptionPercent } = terms;
  const [issued, maturity] = [parseDay(terms.issueDay), parseDay(terms.maturityDay)];
  const grid = couponGrid(issued, maturity, frequency, terms.endOfMonth);
  const first = terms.firstCouponDay === null ? issued + 1 : parseDay(terms.firstCouponDay);
  const ends = grid.filter((day) => day >= first);
  const paysByDays = dayCount === 'ACT/360' || dayCount === 'ACT/365';
  const regular = new Set(grid.slice(1).map((day, index) => `${grid[index]}|${day}`));
  const periods = ends.map((day, index): CouponPeriod => {
    const start = index === 0 ? issued : (ends[index - 1] as DayNumber);
    const isRegular = !paysByDays && regular.has(`${start}|${day}`);
    const years = isRegular ? 1 / frequency : yearFraction(dayCount, start, day, grid, frequency);
    const interest = (faceValue * couponPercent * years) / 100;
    return { start, day, years, interest, principal: day === maturity ? (faceValue * redemptionPercent) / 100 : 0 };
  });
  return { periods, grid };
}

/** A problem of the terms of a bond, with the name of the field. */
export interface TermProblem {
  field: keyof BondTerms;
  detail: string;
}

/** Returns the contradictions in the terms of a bond. */
export function termProblems(terms: BondTerms): TermProblem[] {
  const [issued, maturity] = [parseDay(terms.issueDay), parseDay(terms.maturityDay)];
  if (maturity <= issued) return [{ field: 'maturityDay', detail: 'must be after `issueDay`' }];
  if (civilDate(maturity).year - civilDate(issued).year > MAX_TERM_YEARS)
    return [{ field: 'maturityDay', detail: `must be at most ${MAX_TERM_YEARS} years after \`issueDay\`` }];
  if (terms.firstCouponDay === null) return [];
  const first = parseDay(terms.firstCouponDay);
  if (first <= issued || first > maturity)
    return [{ field: 'firstCouponDay', detail: 'must be after `issueDay` and not after `maturityDay`' }];
  const grid = couponGrid(issued, maturity, terms.frequency, terms.endOfMonth);
  if (grid.includes(first)) return [];
  const near = grid.filter((day) => day > issued).slice(0, 2);
  return [
    {
      field: 'firstCouponDay',
      detail: `must be a coupon day: with ${terms.frequency} coupons a year before the maturity, ${near.map(formatDay).join(' or ')}, or a later one`,
    },
  ];
}
