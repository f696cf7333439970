/** A value at the start and at the end of a period, and the external flows between, in one currency. */
export interface DietzPeriod {
  startValue: number;
  endValue: number;
  /** Length of the period in calendar days. */
  days: number;
  /** External flows: calendar days since the start, and the amount, positive for money paid in. */
  flows: ReadonlyArray<{ day: number; amount: number }>;
}

/** The time of day of flows: a flow at the end of a day is not invested on that day. */
export type FlowTiming = 'start_of_day' | 'end_of_day';

export interface Dietz {
  /** Return as a fraction; null when the average capital is zero or negative. */
  value: number | null;
  averageCapital: number;
  gain: number;
}

/**
 * Computes the modified Dietz return: gain ÷ (start value + Σ weight · flow), where the weight of a flow is the
 * fraction of the period in which it was invested. Source: P. O. Dietz, "Pension Funds: Measuring Investment
 * Performance" (1966); GIPS standards (2010), 2.A.2.b on day-weighted flows.
 */
export function modifiedDietz(
  { startValue, endValue, days, flows }: DietzPeriod,
  timing: FlowTiming = 'end_of_day',
): Dietz {
  const extra = timing === 'start_of_day' ? 1 : 0;
  return dietz(startValue, endValue, flows, (day) => (days - day + extra) / days);
}

/** Computes the simple Dietz return: every flow counts as if it were in the middle of the period. */
export function simpleDietz({ startValue, endValue, flows }: DietzPeriod): Dietz {
  return dietz(startValue, endValue, flows, () => 0.5);
}

function dietz(
  startValue: number,
  endValue: number,
  flows: DietzPeriod['flows'],
  weightOf: (day: number) => number,
): Dietz {
  const net = flows.reduce((sum, { amount }) => sum + amount, 0);
  const averageCapital = flows.reduce((sum, { day, amount }) => sum + weightOf(day) * amount, startValue);
  const gain = endValue - startValue - net;
  return { value: averageCapital > 0 ? gain / averageCapital : null, averageCapital, gain };
}
