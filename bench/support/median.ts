/** Returns the middle value; for an even number of values, the higher of the two middle ones. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

/** Returns the percentile of the values. @param share fraction of the values (0 to 1) that do not exceed the result */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)]!;
