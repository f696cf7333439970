/** The middle value; of an even number the higher of the two in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

/** The value that the given share (0 to 1) of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)]!;
