// Prices and volumes are decimals, which doubles only approximate: results are rounded to the digits of the inputs.

/** Returns the number of decimals of a number as written, at most 100: 2 for 231.41, 9 for 1.5e-8. */
export function fractionDigits(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const point = mantissa.indexOf('.');
  return Math.min(100, Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent)));
}

const toDigits = (value: number, digits: number): number =>
  Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toFixed(digits));

const longer = (one: number, other: number): number => Math.max(fractionDigits(one), fractionDigits(other));

/** Returns the sum of two numbers, rounded to the larger of their numbers of decimals: 0.1 and 0.2 make 0.3. */
export const plus = (one: number, other: number): number => toDigits(one + other, longer(one, other));

/** Returns the difference of two numbers, rounded to the larger of their numbers of decimals. */
export const minus = (one: number, other: number): number => toDigits(one - other, longer(one, other));

/** Returns the mean of two numbers, rounded to one decimal more than the larger of their numbers of decimals. */
export const middle = (one: number, other: number): number =>
  toDigits((one + other) / 2, Math.min(100, longer(one, other) + 1));

/** Returns the product of two numbers, rounded to 15 digits and to the sum of their numbers of decimals. */
export const product = (one: number, other: number): number =>
  toDigits(Number((one * other).toPrecision(15)), Math.min(100, fractionDigits(one) + fractionDigits(other)));

/**
 * Returns a quotient rounded to 12 significant digits: more than prices justify, few enough to hide rounding errors.
 */
export const quotient = (over: number, under: number): number => Number((over / under).toPrecision(12));

/** Limits of the decimals of a ratio of prices. */
const [MIN_RATIO_DECIMALS, MAX_RATIO_DECIMALS] = [4, 10];

/**
 * Returns `factor * part / base`, rounded to one decimal more than the decimals of the two prices justify: the change
 * from 230.57 to 231.41 is 0.3643 %. It has at least 4 decimals, because a price may have ended in zeros.
 */
export function ratio(part: number, base: number, factor: number): number {
  const step = (factor * 10 ** -longer(part, base)) / Math.abs(base);
  const decimals = Math.ceil(-Math.log10(step)) + 1;
  return toDigits(quotient(factor * part, base), Math.min(MAX_RATIO_DECIMALS, Math.max(MIN_RATIO_DECIMALS, decimals)));
}

/** Returns a change in percent of a base. */
export const percentOf = (change: number, base: number): number => ratio(change, base, 100);

/** Number of decimals that averages of prices have beyond those of the prices. */
export const AVERAGE_DECIMALS = 4;

/** Returns an average of prices, rounded to 4 decimals more than `price`, a price of the same instrument, has. */
export const averageBeside = (price: number, average: number): number =>
  toDigits(average, Math.min(100, fractionDigits(price) + AVERAGE_DECIMALS));

/** Number of digits that are exact in a sum of a few hundred doubles of similar size. */
const DIGITS = 13;
/** Exponent up to which powers of ten are exact doubles. */
const MAX_DECIMALS = 22;

/** The minimum number of digits of every value, however small. */
const MIN_DIGITS = 10;

/**
 * Removes floating-point errors from the values of a line (169.79649999999998 becomes 169.7965): all values are rounded
 * to the number of decimals with which the largest one has 13 digits; much smaller values keep more decimals.
 * @param maxDecimals number of decimals that the inputs of the line justify
 */
export function withoutNoise(values: Float64Array, maxDecimals = MAX_DECIMALS): Float64Array {
  let greatest = 0;
  for (const value of values) if (Math.abs(value) > greatest) greatest = Math.abs(value);
  if (greatest === 0 || !Number.isFinite(greatest)) return values;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(greatest));
  const small = 10 ** (MIN_DIGITS - 1 - decimals);
  return values.map((value) => {
    if (value === 0 || Number.isNaN(value)) return value;
    const needed = Math.abs(value) >= small ? decimals : MIN_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
    if (needed <= 0) return value;
    const factor = 10 ** Math.min(MAX_DECIMALS, maxDecimals, needed);
    return Math.round(value * factor) / factor;
  });
}
