export const breachCodes = [
  'outside_band',
  'excluded_symbol',
  'excluded_country',
  'excluded_asset_class',
  'holding_too_large',
  'cash_too_low',
] as const;

export interface MandateBreach {
  code: (typeof breachCodes)[number];
  /** Symbol of the holding; null for cash. */
  symbol: string | null;
  /** Weight as a fraction of the whole value; null if the whole value is not positive. */
  weight: number | null;
  /** The limit that the weight exceeds or falls below; null for an instrument that must not be held at all. */
  limit: number | null;
  detail: string;
}
