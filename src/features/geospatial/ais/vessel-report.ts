import type { VesselReport } from '../observation.js';
import { isPosition } from '../position.js';
import type { Station } from '../vessel.js';
import { formOf, isMmsi, type MmsiForm } from './mmsi.js';
import { courseOf, speedOf, upTo } from './values.js';

/** Types of AIS messages that are decoded. */
const types: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 9, 11, 18, 19, 21, 24, 27]);
export const isDecoded = (type: number): boolean => types.has(type);

/**
 * The kind of station by the form of its MMSI (ITU-R M.585). The form is more reliable than the type of the message,
 * which some stations choose wrongly.
 */
const stationOfForm: Partial<Record<MmsiForm, Station>> = {
  emergency_beacon: 'emergency_beacon',
  aid_to_navigation: 'aid_to_navigation',
  sar_aircraft: 'sar_aircraft',
  coast_station: 'base_station',
  // A group MMSI addresses several vessels and identifies none of them.
  group: 'other',
};

/**
 * Returns the kind of station that sent a message; undefined where neither the MMSI nor the type of the message shows
 * it: both classes send type 27.
 */
function stationOf(form: MmsiForm | undefined, type: number): Station | undefined {
  const station = form && stationOfForm[form];
  if (station !== undefined) return station;
  if (type <= 3 || type === 5) return 'class_a';
  if (type === 18 || type === 19 || type === 24) return 'class_b';
  if (type === 21) return 'aid_to_navigation';
  if (type === 9) return 'sar_aircraft';
  // Type 11 gives no station: vessels send it in response to a time request.
  return type === 4 ? 'base_station' : undefined;
}

/**
 * Returns a report of a message with its sender and times only, without the content of the message.
 * @param observedAt ms; NaN if only the time of arrival is known
 * @param receivedAt ms
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
 * Sets the position in degrees; 91 and 181 mean not available, and set nothing. The accuracy is below 10 m with the
 * flag, otherwise up to 30 m (table 50).
 */
export function setPosition(report: VesselReport, lat: number, lon: number, isAccurate: boolean, raim: boolean): void {
  if (!isPosition(lat, lon)) return;
  report.lat = lat;
  report.lon = lon;
  report.accuracyMeters = isAccurate ? 10 : 30;
  report.positionAccuracy = isAccurate ? 'high' : 'low';
  report.raim = raim;
}

/** Sets speed (knots), course and heading (degrees). */
export function setMotion(report: VesselReport, speed: number, course: number, heading: number): void {
  report.speedKnots = speedOf(speed);
  report.courseDegrees = courseOf(course);
  report.headingDegrees = upTo(359, heading);
}

/** Sets the distances from the antenna to each side in meters; 511 and 63 mean this value or more. */
export function setSides(report: VesselReport, bow: number, stern: number, port: number, starboard: number): void {
  report.lengthMeters = bow + stern || null;
  report.beamMeters = port + starboard || null;
  // Zero for both bow and port means that the reference point is unknown (figure 41); only length and beam are then
  // known.
  if (bow === 0 && port === 0) return;
  report.toBowMeters = bow;
  report.toSternMeters = stern;
  report.toPortMeters = port;
  report.toStarboardMeters = starboard;
}

/**
 * True for a craft of a mother ship (98MIDxxxx). In type 24 it sends the MMSI of the mother ship in place of its
 * dimensions.
 */
export const hasMotherShip = (mmsi: number): boolean => mmsi >= 980_000_000 && mmsi < 990_000_000;
