import type { DayNumber } from '../civil-day.js';
import { type BondPayment, type BondSchedule, type BondTerms, bondSchedule } from './bond-schedule.js';
import { daysBetween, yearFraction } from './day-count.js';

/** The interest that has accrued at a settlement, and what is still to be paid. */
export interface BondPosition {
  /** Start of the current coupon period. */
  previousCouponDay: DayNumber;
  nextCouponDay: DayNumber;
  /** Days of accrued interest, by the day count. */
  accruedDays: number;
  /** Accrued interest of one unit. */
  accruedInterest: number;
  /** Payments after the settlement, ascending. */
  payments: BondPayment[];
  /** Years from the settlement to each payment, by the day count. */
  times: number[];
}

/** Figures of a bond at a price. Prices are per unit, in the currency of the instrument. */
export interface BondYield {
  cleanPrice: number;
  dirtyPrice: number;
  /** Annual yield to maturity, compounded with the frequency of the coupons, as a fraction: 0.05 is 5 %. */
  yieldToMaturity: number;
  /** Average time to the payments, weighted by their present values (years). */
  macaulayDuration: number;
  /** Relative fall of the dirty price for a rise of the yield by 1 (years). */
  modifiedDuration: number;
  /** Second derivative of the dirty price by the yield, divided by the dirty price (years squared). */
  convexity: number;
}

/** The range of yields that are computed: from a loss of nearly everything each period. */
const MIN_FACTOR = 1e-4;
const MAX_FACTOR = 1e4;
const MAX_STEPS = 100;
const PRECISION = 1e-15;

/**
 * Returns the position at a settlement.
 * @param settlement on or after the issue and before the maturity
 */
export function bondPosition(
  terms: BondTerms,
  settlement: DayNumber,
  { periods, grid }: BondSchedule = bondSchedule(terms),
): BondPosition {
  const { dayCount, frequency, faceValue, couponPercent } = terms;
  const left = periods.filter(({ day }) => day > settlement);
  const [current] = left as [BondSchedule['periods'][number]];
  const accrued = yearFraction(dayCount, current.start, settlement, grid, frequency);
  const times: number[] = [];
  let time = Math.max(0, current.years - accrued);
  for (const [index, { years }] of left.entries()) {
    if (index > 0) time += years;
    times.push(time);
  }
  return {
    previousCouponDay: current.start,
    nextCouponDay: current.day,
    accruedDays: daysBetween(dayCount, current.start, settlement),
    accruedInterest: (faceValue * couponPercent * accrued) / 100,
    payments: left.map(({ day, interest, principal }) => ({ day, interest, principal })),
    times,
  };
}

/** Sums over the payments at a discount factor, from which all figures are derived. */
function sumsAt(log: number, { payments, times }: BondPosition, frequency: number) {
  let [value, weighted, squared] = [0, 0, 0];
  for (const [index, { interest, principal }] of payments.entries()) {
    const time = times[index] as number;
    const present = (interest + principal) * Math.exp(-frequency * time * log);
    value += present;
    weighted += present * time;
    squared += present * time * (time + 1 / frequency);
  }
  return { value, weighted, squared };
}

/**
 * Returns the figures of a bond for a yield. The dirty price is the sum of `payment * (1 + yield / frequency) ^
 * (-frequency * time)`; formulas as in Fabozzi, Bond Markets, Analysis and Strategies, chapters 2 to 4.
 * @param rate annual yield above `-frequency`, as a fraction
 */
export function figuresAtYield(position: BondPosition, frequency: number, rate: number): BondYield {
  const factor = 1 + rate / frequency;
  const { value, weighted, squared } = sumsAt(Math.log(factor), position, frequency);
  return {
    cleanPrice: value - position.accruedInterest,
    dirtyPrice: value,
    yieldToMaturity: rate,
    macaulayDuration: weighted / value,
    modifiedDuration: weighted / value / factor,
    convexity: squared / value / factor ** 2,
  };
}

/**
 * Returns the figures of a bond for a dirty price.
 *
 * The logarithm of the sum of present values is a convex function of the logarithm of the factor `1 + yield /
 * frequency`, so that Newton's method converges from any start.
 * @returns undefined if the yield is out of the range that is computed
 */
export function figuresAtPrice(position: BondPosition, frequency: number, dirtyPrice: number): BondYield | undefined {
  const target = Math.log(dirtyPrice);
  let log = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { value, weighted } = sumsAt(log, position, frequency);
    const next = log + ((Math.log(value) - target) * value) / (frequency * weighted);
    if (!Number.isFinite(next)) return undefined;
    if (Math.abs(next - log) <= PRECISION * Math.max(1, Math.abs(next))) {
      log = next;
      break;
    }
    log = next;
  }
  const factor = Math.exp(log);
  if (!(factor >= MIN_FACTOR && factor <= MAX_FACTOR)) return undefined;
  const figures = figuresAtYield(position, frequency, (factor - 1) * frequency);
  return { ...figures, dirtyPrice, cleanPrice: dirtyPrice - position.accruedInterest };
}
