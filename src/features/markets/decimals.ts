// Prices and volumes are decimals, which doubles hold nearly: what arithmetic leaves behind the last decimal of its inputs is noise.

/** Decimals behind the point of a number as it is written, at most 100: 2 of 231.41, 9 of 1.5e-8. */
export function fractionDigits(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const point = mantissa.indexOf('.');
  return Math.min(100, Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent)));
}

const toDigits = (value: number, digits: number): number => (Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toFixed(digits)));

const longer = (one: number, other: number): number => Math.max(fractionDigits(one), fractionDigits(other));

/** The sum of two decimals, with the decimals of the longer one: 0.1 and 0.2 make 0.3. */
export const plus = (one: number, other: number): number => toDigits(one + other, longer(one, other));

/** The difference of two decimals, with the decimals of the longer one. */
export const minus = (one: number, other: number): number => toDigits(one - other, longer(one, other));

/** The mean of two decimals, which has at most one decimal more than the longer one. */
export const middle = (one: number, other: number): number => toDigits((one + other) / 2, Math.min(100, longer(one, other) + 1));

/** The product of two decimals, with the decimals of both; more than 15 digits in all are not kept. */
export const product = (one: number, other: number): number =>
  toDigits(Number((one * other).toPrecision(15)), Math.min(100, fractionDigits(one) + fractionDigits(other)));

/** A quotient: 12 digits, more than prices justify and fewer than would show noise. */
export const quotient = (over: number, under: number): number => Number((over / under).toPrecision(12));
