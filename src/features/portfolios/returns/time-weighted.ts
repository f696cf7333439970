/** One valued day of a portfolio, in one currency. */
export interface ValuedDay {
  /** The day, in days since 1970-01-01. */
  day: number;
  /** Value at the end of the day, after all flows. */
  endValue: number;
  /** External money paid in and taken out on the day; both are zero or positive. */
  paidIn: number;
  takenOut: number;
}

export interface SubPeriod {
  fromDay: number;
  toDay: number;
  startValue: number;
  endValue: number;
  /** Net external flow: paid in minus taken out. */
  flow: number;
  /** Return as a fraction; null if the base is zero or negative: the linked return leaves it out. */
  return: number | null;
}

export interface TimeWeighted {
  /** The linked return as a fraction; null when no day has a return. */
  value: number | null;
  subPeriods: SubPeriod[];
  undefinedDays: number;
}

/**
 * Returns the return of a day: money paid in counts from the start of the day, money taken out at its end.
 * @returns null without invested capital
 */
export function dayReturn(
  previousValue: number,
  { endValue, paidIn, takenOut }: Omit<ValuedDay, 'day'>,
): number | null {
  const base = previousValue + paidIn;
  return base > 0 ? (endValue + takenOut) / base - 1 : null;
}

/**
 * Computes the true time-weighted return: sub-periods end at each external flow and are linked geometrically. Money
 * paid in counts from the start of its day and money taken out at the end, so that r = (V[t] + out[t]) / (V[t-1] +
 * in[t]) - 1: a first deposit has a base, a full withdrawal does not divide by zero, and a deposit on the last day is
 * neutral. Source: the GIPS standards (2010), 1.A.3.b, with the daily convention of Portfolio Performance.
 * @param days ascending
 * @param before the day before the first; default: a value of 0
 */
export function timeWeighted(days: readonly ValuedDay[], before?: Pick<ValuedDay, 'day' | 'endValue'>): TimeWeighted {
  const subPeriods: SubPeriod[] = [];
  let [growth, undefinedDays, defined] = [1, 0, 0];
  let open: SubPeriod | undefined;
  let previous = before ?? { day: days[0]?.day ?? 0, endValue: 0 };
  for (const { day, endValue, paidIn, takenOut } of days) {
    const hasFlow = paidIn !== 0 || takenOut !== 0;
    if (hasFlow || open === undefined) {
      open = {
        fromDay: previous.day,
        toDay: day,
        startValue: previous.endValue,
        endValue,
        flow: paidIn - takenOut,
        return: 0,
      };
      subPeriods.push(open);
    }
    const own = dayReturn(previous.endValue, { endValue, paidIn, takenOut });
    if (own !== null) {
      growth *= 1 + own;
      defined += 1;
    } else if (hasFlow || endValue !== 0) undefinedDays += 1;
    open.return = own === null || open.return === null ? own : (1 + open.return) * (1 + own) - 1;
    open.toDay = day;
    open.endValue = endValue;
    previous = { day, endValue };
  }
  return { value: defined === 0 ? null : growth - 1, subPeriods, undefinedDays };
}

const DAYS_PER_YEAR = 365;

/**
 * Returns the return per year: (1 + return)^(365 / days) - 1, by calendar days.
 * @returns null below one year, because the GIPS standards forbid it, and for a loss of more than 100 %
 */
export function annualized(value: number, days: number): number | null {
  if (days < DAYS_PER_YEAR || value < -1) return null;
  return (1 + value) ** (DAYS_PER_YEAR / days) - 1;
}

/**
 * Returns a rate that is already per year, such as an internal rate of return; null below one year, as for
 * `annualized`.
 */
export const annualRate = (rate: number, days: number): number | null => (days < DAYS_PER_YEAR ? null : rate);
