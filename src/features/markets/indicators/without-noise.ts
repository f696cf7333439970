/** Digits that a sum of some hundred doubles of one size has for certain. */
const DIGITS = 13;
/** Powers of ten up to here are exact, and so is a whole number divided by them. */
const MOST_DECIMALS = 22;

/** Every value keeps so many digits, however small it is beside the greatest. */
const KEPT = 10;

/**
 * Values of a line without what binary fractions leave behind them (169.79649999999998 is 169.7965): as many decimals for all of them as the greatest has
 * with 13 digits; more for values that are much smaller.
 */
export function withoutNoise(values: Float64Array): Float64Array {
  let greatest = 0;
  for (const value of values) if (Math.abs(value) > greatest) greatest = Math.abs(value);
  if (greatest === 0 || !Number.isFinite(greatest)) return values;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(greatest));
  const small = 10 ** (KEPT - 1 - decimals);
  return values.map((value) => {
    if (value === 0 || Number.isNaN(value)) return value;
    const needed = Math.abs(value) >= small ? decimals : KEPT - 1 - Math.floor(Math.log10(Math.abs(value)));
    if (needed <= 0) return value;
    const factor = 10 ** Math.min(MOST_DECIMALS, needed);
    return Math.round(value * factor) / factor;
  });
}
