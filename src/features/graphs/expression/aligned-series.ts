/**
 * Points in ascending order of time (ms since the epoch). All values are finite: absent values have no point. Series
 * are never changed.
 */
export interface Series {
  times: Float64Array;
  values: Float64Array;
}

/**
 * Choices for the times of a combination of two series: `common` keeps the times that both have; `last_known` keeps the
 * times of either, with the last known value of the other.
 */
export const joins = ['common', 'last_known'] as const;
export type Join = (typeof joins)[number];

/** Two series with the same times. */
export interface AlignedPair {
  times: Float64Array;
  left: Float64Array;
  right: Float64Array;
}

/** Creates a series without values that are not finite. @param values one for each time */
export function seriesOf(times: Float64Array, values: Float64Array): Series {
  let count = 0;
  for (let index = 0; index < values.length; index += 1) if (Number.isFinite(values[index])) count += 1;
  if (count === values.length) return { times, values };
  const kept: Series = { times: new Float64Array(count), values: new Float64Array(count) };
  let at = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (!Number.isFinite(values[index])) continue;
    kept.times[at] = times[index] as number;
    kept.values[at] = values[index] as number;
    at += 1;
  }
  return kept;
}

function isSameTimes(one: Float64Array, other: Float64Array): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Aligns two series by time in one pass. With `last_known` the result starts when both have a value. */
export function aligned(one: Series, other: Series, join: Join): AlignedPair {
  if (isSameTimes(one.times, other.times)) return { times: one.times, left: one.values, right: other.values };
  const room =
    join === 'common' ? Math.min(one.times.length, other.times.length) : one.times.length + other.times.length;
  const pair: AlignedPair = {
    times: new Float64Array(room),
    left: new Float64Array(room),
    right: new Float64Array(room),
  };
  let [count, left, right] = [0, 0, 0];
  while (left < one.times.length || right < other.times.length) {
    const leftTime = one.times[left] ?? Number.POSITIVE_INFINITY;
    const rightTime = other.times[right] ?? Number.POSITIVE_INFINITY;
    const time = Math.min(leftTime, rightTime);
    if (leftTime === time) left += 1;
    if (rightTime === time) right += 1;
    const isPoint = join === 'common' ? leftTime === rightTime : left > 0 && right > 0;
    if (!isPoint) continue;
    pair.times[count] = time;
    pair.left[count] = one.values[left - 1] as number;
    pair.right[count] = other.values[right - 1] as number;
    count += 1;
  }
  return {
    times: pair.times.subarray(0, count),
    left: pair.left.subarray(0, count),
    right: pair.right.subarray(0, count),
  };
}

/** Returns the values of a series at ascending times; NaN where it has no point. */
export function atTimes({ times, values }: Series, wanted: Float64Array): Float64Array {
  if (isSameTimes(times, wanted)) return values;
  const result = new Float64Array(wanted.length).fill(Number.NaN);
  let at = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    while (at < times.length && (times[at] as number) < (wanted[index] as number)) at += 1;
    if (times[at] === wanted[index]) result[index] = values[at] as number;
  }
  return result;
}

/** Returns the index of the first time at or after `time`; the length if every time is earlier. */
export function firstFrom(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
