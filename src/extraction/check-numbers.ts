/**
 * Returns true if seven digits are a number of the International Maritime Organization: the last digit is the check
 * digit of the others (resolution A.1117).
 */
export function isImoNumber(digits: string): boolean {
  if (!/^[1-9]\d{6}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 6)].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0);
  return sum % 10 === Number(digits[6]);
}

/**
 * Returns true if nine digits identify a station at sea (MMSI): they begin with maritime identification digits, 201 to
 * 775 (ITU-R M.585).
 */
export const isMaritimeIdentity = (digits: string): boolean =>
  /^[2-7]\d{8}$/.test(digits) && Number(digits.slice(0, 3)) >= 201 && Number(digits.slice(0, 3)) <= 775;
