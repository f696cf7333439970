export interface Drawdown {
  /** From the peak to the lowest point, as a fraction: -0.2 is a loss of 20 %; 0 without a loss. */
  depth: number;
  /**
   * Positions in the returns: the peak is before the return at `from` (the start when 0), the lowest point after the
   * one at `to`.
   */
  from: number;
  to: number;
  /** After which return the peak was reached again; null if it was not. */
  recovered: number | null;
}

/**
 * The loss since the highest value so far after each return; the value before the first counts as a peak, so a loss on
 * the first day counts.
 */
export function drawdowns(returns: readonly number[]): number[] {
  let [value, peak] = [1, 1];
  return returns.map((one) => {
    value *= 1 + one;
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** The largest of them, the first where several are as large; undefined without returns. */
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
