import type { PositionSource } from '../aircraft.js';
import { keyOf } from '../layer.js';
import type { AircraftReport } from '../observation.js';
import {
  callsignOf,
  directionOf,
  feetOf,
  knotsOf,
  placeOf,
  squawkOf,
  verticalRateOf,
  within,
} from './aircraft-words.js';

export interface OpenSkyAnswer {
  reports: AircraftReport[];
  /** Number of invalid rows. */
  skipped: number;
}

const FEET = 1 / 0.3048;
const KNOTS = 3_600 / 1_852;
const FEET_PER_MINUTE = 60 / 0.3048;
/**
 * The documentation says that vectors older than 15 s are omitted, but recorded ones are up to 22 hours old. Positions
 * older than this (s) are ignored.
 */
const MAX_POSITION_AGE_SECONDS = 300;
/** Emitter categories of DO-260B, by the value of column 17; the values 0, 1 and 13 have no category. */
const categories = [
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'B1',
  'B2',
  'B3',
  'B4',
  null,
  'B6',
  'B7',
  'C1',
  'C2',
  'C3',
  'C4',
  'C5',
] as const;
const FIRST_CATEGORY = 2;
/** Sources of a position, by the value of column 16; 1 is ASTERIX, 3 FLARM. */
const positionSourcesByCode: readonly PositionSource[] = ['adsb', 'other', 'mlat', 'other'];

/**
 * Reads `GET /states/all` of the OpenSky Network: rows of 17 columns, 18 with `extended=1`, possibly more. Meters and
 * meters per second are converted to feet, knots and feet per minute.
 * https://openskynetwork.github.io/opensky-api/rest.html
 * @returns undefined for an invalid response. Never throws.
 */
export function readOpenSkyStates(body: unknown, receivedAt: number): OpenSkyAnswer | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { states, time } = body as { states?: unknown; time?: unknown };
  // `states` is null when there are no aircraft.
  if (states === null) return { reports: [], skipped: 0 };
  if (!Array.isArray(states)) return undefined;
  const now = within(time, 1, 100_000_000_000) ?? receivedAt / 1000;
  const reports = states.flatMap((row) => (Array.isArray(row) ? (reportOf(row, now, receivedAt) ?? []) : []));
  return { reports, skipped: states.length - reports.length };
}

function reportOf(row: readonly unknown[], now: number, receivedAt: number): AircraftReport | undefined {
  const [
    icao24,
    callsign,
    ,
    timePosition,
    lastContact,
    lon,
    lat,
    altitude,
    onGround,
    velocity,
    track,
    rate,
    ,
    geometric,
    code,
    ,
    source,
    category,
  ] = row;
  const key = typeof icao24 === 'string' ? keyOf('aircraft', icao24) : undefined;
  const contact = within(lastContact, 1, 100_000_000_000);
  if (key === undefined || key === 0 || contact === undefined) return undefined;
  const fixed = within(timePosition, 1, 100_000_000_000);
  const place = fixed !== undefined && now - fixed <= MAX_POSITION_AGE_SECONDS ? placeOf(lat, lon) : undefined;
  const isGround = typeof onGround === 'boolean' ? onGround : undefined;
  const feet = feetOf(scaled(altitude, FEET));
  return {
    key,
    provider: 'opensky',
    receivedAt,
    observedAt: Math.round((place === undefined ? contact : (fixed as number)) * 1000),
    heardAt: place !== undefined && contact > (fixed as number) ? Math.round(contact * 1000) : undefined,
    ...place,
    callsign: callsignOf(callsign),
    altitudeFeet: isGround === true && feet === undefined ? null : feet,
    geometricAltitudeFeet: feetOf(scaled(geometric, FEET)),
    groundSpeedKnots: knotsOf(scaled(velocity, KNOTS, 1)),
    trackDegrees: directionOf(track),
    verticalRateFpm: verticalRateOf(scaled(rate, FEET_PER_MINUTE)),
    squawk: squawkOf(code),
    onGround: isGround,
    positionSource: place && positionSourcesByCode[within(source, 0, 3) ?? -1],
    category: categories[(within(category, 0, 20) ?? 0) - FIRST_CATEGORY] ?? undefined,
  };
}

/** Converts a value to another unit and rounds it, because OpenSky itself converted feet to meters and rounded them. */
function scaled(value: unknown, factor: number, digits = 0): number | undefined {
  return typeof value === 'number' ? Math.round(value * factor * 10 ** digits) / 10 ** digits : undefined;
}
