import { type CommonState, choice, decimal, flag, integer, name, type StateOf, text } from './fields.js';

/** Emergency states in the order of their numbers in ADS-B (type code 28). */
export const emergencies = [
  'none',
  'general',
  'lifeguard',
  'minfuel',
  'nordo',
  'unlawful',
  'downed',
  'reserved',
] as const;
export type Emergency = (typeof emergencies)[number];

/**
 * Source of a position: sent by the aircraft (`adsb`, `adsc` over satellite), rebroadcast (`adsr`, `tisb`), or
 * computed from times of arrival (`mlat`).
 */
export const positionSources = ['adsb', 'adsr', 'tisb', 'adsc', 'mlat', 'mode_s', 'other'] as const;
export type PositionSource = (typeof positionSources)[number];

/** All squawk codes: four octal digits, `0000` to `7777`. */
const squawks = Array.from({ length: 8 ** 4 }, (_, code) => code.toString(8).padStart(4, '0'));
/** Emitter categories of DO-260B: `A0` to `D7`. */
const categories = [...'ABCD'].flatMap((letter) => [...'01234567'].map((digit) => letter + digit));

/**
 * The fields of an aircraft. Processes identify a field by its index in this table, so new fields are added at the end.
 */
export const aircraftFields = {
  callsign: text(),
  registration: text(),
  /** ICAO type designator, `A320`. */
  aircraftType: text(),
  /** Barometric altitude. */
  altitudeFeet: decimal('motion'),
  geometricAltitudeFeet: decimal('motion'),
  groundSpeedKnots: decimal('motion'),
  trackDegrees: decimal('motion'),
  verticalRateFpm: decimal('motion'),
  squawk: choice('motion', squawks),
  emergency: choice('motion', emergencies),
  onGround: flag('motion'),
  /** Emitter category, `A0` to `D7`. */
  category: choice('fact', categories),
  indicatedAirspeedKnots: decimal('motion'),
  trueAirspeedKnots: decimal('motion'),
  mach: decimal('motion', 3),
  /** The altitude set in the autopilot. */
  selectedAltitudeFeet: decimal('motion'),
  /** Direction from which the wind blows, in degrees true. */
  windDirectionDegrees: decimal('motion'),
  windSpeedKnots: decimal('motion'),
  /** Navigation accuracy and integrity categories, DO-260B. */
  nacP: integer('motion', 0, 11),
  nic: integer('motion', 0, 11),
  /** Strength of the signal in decibels below full scale. */
  rssiDbfs: decimal('motion'),
  positionSource: choice('motion', positionSources),
  military: flag('fact'),
  /** Name of the airline or another operator. */
  operator: text(),
  /** Source of the table that lists the aircraft. */
  identitySource: name('fact'),
  /** True if reports and the table give different registrations. */
  identityConflict: flag('fact'),
};

/** Returns a registration without hyphens, which some sources leave out. */
export const plainRegistration = (registration: string): string =>
  registration.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** The merged latest state of an aircraft. Null: never reported, or reported as not available. */
export interface Aircraft extends CommonState, StateOf<typeof aircraftFields> {}
