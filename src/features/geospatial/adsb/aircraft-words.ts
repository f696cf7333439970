import { type Emergency, emergencies } from '../aircraft.js';
import { isPosition } from '../position.js';

// Readers of the fields that all ADS-B formats share. An invalid field counts as missing and does not affect the
// others.

/** Returns the value if it is a number within the range, bounds inclusive; otherwise undefined. */
export function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

/**
 * Returns a valid barometric or geometric altitude. The lower bound allows for high air pressure and land below sea
 * level.
 */
export const feetOf = (value: unknown): number | undefined => within(value, -2_000, 130_000);
export const knotsOf = (value: unknown): number | undefined => within(value, 0, 3_000);
export const verticalRateOf = (value: unknown): number | undefined => within(value, -50_000, 50_000);

/** Converts a direction in [-360, 360] to [0, 360): some sources report half of the circle as negative. */
export function directionOf(value: unknown): number | undefined {
  const direction = within(value, -360, 360);
  return direction === undefined ? undefined : Math.round(((direction + 360) % 360) * 1e6) / 1e6;
}

/**
 * Returns a callsign of upper-case letters and digits, without padding. Blanks within it stay, as in `TOW 502`.
 * Undefined for other characters, for more than eight characters and for an empty text.
 */
export function callsignOf(value: unknown): string | undefined {
  const callsign = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return callsign.length <= 8 && /^[A-Z0-9]+(?: +[A-Z0-9]+)*$/.test(callsign) ? callsign : undefined;
}

/** Returns a squawk of four octal digits; undefined for other values. */
export const squawkOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-7]{4}$/.test(value) ? value : undefined;

const knownEmergencies: ReadonlySet<unknown> = new Set(emergencies);
export const emergencyOf = (value: unknown): Emergency | undefined =>
  knownEmergencies.has(value) ? (value as Emergency) : undefined;

/**
 * Returns a valid latitude and longitude; undefined for other values and for 0, 0, which receivers write for an unknown
 * position.
 */
export function placeOf(lat: unknown, lon: unknown): { lat: number; lon: number } | undefined {
  if (typeof lat !== 'number' || typeof lon !== 'number' || !isPosition(lat, lon) || (lat === 0 && lon === 0))
    return undefined;
  return { lat, lon };
}

/**
 * Returns a registration or type designator of printable ASCII characters, at most `most` long; otherwise undefined.
 */
export function printed(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= most && /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) ? text : undefined;
}
