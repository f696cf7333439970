/** Codes in which exchanges quote hundredths: pence in London, cents in Johannesburg, agorot in Tel Aviv. */
const hundredths: ReadonlyMap<string, string> = new Map(
  Object.entries({ GBX: 'GBP', GBp: 'GBP', ZAC: 'ZAR', ZAc: 'ZAR', ILA: 'ILS', ILa: 'ILS' }),
);

export interface PriceUnit {
  /** ISO 4217. */
  currency: string;
  /** The divisor of prices as the vendor sends them. */
  divisor: number;
}

/** @param code as the vendor writes it: `GBp` is pence, `gbp` and `GBP` are pounds, `GBX` is pence case-insensitive */
export function priceUnit(code: string): PriceUnit {
  const whole = hundredths.get(code) ?? hundredths.get(code.toUpperCase());
  return whole === undefined ? { currency: code.toUpperCase(), divisor: 1 } : { currency: whole, divisor: 100 };
}

/** Returns a vendor's price in whole units, without the noise of the division (73.24 is 0.7324). */
export const inWholeUnits = (price: number, unit: PriceUnit | undefined): number =>
  unit === undefined || unit.divisor === 1 ? price : Number((price / unit.divisor).toPrecision(15));
