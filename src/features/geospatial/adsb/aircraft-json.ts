import { type PositionSource, positionSources } from '../aircraft.js';
import { keyOf } from '../layer.js';
import type { AircraftReport } from '../observation.js';
import {
  callsignOf,
  directionOf,
  emergencyOf,
  feetOf,
  knotsOf,
  placeOf,
  printed,
  squawkOf,
  verticalRateOf,
  within,
} from './aircraft-words.js';

export interface AircraftJsonAnswer {
  reports: AircraftReport[];
  /** Number of invalid entries; 1 for an invalid response. */
  skipped: number;
  /**
   * Time of the response (ms); undefined when it has no time. A response with the same time as the previous one repeats
   * it.
   */
  now: number | undefined;
}

export interface AircraftJsonSource {
  provider: string;
  /** Time of arrival (ms). */
  receivedAt: number;
  /** True if the time in the response is only its time of arrival. */
  isTimedOnArrival?: true;
}

/**
 * `now` is in milliseconds from this value on (v2 APIs), and in seconds below (aircraft.json). Seconds reach this value
 * in the year 5138.
 */
const MILLISECONDS_FROM = 100_000_000_000;
/**
 * A response whose time is further ahead of this process's clock (ms) has a wrong time; its time of arrival replaces
 * it.
 */
const MAX_AHEAD_MS = 60_000;
/** Maximum age of a position or a message (s); a higher value is ignored. readsb forgets aircraft after minutes. */
const MAX_AGE_SECONDS = 86_400;

/** Bit of `dbFlags`; set by the aircraft database of the receiver. */
const MILITARY_FLAG = 1;

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the aircraft of a response: `aircraft` from a receiver, `ac` from the v2 APIs; undefined for any other JSON.
 */
function aircraftIn(body: unknown): readonly unknown[] | undefined {
  if (!isRecord(body)) return undefined;
  const list = Array.isArray(body.aircraft) ? body.aircraft : body.ac;
  return Array.isArray(list) ? list : undefined;
}

/** True if the response has a list of aircraft, which may be empty. */
export const isAircraftJson = (body: unknown): boolean => aircraftIn(body) !== undefined;

/**
 * Reads the aircraft list of a receiver (readsb, tar1090, dump1090-fa, dump1090-mutability) or of a v2 API (adsb.lol
 * and similar). Never throws. Format: README-json.md of readsb; missing keys are unknown values.
 *
 * Not used: `lastPosition`, which is outdated, and `rr_lat`, `rr_lon`, which are estimates from the position of the
 * receiver.
 */
export function readAircraftJson(body: unknown, source: AircraftJsonSource): AircraftJsonAnswer {
  const list = aircraftIn(body);
  if (list === undefined) return { reports: [], skipped: 1, now: undefined };
  const now = timeOf((body as Fields).now);
  const isKnown = now !== undefined && now <= source.receivedAt + MAX_AHEAD_MS;
  const base = isKnown ? now : source.receivedAt;
  const isTimedOnArrival = !isKnown || source.isTimedOnArrival || undefined;
  const made = { ...source, isTimedOnArrival };
  const reports: AircraftReport[] = [];
  for (const entry of list) {
    const report = isRecord(entry) ? reportOf(entry, base, made) : undefined;
    if (report !== undefined) reports.push(report);
  }
  return { reports, skipped: list.length - reports.length, now };
}

function timeOf(value: unknown): number | undefined {
  const time = within(value, 1, Number.MAX_SAFE_INTEGER);
  return time === undefined || time >= MILLISECONDS_FROM ? time : Math.round(time * 1000);
}

function reportOf(
  entry: Fields,
  now: number,
  { provider, receivedAt, isTimedOnArrival }: AircraftJsonSource,
): AircraftReport | undefined {
  const key = typeof entry.hex === 'string' ? keyOf('aircraft', entry.hex) : undefined;
  // The address 0 is sent by transponders that were not configured.
  if (key === undefined || key === 0) return undefined;
  const place = placeOf(entry.lat, entry.lon);
  const heard = within(entry.seen, 0, MAX_AGE_SECONDS) ?? 0;
  const age = place === undefined ? heard : (within(entry.seen_pos, 0, MAX_AGE_SECONDS) ?? heard);
  const altitude = entry.alt_baro ?? entry.altitude;
  const isGround = altitude === 'ground';
  const feet = feetOf(altitude);
  const nacP = within(entry.nac_p, 0, 11);
  const category = entry.category;
  return {
    key,
    provider,
    receivedAt,
    observedAt: Math.round(now - age * 1000),
    isTimedOnArrival,
    heardAt: heard < age ? Math.round(now - heard * 1000) : undefined,
    ...place,
    accuracyMeters: place && accuracyOf(nacP, entry.rc),
    callsign: callsignOf(entry.flight),
    registration: printed(entry.r, 12),
    aircraftType: printed(entry.t, 4),
    altitudeFeet: isGround ? null : feet,
    geometricAltitudeFeet: feetOf(entry.alt_geom),
    groundSpeedKnots: knotsOf(entry.gs ?? entry.speed),
    trackDegrees: directionOf(entry.track ?? entry.calc_track),
    verticalRateFpm: verticalRateOf(entry.baro_rate ?? entry.geom_rate ?? entry.vert_rate),
    squawk: squawkOf(entry.squawk),
    emergency: emergencyOf(entry.emergency),
    onGround: isGround ? true : feet === undefined ? undefined : false,
    category: typeof category === 'string' && /^[A-D][0-7]$/.test(category) ? category : undefined,
    nacP,
    nic: within(entry.nic, 0, 11),
    indicatedAirspeedKnots: knotsOf(entry.ias),
    trueAirspeedKnots: knotsOf(entry.tas),
    mach: within(entry.mach, 0, 5),
    selectedAltitudeFeet: feetOf(entry.nav_altitude_mcp ?? entry.nav_altitude_fms),
    windDirectionDegrees: directionOf(entry.wd),
    windSpeedKnots: within(entry.ws, 0, 400),
    rssiDbfs: within(entry.rssi, -100, 0),
    positionSource: positionSourceOf(entry),
    military: typeof entry.dbFlags === 'number' ? (entry.dbFlags & MILITARY_FLAG) !== 0 : undefined,
  };
}

/**
 * Returns the source of a position, from its type (readsb), or from the lists of fields that were received by
 * multilateration or TIS-B (dump1090-fa).
 */
function positionSourceOf({ type, mlat, tisb }: Fields): PositionSource | undefined {
  const comes = (fields: unknown) => Array.isArray(fields) && fields.includes('lat');
  if (type === 'mlat' || comes(mlat)) return 'mlat';
  if (comes(tisb)) return 'tisb';
  if (typeof type !== 'string') return undefined;
  const source = type.split('_')[0] as string;
  return source === 'mode' ? 'mode_s' : (positionSources.find((known) => known === source) ?? 'other');
}

/**
 * Returns the accuracy (m) by NACp, or else the radius of containment `rc`, which is larger; undefined if both are
 * unknown. An `rc` of 0 means unknown.
 */
function accuracyOf(nacP: number | undefined, rc: unknown): number | undefined {
  const radius = within(rc, 0, 40_000);
  return accuracyMetersOf(nacP) ?? (radius === 0 ? undefined : radius);
}

/**
 * Estimated position uncertainty (m) by NACp: 95 % of the positions are nearer than this. RTCA DO-260B table 2-70,
 * where 11 to 1 are 3 m, 10 m, 30 m, 0.05, 0.1, 0.3, 0.5, 1, 2, 4 and 10 nautical miles.
 */
const metersByNacP = [null, 18_520, 7_408, 3_704, 1_852, 926, 555.6, 185.2, 92.6, 30, 10, 3] as const;

/** @returns null for a NACp of 0 (unknown, or 10 nautical miles and more) and for an invalid NACp */
const accuracyMetersOf = (nacP: number | null | undefined): number | null => metersByNacP[nacP ?? 0] ?? null;
