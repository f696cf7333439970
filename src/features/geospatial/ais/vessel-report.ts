import type { VesselReport } from '../observation.js';
import { isPosition } from '../position.js';
import type { Station } from '../vessel.js';
import { formOf, isMmsi, type MmsiForm } from './mmsi.js';
import { courseOf, speedOf, upTo } from './values.js';

/** Types of messages with data of vessels. */
const types: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 9, 11, 18, 19, 21, 24, 27]);
export const isDecoded = (type: number): boolean => types.has(type);

/**
 * The kind of station by its number (ITU-R M.585), which is more reliable than the type of a message, which some
 * stations choose wrongly.
 */
const stationOfForm: Partial<Record<MmsiForm, Station>> = {
  emergency_beacon: 'emergency_beacon',
  aid_to_navigation: 'aid_to_navigation',
  sar_aircraft: 'sar_aircraft',
  coast_station: 'base_station',
  // It calls several vessels and belongs to none of them.
  group: 'other',
};

/** The station that sent a message. Undefined where neither number nor type show it: 27 is sent by both classes. */
function stationOf(form: MmsiForm | undefined, type: number): Station | undefined {
  const station = form && stationOfForm[form];
  if (station !== undefined) return station;
  if (type <= 3 || type === 5) return 'class_a';
  if (type === 18 || type === 19 || type === 24) return 'class_b';
  if (type === 21) return 'aid_to_navigation';
  if (type === 9) return 'sar_aircraft';
  // A vessel answers a time request with type 11.
  return type === 4 ? 'base_station' : undefined;
}

/**
 * The report of the sender of a message, without the content of the message.
 * @param observedAt ms, NaN where only the arrival is known; `receivedAt` is in ms, too
 * @returns undefined for a number of more than nine digits, which is not an MMSI
 */
export function newReport(
  type: number,
  mmsi: number,
  provider: string,
  observedAt: number,
  receivedAt: number,
): VesselReport | undefined {
  if (!isMmsi(mmsi)) return undefined;
  const isTimedOnArrival = Number.isNaN(observedAt) || undefined;
  return {
    key: mmsi,
    provider,
    observedAt: isTimedOnArrival ? receivedAt : observedAt,
    isTimedOnArrival,
    receivedAt,
    station: stationOf(formOf(mmsi), type),
    lat: undefined,
    lon: undefined,
    accuracyMeters: undefined,
    speedKnots: undefined,
    courseDegrees: undefined,
    headingDegrees: undefined,
    positionAccuracy: undefined,
    raim: undefined,
  };
}

/**
 * Degrees; 91 and 181 are not available. Meters of accuracy: better than 10 where the flag is set, otherwise up to 30
 * (table 50).
 */
export function setPosition(report: VesselReport, lat: number, lon: number, isAccurate: boolean, raim: boolean): void {
  if (!isPosition(lat, lon)) return;
  report.lat = lat;
  report.lon = lon;
  report.accuracyMeters = isAccurate ? 10 : 30;
  report.positionAccuracy = isAccurate ? 'high' : 'low';
  report.raim = raim;
}

/** Knots and degrees. */
export function setMotion(report: VesselReport, speed: number, course: number, heading: number): void {
  report.speedKnots = speedOf(speed);
  report.courseDegrees = courseOf(course);
  report.headingDegrees = upTo(359, heading);
}

/** Meters from the antenna to each side; 511 and 63 mean that or more. */
export function setSides(report: VesselReport, bow: number, stern: number, port: number, starboard: number): void {
  report.lengthMeters = bow + stern || null;
  report.beamMeters = port + starboard || null;
  // Zero to the bow and to port says that the reference point is not known (figure 41).
  if (bow === 0 && port === 0) return;
  report.toBowMeters = bow;
  report.toSternMeters = stern;
  report.toPortMeters = port;
  report.toStarboardMeters = starboard;
}

/** A craft of a mother ship (98MIDxxxx) sends the MMSI of that ship instead of its sides in type 24. */
export const hasMotherShip = (mmsi: number): boolean => mmsi >= 980_000_000 && mmsi < 990_000_000;
