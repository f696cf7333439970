/** JSON from outside: every value must be checked. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The integer as an AIS message encodes it: times `scale`; `otherwise` when missing or out of range. */
export function integerOf(value: unknown, low: number, high: number, otherwise: number, scale = 1): number {
  if (typeof value !== 'number') return otherwise;
  const whole = Math.round(value * scale);
  return whole >= low && whole <= high ? whole + 0 : otherwise;
}

/** Empty when missing. */
export const stringOf = (value: unknown, length: number): string => (typeof value === 'string' ? value.slice(0, length) : '');

/** An MMSI of up to nine digits, as number or text; −1 when missing. */
export function mmsiOf(value: unknown): number {
  const mmsi = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof mmsi === 'number' && Number.isInteger(mmsi) && mmsi >= 0 && mmsi < 2 ** 30 ? mmsi : -1;
}

/** In 1/600 000 of a degree, as messages have them, or not available. */
export const lonOf = (value: unknown): number => integerOf(value, -108_000_000, 108_000_000, 108_600_000, 600_000);
export const latOf = (value: unknown): number => integerOf(value, -54_000_000, 54_000_000, 54_600_000, 600_000);
