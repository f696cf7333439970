import { Decimal } from '../../lots/decimal.js';
import type { DecimalSign } from '../file/import-entry.js';

const MAX_LENGTH = 80;
const MAX_INTEGER_DIGITS = 20;
const MAX_FRACTION_DIGITS = 18;
const SPACES = '\\u0020\\u00a0\\u2009\\u202f';

/** Matches a number: sign, currency, sign, digits with separators, exponent, currency. */
const whole = new RegExp(
  `^([+\\-\\u2212]?)(?:[$€£¥]|[A-Z]{3}(?=[${SPACES}]))?[${SPACES}]?([+\\-\\u2212]?)([\\d.,'’${SPACES}]+?)(?:[eE]([+-]?\\d{1,3}))?(?:[${SPACES}]?[$€£¥]|[${SPACES}][A-Z]{3})?$`,
);
const bodies: Record<DecimalSign, RegExp> = {
  '.': new RegExp(`^(?:(\\d+)|(\\d{1,3}(?:([,'’${SPACES}])\\d{3})(?:\\3\\d{3})*))?(?:\\.(\\d*))?$`),
  ',': new RegExp(`^(?:(\\d+)|(\\d{1,3}(?:([.'’${SPACES}])\\d{3})(?:\\3\\d{3})*))?(?:,(\\d*))?$`),
};

export type ReadNumber = { value: string } | { fault: 'invalid_number' | 'too_many_digits' };

/**
 * Reads a number as a canonical decimal such as `-1234.5`. Thousands may be separated by points, commas, apostrophes or
 * spaces, in groups of three; a currency sign or code beside the number is ignored. Exact up to 20 digits before and 18
 * after the point.
 */
export function readNumber(text: string, sign: DecimalSign): ReadNumber {
  const trimmed = text.trim();
  const parts = trimmed.length > MAX_LENGTH ? null : whole.exec(trimmed);
  const body = parts && bodies[sign].exec((parts[3] as string).trim());
  if (parts === null || body === null)
    return {
      fault: trimmed.length > MAX_LENGTH && /^[-+]?[\d.,]+$/.test(trimmed) ? 'too_many_digits' : 'invalid_number',
    };
  const fraction = body[4] ?? '';
  const digits = (body[1] ?? body[2] ?? '').replace(/\D/g, '');
  if (digits + fraction === '' || (parts[1] !== '' && parts[2] !== '')) return { fault: 'invalid_number' };
  const exact = canonical(digits, fraction, Number(parts[4] ?? 0));
  if (exact === undefined) return { fault: 'too_many_digits' };
  const isNegative =
    ((parts[1] as string) + parts[2] === '-' || (parts[1] as string) + parts[2] === '\u2212') && exact !== '0';
  return { value: isNegative ? `-${exact}` : exact };
}

function canonical(digits: string, fraction: string, exponent: number): string | undefined {
  if (exponent !== 0) {
    if (
      Math.abs(exponent) > 2 * MAX_INTEGER_DIGITS ||
      digits.length + fraction.length > MAX_INTEGER_DIGITS + MAX_FRACTION_DIGITS
    )
      return undefined;
    const [integer = '', rest = ''] = new Decimal(`${digits || '0'}.${fraction || '0'}e${exponent}`)
      .toFixed()
      .split('.');
    return canonical(integer, rest, 0);
  }
  const integer = digits.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  if (integer.length > MAX_INTEGER_DIGITS || rest.length > MAX_FRACTION_DIGITS) return undefined;
  return rest === '' ? integer : `${integer}.${rest}`;
}

/**
 * Returns the decimal sign of a number; undefined for one without separators; `ambiguous` for one like 1,234 or 1.234,
 * which may have either.
 */
export function decimalSignOf(text: string): DecimalSign | 'ambiguous' | undefined {
  const body = text.slice(0, MAX_LENGTH).replace(/[^\d.,]/g, '');
  const [points, commas] = [count(body, '.'), count(body, ',')];
  if (points === 0 && commas === 0) return undefined;
  if (points > 0 && commas > 0) return body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
  if (points > 1) return ',';
  if (commas > 1) return '.';
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(body)) return 'ambiguous';
  return points === 1 ? '.' : ',';
}

const count = (text: string, character: string): number => text.split(character).length - 1;
