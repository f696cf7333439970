import type { Station, VesselReport } from '../observation.js';
import { isPosition } from '../position.js';
import type { AisMessage, ClassBExtendedMessage, PositionMessage, VoyageMessage } from './ais-message.js';
import { formOf, isMmsi, type MmsiForm } from './mmsi.js';
import { accuracyOf, courseOf, degreesOf, draughtOf, etaOf, imoOf, rateOfTurnOf, shipTypeCodeOf, speedOf, sumOf, textOf } from './values.js';

/** Of a degree, in positions; 1/600 in those to satellites. */
const UNITS = 600_000;
const LONG_RANGE_UNITS = 600;

/** What kind of station a number is given to (ITU-R M.585) says more than the type of a message, which some stations choose wrongly. */
const stationOfForm: Partial<Record<MmsiForm, Station>> = {
  emergency_beacon: 'emergency_beacon',
  aid_to_navigation: 'aid_to_navigation',
  sar_aircraft: 'sar_aircraft',
  coast_station: 'base_station',
  // It calls several vessels and belongs to none of them.
  group: 'other',
};

/** The station that sent a message. Undefined where neither number nor type show it: 27 is sent by both classes. */
function stationOf(form: MmsiForm | undefined, type: AisMessage['type']): Station | undefined {
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
 * The report that a message makes of its sender.
 * @param observedAt ms, NaN where only the arrival is known; `receivedAt` is in ms, too
 * @returns undefined for a number of more than nine digits, which is no MMSI
 */
export function reportOf(message: AisMessage, provider: string, observedAt: number, receivedAt: number): VesselReport | undefined {
  if (!isMmsi(message.mmsi)) return undefined;
  const isTimedOnArrival = Number.isNaN(observedAt) || undefined;
  const report: VesselReport = {
    key: message.mmsi,
    provider,
    observedAt: isTimedOnArrival ? receivedAt : observedAt,
    isTimedOnArrival,
    receivedAt,
    station: stationOf(formOf(message.mmsi), message.type),
    lat: undefined,
    lon: undefined,
    accuracyMeters: undefined,
    speedKnots: undefined,
    courseDegrees: undefined,
    headingDegrees: undefined,
    positionAccuracy: undefined,
    raim: undefined,
  };
  if (message.type !== 5 && message.type !== 24) place(report, message);
  switch (message.type) {
    case 1:
    case 2:
    case 3:
      sailing(report, message);
      break;
    case 5:
      voyage(report, message);
      break;
    case 9:
      report.speedKnots = message.speed >= 1023 ? null : message.speed;
      report.courseDegrees = courseOf(message.course);
      report.altitudeMeters = message.altitude >= 4095 ? null : message.altitude;
      break;
    case 18:
      moving(report, message);
      report.classBUnit = message.cs ? 'carrier_sense' : 'sotdma';
      break;
    case 19:
      moving(report, message);
      ship(report, message);
      break;
    case 21:
      report.name = textOf(message.name);
      extent(report, message);
      report.aidTypeCode = message.aidType;
      report.virtual = message.virtual;
      // Means something while the time of the fix is known.
      report.offPosition = message.second < 60 ? message.offPosition : null;
      break;
    case 24:
      if (message.part === 0) report.name = textOf(message.name);
      else {
        report.shipTypeCode = shipTypeCodeOf(message.shipType);
        report.callsign = textOf(message.callsign);
        if (message.mothership === 0) extent(report, message);
      }
      break;
    case 27:
      report.speedKnots = message.speed >= 63 ? null : message.speed;
      report.courseDegrees = degreesOf(message.course);
      report.navigationStatus = statusOf(message.status);
      break;
  }
  return report;
}

const statusOf = (status: number): number | null => (status === 15 ? null : status);

function place(report: VesselReport, message: Exclude<AisMessage, { type: 5 | 24 }>): void {
  const units = message.type === 27 ? LONG_RANGE_UNITS : UNITS;
  const [lat, lon] = [message.lat / units, message.lon / units];
  if (!isPosition(lat, lon)) return;
  report.lat = lat;
  report.lon = lon;
  report.accuracyMeters = accuracyOf(message.accuracy);
  report.positionAccuracy = message.accuracy ? 'high' : 'low';
  report.raim = message.raim;
}

interface Moving {
  speed: number;
  course: number;
  heading: number;
}

function moving(report: VesselReport, message: Moving): void {
  report.speedKnots = speedOf(message.speed);
  report.courseDegrees = courseOf(message.course);
  report.headingDegrees = degreesOf(message.heading);
}

function sailing(report: VesselReport, message: PositionMessage): void {
  moving(report, message);
  report.rateOfTurn = rateOfTurnOf(message.turn);
  report.navigationStatus = statusOf(message.status);
}

function extent(report: VesselReport, message: { bow: number; stern: number; port: number; starboard: number }): void {
  report.lengthMeters = sumOf(message.bow, message.stern);
  report.beamMeters = sumOf(message.port, message.starboard);
  // Zero to the bow and to port says that the reference point is not known (figure 41).
  if (message.bow === 0 && message.port === 0) return;
  report.toBowMeters = message.bow;
  report.toSternMeters = message.stern;
  report.toPortMeters = message.port;
  report.toStarboardMeters = message.starboard;
}

function ship(report: VesselReport, message: ClassBExtendedMessage | VoyageMessage): void {
  report.name = textOf(message.name);
  report.shipTypeCode = shipTypeCodeOf(message.shipType);
  extent(report, message);
}

function voyage(report: VesselReport, message: VoyageMessage): void {
  ship(report, message);
  report.imo = imoOf(message.imo);
  report.callsign = textOf(message.callsign);
  report.destination = textOf(message.destination);
  report.draughtMeters = draughtOf(message.draught);
  report.eta = etaOf(message.month, message.day, message.hour, message.minute, report.observedAt);
}
