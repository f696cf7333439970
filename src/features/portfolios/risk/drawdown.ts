export interface Drawdown {
  /** Decline from the peak to the lowest point, as a fraction: -0.2 is a loss of 20 %; 0 without a loss. */
  depth: number;
  /**
   * Indexes in the returns. The peak is before the return at `from` (the start when 0); the lowest point is after the
   * return at `to`.
   */
  from: number;
  to: number;
  /** Index of the return after which the peak was reached again; null if it was not. */
  recovered: number | null;
}

/**
 * Returns the decline from the highest value so far, after each return, as a fraction of 0 or below. The value before
 * the first return counts as a peak.
 */
export function drawdowns(returns: readonly number[]): number[] {
  let [value, peak] = [1, 1];
  return returns.map((one) => {
    value *= 1 + one;
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** Returns the largest drawdown, the first one if several are equal; undefined without returns. */
export function maxDrawdown(returns: readonly number[]): Drawdown | undefined {
  const series = drawdowns(returns);
  if (series.length === 0) return undefined;
  let to = 0;
  for (const [index, depth] of series.entries()) if (depth < (series[to] as number)) to = index;
  const depth = series[to] as number;
  if (depth === 0) return { depth: 0, from: 0, to: 0, recovered: 0 };
  const from = series.lastIndexOf(0, to) + 1;
  const recovered = series.indexOf(0, to);
  return { depth, from, to, recovered: recovered < 0 ? null : recovered };
}
