// Values of Mode S messages. Codes: ICAO Annex 10, volume IV; RTCA DO-260B; J. Sun, The 1090 Megahertz Riddle.

/** Returns the squawk of an identity code of 13 bits (C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4). */
export function squawkOfCode(code: number): string {
  const digit = (one: number, two: number, four: number) =>
    ((code >> one) & 1) | (((code >> two) & 1) << 1) | (((code >> four) & 1) << 2);
  return `${digit(11, 9, 7)}${digit(5, 3, 1)}${digit(12, 10, 8)}${digit(4, 2, 0)}`;
}

/**
 * Returns the barometric altitude (feet) of an altitude code of 13 bits.
 * @returns undefined if it is not available, in meters or not a code
 */
export function feetOfCode(code: number): number | undefined {
  if (code === 0 || (code & 0x40) !== 0) return undefined;
  if ((code & 0x10) !== 0) return (((code & 0x1f80) >> 2) | ((code & 0x20) >> 1) | (code & 0xf)) * 25 - 1_000;
  return feetOfGillham(code);
}

/** Returns the barometric altitude (feet) of an altitude code of 12 bits, which lacks the bit of the unit. */
export const feetOfShortCode = (code: number): number | undefined => feetOfCode(((code & 0xfc0) << 1) | (code & 0x3f));

/** Returns the altitude of a Gillham code in steps of 100 feet; undefined for codes that are not used. */
function feetOfGillham(code: number): number | undefined {
  const bit = (place: number) => (code >> place) & 1;
  // The first bits count steps of 500 feet in Gray code: D2 D4 A1 A2 A4 B1 B2 B4.
  let fives = 0;
  let last = 0;
  for (const place of [2, 0, 11, 9, 7, 5, 3, 1]) {
    last ^= bit(place);
    fives = (fives << 1) | last;
  }
  // D1 is 0 below 62,750 feet, and higher altitudes do not occur.
  if (bit(4) !== 0) return undefined;
  const gray = (bit(12) << 2) | (bit(10) << 1) | bit(8);
  const ones = [-1, 1, 3, 2, 5, -1, 4, -1][gray] as number;
  if (ones < 0) return undefined;
  const hundreds = fives % 2 === 0 ? ones : 6 - ones;
  return fives * 500 + hundreds * 100 - 1_300;
}

/** Returns the ground speed (knots) of a movement code on the ground; undefined if it is not available. */
export function knotsOfMovement(code: number): number | undefined {
  if (code === 0 || code > 124) return undefined;
  if (code === 1) return 0;
  if (code === 124) return 175;
  const steps = [
    [2, 0.125, 0.125],
    [9, 1, 0.25],
    [13, 2, 0.5],
    [39, 15, 1],
    [94, 70, 2],
    [109, 100, 5],
  ] as const;
  const [first, knots, step] = steps.findLast(([start]) => code >= start) as (typeof steps)[number];
  return knots + (code - first) * step;
}

const letters = '#ABCDEFGHIJKLMNOPQRSTUVWXYZ##### ###############0123456789######';

/** Returns the callsign of eight characters of six bits; undefined if it has an unused code or is empty. */
export function callsignOfBits(bytes: Uint8Array, from: number): string | undefined {
  let text = '';
  for (let at = from; at < from + 6; at += 3) {
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    for (let shift = 18; shift >= 0; shift -= 6) text += letters[(bits >> shift) & 63];
  }
  const callsign = text.trim();
  return callsign === '' || callsign.includes('#') ? undefined : callsign;
}

/** The velocity of an aircraft; each value is undefined if it is not available. */
export interface Velocity {
  groundSpeedKnots?: number;
  trackDegrees?: number;
  /** Magnetic or true heading, as the aircraft has it. */
  headingDegrees?: number;
  indicatedAirspeedKnots?: number;
  trueAirspeedKnots?: number;
  verticalRateFpm?: number;
}

/**
 * Returns the velocity of a message of type code 19; undefined for a reserved subtype.
 * @param at index of its first byte
 */
export function velocityOf(bytes: Uint8Array, at: number): Velocity | undefined {
  const byte = (index: number) => bytes[at + index] as number;
  const subtype = byte(0) & 7;
  if (subtype < 1 || subtype > 4) return undefined;
  const scale = subtype % 2 === 0 ? 4 : 1;
  const first = ((byte(1) & 3) << 8) | byte(2);
  const second = ((byte(3) & 0x7f) << 3) | (byte(4) >> 5);
  const rate = ((byte(4) & 7) << 6) | (byte(5) >> 2);
  const sign = (byte(4) & 8) === 0 ? 1 : -1;
  const vertical = rate === 0 ? {} : { verticalRateFpm: sign * (rate - 1) * 64 + 0 };
  if (subtype <= 2) {
    if (first === 0 || second === 0) return vertical;
    const east = (first - 1) * scale * ((byte(1) & 4) === 0 ? 1 : -1);
    const north = (second - 1) * scale * ((byte(3) & 0x80) === 0 ? 1 : -1);
    const track = east === 0 && north === 0 ? {} : { trackDegrees: (Math.atan2(east, north) * 180) / Math.PI };
    if (track.trackDegrees !== undefined && track.trackDegrees < 0) track.trackDegrees += 360;
    return { groundSpeedKnots: Math.hypot(east, north), ...track, ...vertical };
  }
  const heading = (byte(1) & 4) === 0 ? {} : { headingDegrees: (first * 360) / 1_024 };
  if (second === 0) return { ...heading, ...vertical };
  const knots = (second - 1) * scale;
  const isTrue = (byte(3) & 0x80) !== 0;
  return { ...heading, ...vertical, ...(isTrue ? { trueAirspeedKnots: knots } : { indicatedAirspeedKnots: knots }) };
}
