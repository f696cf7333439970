import type { Station, VesselReport } from '../observation.js';
import { isPosition } from '../position.js';
import type { AisMessage, ClassBExtendedMessage, PositionMessage, VoyageMessage } from './ais-message.js';
import { formOf, type MmsiForm } from './mmsi.js';
import { accuracyOf, courseOf, degreesOf, draughtOf, etaOf, imoOf, rateOfTurnOf, shipTypeCodeOf, speedOf, sumOf, textOf } from './values.js';

/** Of a degree, in positions; 1/600 in those to satellites. */
const UNITS = 600_000;
const LONG_RANGE_UNITS = 600;

/** Whose number it is says more than what kind of message it is. */
const stationOfForm: Partial<Record<MmsiForm, Station>> = {
  emergency_beacon: 'emergency_beacon',
  aid_to_navigation: 'aid_to_navigation',
  sar_aircraft: 'sar_aircraft',
};

/** What it was sent by. Undefined where the message does not tell: 27 is sent by both classes. */
function stationOf(form: MmsiForm, type: AisMessage['type']): Station | undefined {
  const station = stationOfForm[form];
  if (station !== undefined) return station;
  if (type <= 3 || type === 5) return 'class_a';
  if (type === 18 || type === 19 || type === 24) return 'class_b';
  if (type === 21) return 'aid_to_navigation';
  if (type === 9) return 'sar_aircraft';
  // A ship that is asked for the time answers with 11.
  return type === 4 || form === 'coast_station' ? 'base_station' : undefined;
}

/**
 * What a message says of its sender.
 * @param observedAt ms, as well as `receivedAt`
 * @returns undefined where its MMSI is nobody's
 */
export function reportOf(message: AisMessage, provider: string, observedAt: number, receivedAt: number): VesselReport | undefined {
  const form = formOf(message.mmsi);
  if (form === undefined) return undefined;
  const report: VesselReport = {
    key: message.mmsi,
    provider,
    observedAt,
    receivedAt,
    station: stationOf(form, message.type),
    lat: undefined,
    lon: undefined,
    accuracyMeters: undefined,
    speedKnots: undefined,
    courseDegrees: undefined,
    headingDegrees: undefined,
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
      break;
    case 18:
      moving(report, message);
      break;
    case 19:
      moving(report, message);
      ship(report, message);
      break;
    case 21:
      report.name = textOf(message.name);
      extent(report, message);
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
