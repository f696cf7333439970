/** Number of digits that are exact in a sum of a few hundred doubles of similar size. */
const DIGITS = 13;
/** Exponent up to which powers of ten are exact doubles. */
const MAX_DECIMALS = 22;

/** The minimum number of digits of every value, however small. */
const MIN_DIGITS = 10;

/**
 * Removes floating-point errors from the values of a line (169.79649999999998 becomes 169.7965): all values are rounded
 * to the number of decimals with which the largest one has 13 digits; much smaller values keep more decimals.
 */
export function withoutNoise(values: Float64Array): Float64Array {
  let greatest = 0;
  for (const value of values) if (Math.abs(value) > greatest) greatest = Math.abs(value);
  if (greatest === 0 || !Number.isFinite(greatest)) return values;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(greatest));
  const small = 10 ** (MIN_DIGITS - 1 - decimals);
  return values.map((value) => {
    if (value === 0 || Number.isNaN(value)) return value;
    const needed = Math.abs(value) >= small ? decimals : MIN_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
    if (needed <= 0) return value;
    const factor = 10 ** Math.min(MAX_DECIMALS, needed);
    return Math.round(value * factor) / factor;
  });
}
