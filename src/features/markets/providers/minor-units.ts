/**
 * Currencies by the codes in which exchanges quote hundredths of them: pence in London, cents in Johannesburg, agorot
 * in Tel Aviv.
 */
const hundredths: ReadonlyMap<string, string> = new Map(
  Object.entries({ GBX: 'GBP', GBp: 'GBP', ZAC: 'ZAR', ZAc: 'ZAR', ILA: 'ILS', ILa: 'ILS' }),
);

export interface PriceUnit {
  /** Currency code (ISO 4217). */
  currency: string;
  /** Number by which prices as sent by the vendor are divided. */
  divisor: number;
}

/**
 * Returns the currency of a code and the divisor of its prices.
 * @param code as written by the vendor: `GBp` is pence, `gbp` and `GBP` are pounds, `GBX` is pence case-insensitive
 */
export function priceUnit(code: string): PriceUnit {
  const whole = hundredths.get(code) ?? hundredths.get(code.toUpperCase());
  return whole === undefined ? { currency: code.toUpperCase(), divisor: 1 } : { currency: whole, divisor: 100 };
}

/** Returns a vendor's price in whole units of the currency, without floating-point errors (73.24 becomes 0.7324). */
export const inWholeUnits = (price: number, unit: PriceUnit | undefined): number =>
  unit === undefined || unit.divisor === 1 ? price : Number((price / unit.divisor).toPrecision(15));
