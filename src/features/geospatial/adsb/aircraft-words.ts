import { type Emergency, emergencies } from '../aircraft.js';
import { isPosition } from '../position.js';

// Readers of the fields that all ADS-B formats share. An invalid field counts as missing and does not affect the
// others.

/** The number, when it is one and within the range. */
export function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

/** Barometric or geometric; below the sea only as far as air pressure and the Dead Sea bring it. */
export const feetOf = (value: unknown): number | undefined => within(value, -2_000, 130_000);
export const knotsOf = (value: unknown): number | undefined => within(value, 0, 3_000);
export const verticalRateOf = (value: unknown): number | undefined => within(value, -50_000, 50_000);

/** A direction in [0, 360) of one in [-360, 360]: some sources count half the circle as negative. */
export function directionOf(value: unknown): number | undefined {
  const direction = within(value, -360, 360);
  return direction === undefined ? undefined : Math.round(((direction + 360) % 360) * 1e6) / 1e6;
}

/**
 * Upper case letters and digits, within blanks for those who write `TOW 502`, without what pads them; undefined where a
 * transponder sends something else or nothing.
 */
export function callsignOf(value: unknown): string | undefined {
  const callsign = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return callsign.length <= 8 && /^[A-Z0-9]+(?: +[A-Z0-9]+)*$/.test(callsign) ? callsign : undefined;
}

/** Four octal digits, as text. */
export const squawkOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-7]{4}$/.test(value) ? value : undefined;

const knownEmergencies: ReadonlySet<unknown> = new Set(emergencies);
export const emergencyOf = (value: unknown): Emergency | undefined =>
  knownEmergencies.has(value) ? (value as Emergency) : undefined;

/** Latitude and longitude that are a place; 0, 0 is what receivers write that have none. */
export function placeOf(lat: unknown, lon: unknown): { lat: number; lon: number } | undefined {
  if (typeof lat !== 'number' || typeof lon !== 'number' || !isPosition(lat, lon) || (lat === 0 && lon === 0))
    return undefined;
  return { lat, lon };
}

/** As printed on the aircraft, or a designator of its type. */
export function printed(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= most && /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) ? text : undefined;
}
