/**
 * Numbers by day, from `firstDay` on: NaN before the first known value; a day without a value has the last known one.
 */
export interface DailySeries {
  /** Day of the first value, in days since 1970-01-01. */
  firstDay: number;
  values: Float64Array;
  /** The day of each value, earlier if the value was carried forward; 0 where the value is NaN. */
  asOf: Int32Array;
  /** The provider of the values. */
  provider: string;
}

export interface DailyPoint {
  value: number;
  /** Day of the value, in days since 1970-01-01. */
  asOf: number;
}

/**
 * Returns a series.
 * @param points ascending by day; the last one before `firstDay` is carried forward into the series
 */
export function dailySeries(
  points: ReadonlyArray<{ day: number; value: number }>,
  firstDay: number,
  lastDay: number,
  provider: string,
): DailySeries {
  const length = Math.max(0, lastDay - firstDay + 1);
  const series: DailySeries = {
    firstDay,
    values: new Float64Array(length).fill(Number.NaN),
    asOf: new Int32Array(length),
    provider,
  };
  let at = 0;
  let last: { day: number; value: number } | undefined;
  for (let index = 0; index < length; index += 1) {
    for (let next = points[at]; next !== undefined && next.day <= firstDay + index; next = points[at]) {
      last = next;
      at += 1;
    }
    if (last === undefined) continue;
    series.values[index] = last.value;
    series.asOf[index] = last.day;
  }
  return series;
}

/** Returns the value at a day; undefined if no value is known at or before the day. */
export function pointAt({ firstDay, values, asOf }: DailySeries, day: number): DailyPoint | undefined {
  const index = Math.min(day - firstDay, values.length - 1);
  const value = values[index];
  return value === undefined || Number.isNaN(value) ? undefined : { value, asOf: asOf[index] as number };
}

/** Returns the value at a day without its date; NaN if no value is known at or before the day. */
export function valueAt({ firstDay, values }: DailySeries, day: number): number {
  return values[Math.min(day - firstDay, values.length - 1)] ?? Number.NaN;
}

/** Returns the product of two series of the same days; the day of each product is the earlier one of its two values. */
export function productOf(a: DailySeries, b: DailySeries): DailySeries {
  return {
    firstDay: a.firstDay,
    values: a.values.map((value, index) => value * (b.values[index] as number)),
    asOf: a.asOf.map((day, index) => Math.min(day, b.asOf[index] as number)),
    provider: a.provider === b.provider ? a.provider : `${a.provider}, ${b.provider}`,
  };
}

export const scaled = (series: DailySeries, factor: number): DailySeries => ({
  ...series,
  values: series.values.map((value) => value * factor),
});
export const inverseOf = (series: DailySeries): DailySeries => ({
  ...series,
  values: series.values.map((value) => 1 / value),
});
