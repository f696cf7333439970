const DAYS_PER_YEAR = 365;

/**
 * A return per year: (1 + return)^(365 / days) - 1, by calendar days.
 * @returns null below one year, because the GIPS standards do not allow it, and below a total loss
 */
export function annualized(value: number, days: number): number | null {
  if (days < DAYS_PER_YEAR || value < -1) return null;
  return (1 + value) ** (DAYS_PER_YEAR / days) - 1;
}

/** A rate that is per year by itself, such as an internal rate of return; null below one year, as `annualized`. */
export const annualRate = (rate: number, days: number): number | null => (days < DAYS_PER_YEAR ? null : rate);
