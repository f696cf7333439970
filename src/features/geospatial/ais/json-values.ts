/** What JSON says of ships comes from anybody, so that every value is looked at. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number as the message would have sent it: times `scale`, and `otherwise` where there is none or it is outside of what it can be. */
export function integerOf(value: unknown, low: number, high: number, otherwise: number, scale = 1): number {
  if (typeof value !== 'number') return otherwise;
  const whole = Math.round(value * scale);
  return whole >= low && whole <= high ? whole + 0 : otherwise;
}

/** Empty where there is none. */
export const stringOf = (value: unknown, length: number): string => (typeof value === 'string' ? value.slice(0, length) : '');

/** Up to nine digits, as a number or as text; −1 where there is none. */
export function mmsiOf(value: unknown): number {
  const mmsi = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof mmsi === 'number' && Number.isInteger(mmsi) && mmsi >= 0 && mmsi < 2 ** 30 ? mmsi : -1;
}

/** In 1/600 000 of a degree, as messages have them, or not available. */
export const lonOf = (value: unknown): number => integerOf(value, -108_000_000, 108_000_000, 108_600_000, 600_000);
export const latOf = (value: unknown): number => integerOf(value, -54_000_000, 54_000_000, 54_600_000, 600_000);
