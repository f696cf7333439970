/** A range of time without data. */
export interface ChartGap {
  from: Date;
  to: Date;
}

/** Maximum number of marked gaps; more would make the chart unreadable. */
const MAX_MARKED = 40;

/**
 * Returns the indexes of the times that follow a gap, ascending, without duplicates; of too many gaps, only the longest
 * ones are used.
 * @param times ascending
 */
export function gapPositions(times: readonly Date[], gaps: readonly ChartGap[]): number[] {
  const length = ({ from, to }: ChartGap) => to.getTime() - from.getTime();
  const longest =
    gaps.length <= MAX_MARKED ? gaps : gaps.toSorted((one, other) => length(other) - length(one)).slice(0, MAX_MARKED);
  return [...new Set(longest.map(({ from }) => firstFrom(times, from)))].sort((one, other) => one - other);
}

/** Returns the index of the first time at or after `from`. */
function firstFrom(times: readonly Date[], from: Date): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as Date) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
