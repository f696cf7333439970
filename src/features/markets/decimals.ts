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

/** Returns the sum of two decimals, with the decimals of the longer one: 0.1 and 0.2 make 0.3. */
export const plus = (one: number, other: number): number => toDigits(one + other, longer(one, other));

/** Returns the difference of two decimals, with the decimals of the longer one. */
export const minus = (one: number, other: number): number => toDigits(one - other, longer(one, other));

/** Returns the mean of two decimals, with at most one decimal more than the longer one. */
export const middle = (one: number, other: number): number =>
  toDigits((one + other) / 2, Math.min(100, longer(one, other) + 1));

/** Returns the product of two decimals, with the decimals of both, at most 15 digits. */
export const product = (one: number, other: number): number =>
  toDigits(Number((one * other).toPrecision(15)), Math.min(100, fractionDigits(one) + fractionDigits(other)));

/**
 * Returns a quotient rounded to 12 significant digits: more than prices justify, few enough to hide rounding errors.
 */
export const quotient = (over: number, under: number): number => Number((over / under).toPrecision(12));
