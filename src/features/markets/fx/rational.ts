/** An exact number: `over` divided by `under`. `under` is positive. */
export interface Rational {
  over: bigint;
  under: bigint;
}

const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/**
 * Returns the exact number of a text.
 * @param text a decimal number such as `-12.50`, or any finite number as written by JavaScript (`1e-7`)
 */
export function rationalOf(text: string): Rational {
  const [, sign, whole, fraction = '', exponent = '0'] = written.exec(text) as unknown as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const shift = Number(exponent) - fraction.length;
  return shift >= 0
    ? { over: digits * 10n ** BigInt(shift), under: 1n }
    : { over: digits, under: 10n ** BigInt(-shift) };
}

export const times = (a: Rational, b: Rational): Rational => ({ over: a.over * b.over, under: a.under * b.under });

/** Returns 1 divided by a number. @param a above zero */
export const inverse = ({ over, under }: Rational): Rational => ({ over: under, under: over });

/** Number of digits of a quotient that are computed, more than a double can hold. */
const GUARD_DIGITS = 25;

/** Returns the double nearest to a number. */
export function numberOf({ over, under }: Rational): number {
  const shift = GUARD_DIGITS + String(under).length - String(over).length;
  const scaled = shift > 0 ? over * 10n ** BigInt(shift) : over;
  return Number(`${scaled / under}e${shift > 0 ? -shift : 0}`);
}

/**
 * Returns the number with exactly `decimals` decimals, rounded half away from zero: with 0 decimals `2.5` becomes `3`
 * and `-2.5` becomes `-3`.
 */
export function rounded({ over, under }: Rational, decimals: number): string {
  const size = over < 0n ? -over : over;
  const units = (size * 10n ** BigInt(decimals) * 2n + under) / (under * 2n);
  const digits = String(units).padStart(decimals + 1, '0');
  const sign = over < 0n && units > 0n ? '-' : '';
  const cut = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
