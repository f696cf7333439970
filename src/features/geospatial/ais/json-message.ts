import type { VesselReport } from '../observation.js';
import { courseOf, draughtOf, etaOf, imoOf, shipTypeCodeOf, statusOf, textOf, upTo } from './values.js';
import { hasMotherShip, setMotion, setPosition, setSides } from './vessel-report.js';

/** An object of JSON from outside: every value must be checked. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text cut to `length`; empty for another type. */
export const stringOf = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length) : '';

/** Returns the number rounded to an integer; NaN for another type. */
export const wholeOf = (value: unknown): number => (typeof value === 'number' ? Math.round(value) + 0 : Number.NaN);

/** Returns an MMSI of up to nine digits, given as number or text; −1 for another value. */
export function mmsiOf(value: unknown): number {
  const mmsi = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof mmsi === 'number' && Number.isInteger(mmsi) && mmsi >= 0 && mmsi < 2 ** 30 ? mmsi : -1;
}

/** The values of a message in both JSON formats. Missing values and values of another type are not available. */
export interface JsonMessage {
  /** Degrees. */
  lat?: unknown;
  lon?: unknown;
  accuracy?: unknown;
  raim?: unknown;
  speedKnots?: unknown;
  courseDegrees?: unknown;
  headingDegrees?: unknown;
  rateOfTurnDegreesPerMinute?: number | null;
  status?: unknown;
  imo?: unknown;
  name?: unknown;
  callsign?: unknown;
  shipType?: unknown;
  destination?: unknown;
  draughtMeters?: unknown;
  /** Month, day, hour and minute. */
  eta?: readonly unknown[];
  /** Meters to bow, stern, port and starboard. */
  sides?: readonly unknown[];
  altitudeMeters?: unknown;
  carrierSense?: unknown;
  aidType?: unknown;
  /** Second of the position fix. */
  second?: unknown;
  offPosition?: unknown;
  virtual?: unknown;
  /** Part number of type 24: 0 contains the name, 1 the other values. */
  part?: number;
}

/** Rounds to tenths: some programs write the nearest 32-bit float. */
const tenthsOf = (value: unknown): number => (typeof value === 'number' ? Math.round(value * 10) / 10 + 0 : Number.NaN);
const degreesOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const countOf = (value: unknown, max: number, otherwise = 0): number => upTo(max, wholeOf(value)) ?? otherwise;
/** Returns a name of at most `length` characters, the maximum of the message including its extension; null if empty. */
const nameOf = (value: unknown, length: number): string | null => textOf(stringOf(value, length));

/**
 * Adds the content of a message in JSON to the report of its sender.
 * @param type AIS message type, one that is decoded
 * @returns false if the message has no data
 */
export function readJsonMessage(type: number, json: JsonMessage, report: VesselReport): boolean {
  if (type !== 5 && type !== 24)
    setPosition(report, degreesOf(json.lat), degreesOf(json.lon), json.accuracy === true, json.raim === true);
  switch (type) {
    case 4:
    case 11:
      break;
    case 5:
      readVoyage(report, json);
      break;
    case 9:
      report.speedKnots = upTo(1_022, wholeOf(json.speedKnots));
      report.courseDegrees = courseOf(tenthsOf(json.courseDegrees));
      report.altitudeMeters = upTo(4_094, wholeOf(json.altitudeMeters));
      break;
    case 18:
      readMotion(report, json);
      report.classBUnit = json.carrierSense === true ? 'carrier_sense' : 'sotdma';
      break;
    case 19:
      readMotion(report, json);
      readShip(report, json);
      break;
    case 21:
      report.name = nameOf(json.name, 34);
      readSides(report, json);
      report.aidTypeCode = countOf(json.aidType, 31);
      report.virtual = json.virtual === true;
      report.offPosition = countOf(json.second, 63, 60) < 60 ? json.offPosition === true : null;
      break;
    case 24:
      return readStatic(report, json);
    case 27:
      report.speedKnots = upTo(62, wholeOf(json.speedKnots));
      report.courseDegrees = upTo(359, wholeOf(json.courseDegrees));
      report.navigationStatus = statusOf(wholeOf(json.status));
      break;
    default:
      readMotion(report, json);
      report.rateOfTurnDegreesPerMinute = json.rateOfTurnDegreesPerMinute ?? null;
      report.navigationStatus = statusOf(wholeOf(json.status));
  }
  return true;
}

function readMotion(report: VesselReport, { speedKnots, courseDegrees, headingDegrees }: JsonMessage): void {
  setMotion(report, tenthsOf(speedKnots), tenthsOf(courseDegrees), wholeOf(headingDegrees));
}

function readSides(report: VesselReport, { sides: [bow, stern, port, starboard] = [] }: JsonMessage): void {
  setSides(report, countOf(bow, 511), countOf(stern, 511), countOf(port, 63), countOf(starboard, 63));
}

function readShip(report: VesselReport, json: JsonMessage): void {
  report.name = nameOf(json.name, 20);
  report.shipTypeCode = shipTypeCodeOf(wholeOf(json.shipType));
  readSides(report, json);
}

function readVoyage(report: VesselReport, json: JsonMessage): void {
  readShip(report, json);
  report.imo = imoOf(wholeOf(json.imo));
  report.callsign = nameOf(json.callsign, 7);
  report.destination = nameOf(json.destination, 20);
  report.draughtMeters = draughtOf(tenthsOf(json.draughtMeters));
  const [month, day, hour, minute] = json.eta ?? [];
  report.eta = etaOf(
    countOf(month, 15),
    countOf(day, 31),
    countOf(hour, 31, 24),
    countOf(minute, 63, 60),
    report.observedAt,
  );
}

function readStatic(report: VesselReport, json: JsonMessage): boolean {
  if (json.part === 0) report.name = nameOf(json.name, 20);
  else if (json.part === 1) {
    report.shipTypeCode = shipTypeCodeOf(wholeOf(json.shipType));
    report.callsign = nameOf(json.callsign, 7);
    if (!hasMotherShip(report.key)) readSides(report, json);
  }
  return json.part === 0 || json.part === 1;
}
