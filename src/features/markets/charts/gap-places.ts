/** A stretch of time. */
export interface Stretch {
  from: Date;
  to: Date;
}

/** More are not marked: a picture of stripes says nothing. */
const MOST_MARKED = 40;

/**
 * Before which of the (ascending) times each stretch lies, as indices from 0 to the number of times, ascending, without repetitions; of many stretches
 * the longest.
 */
export function gapPlaces(times: readonly Date[], gaps: readonly Stretch[]): number[] {
  const length = ({ from, to }: Stretch) => to.getTime() - from.getTime();
  const longest = gaps.length <= MOST_MARKED ? gaps : gaps.toSorted((one, other) => length(other) - length(one)).slice(0, MOST_MARKED);
  return [...new Set(longest.map(({ from }) => firstFrom(times, from)))].sort((one, other) => one - other);
}

/** The index of the first time that is not before another. */
function firstFrom(times: readonly Date[], from: Date): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as Date) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
