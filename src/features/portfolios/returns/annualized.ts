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
