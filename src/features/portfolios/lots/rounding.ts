import { Decimal } from './decimal.js';

const QUANTITY_PLACES = 12;
const RATE_PLACES = 10;
const places = new Map<string, number>();

/**
 * Returns the decimal places of a currency (ISO 4217, from the Unicode data of the runtime): 2 for USD, 0 for JPY, 3
 * for KWD.
 */
function placesOf(currency: string): number {
  const known =
    places.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  places.set(currency, known);
  return known;
}

// Figures are rounded only once, when they are written. Null remains null.
export const money = (value: Decimal | null, currency: string): string | null =>
  value?.toDecimalPlaces(placesOf(currency), Decimal.ROUND_HALF_UP).toFixed(placesOf(currency)) ?? null;
export const units = (value: Decimal): string => value.toDecimalPlaces(QUANTITY_PLACES).toFixed();
export const rateText = (value: Decimal | null): string | null =>
  value?.toSignificantDigits(RATE_PLACES).toFixed() ?? null;
/** Rounds a unit price or unit cost to 8 decimal places, more than money has. */
export const unitPrice = (value: Decimal | null): string | null => value?.toDecimalPlaces(8).toFixed() ?? null;
