import type { VesselReport } from '../observation.js';
import type { SixBits } from './six-bit.js';
import { courseOf, draughtOf, etaOf, imoOf, rateOfTurnOf, shipTypeCodeOf, statusOf, textOf, upTo } from './values.js';
import { hasMotherShip, setMotion, setPosition, setSides } from './vessel-report.js';

/** Units per degree in positions; messages to satellites (type 27) use 600. */
const UNITS = 600_000;
const LONG_RANGE_UNITS = 600;

/**
 * Minimum number of bits by message type: some senders of types 1 to 3 omit five bits, and some of type 5 omit the
 * last, spare bits.
 */
const minBits: Readonly<Record<number, number>> = {
  1: 163,
  2: 163,
  3: 163,
  4: 168,
  5: 420,
  9: 168,
  11: 168,
  18: 168,
  19: 312,
  21: 272,
};
/** Minimum number of bits of other types: the type, the repeat indicator and the MMSI. */
const HEAD_BITS = 38;

/** True if a payload has a valid length for its type. */
export function isWhole(bits: SixBits): boolean {
  const { bits: length } = bits;
  const type = bits.symbols[0] as number;
  if (type === 21 && length > 368) return false;
  if (type === 24) return length >= (partOf(bits) === 1 ? 162 : 160) && length <= 168;
  if (type === 27) return length === 96 || length === 168;
  return length >= (minBits[type] ?? HEAD_BITS);
}

export const mmsiOf = (bits: SixBits): number => bits.unsigned30(8);
/** Part number of type 24: 0 contains the name, 1 the other values; 2 and 3 are not defined. */
const partOf = (bits: SixBits): number => bits.unsigned(38, 2);

/**
 * Adds the content of a payload, by the tables of ITU-R M.1371-5, annex 8, to the report of its sender.
 * @param bits a whole message of a type that is decoded
 * @returns false if it has no data
 */
export function decodeMessage(bits: SixBits, report: VesselReport): boolean {
  switch (bits.symbols[0]) {
    case 4:
    case 11:
      readPosition(report, bits, 78, 148);
      return true;
    case 5:
      readVoyage(report, bits);
      return true;
    case 9:
      readPosition(report, bits, 60, 147);
      report.speedKnots = upTo(1_022, bits.unsigned(50, 10));
      report.courseDegrees = courseOf(bits.unsigned(116, 12) / 10);
      report.altitudeMeters = upTo(4_094, bits.unsigned(38, 12));
      return true;
    case 18:
      readMotion(report, bits, 46);
      report.classBUnit = bits.flag(141) ? 'carrier_sense' : 'sotdma';
      readPosition(report, bits, 56, 147);
      return true;
    case 19:
      readMotion(report, bits, 46);
      readPosition(report, bits, 56, 305);
      readShip(report, bits, 143, 263);
      return true;
    case 21:
      readAid(report, bits);
      return true;
    case 24:
      return readStatic(report, bits);
    case 27:
      setPosition(
        report,
        bits.signed(62, 17) / LONG_RANGE_UNITS,
        bits.signed(44, 18) / LONG_RANGE_UNITS,
        bits.flag(38),
        bits.flag(39),
      );
      report.speedKnots = upTo(62, bits.unsigned(79, 6));
      report.courseDegrees = upTo(359, bits.unsigned(85, 9));
      report.navigationStatus = statusOf(bits.unsigned(40, 4));
      return true;
    default:
      readMotion(report, bits, 50);
      readPosition(report, bits, 60, 148);
      report.rateOfTurnDegreesPerMinute = rateOfTurnOf(bits.signed(42, 8));
      report.navigationStatus = statusOf(bits.unsigned(38, 4));
      return true;
  }
}

/**
 * @param at bit of the accuracy flag, which the longitude and the latitude follow
 * @param raim bit of the RAIM flag
 */
function readPosition(report: VesselReport, bits: SixBits, at: number, raim: number): void {
  setPosition(report, bits.signed27(at + 29) / UNITS, bits.signed28(at + 1) / UNITS, bits.flag(at), bits.flag(raim));
}

/** @param at first bit of the speed, which the position, the course and the heading follow */
function readMotion(report: VesselReport, bits: SixBits, at: number): void {
  setMotion(report, bits.unsigned(at, 10) / 10, bits.unsigned(at + 66, 12) / 10, bits.unsigned(at + 78, 9));
}

function readSides(report: VesselReport, bits: SixBits, at: number): void {
  setSides(
    report,
    bits.unsigned(at, 9),
    bits.unsigned(at + 9, 9),
    bits.unsigned(at + 18, 6),
    bits.unsigned(at + 24, 6),
  );
}

/**
 * @param name first bit of the name
 * @param type first bit of the ship type, which the sides follow
 */
function readShip(report: VesselReport, bits: SixBits, name: number, type: number): void {
  report.name = textOf(bits.text(name, 20));
  report.shipTypeCode = shipTypeCodeOf(bits.unsigned(type, 8));
  readSides(report, bits, type + 8);
}

function readVoyage(report: VesselReport, bits: SixBits): void {
  readShip(report, bits, 112, 232);
  report.imo = imoOf(bits.unsigned30(40));
  report.callsign = textOf(bits.text(70, 7));
  report.destination = textOf(bits.text(302, 20));
  report.draughtMeters = draughtOf(bits.unsigned(294, 8) / 10);
  report.eta = etaOf(
    bits.unsigned(274, 4),
    bits.unsigned(278, 5),
    bits.unsigned(283, 5),
    bits.unsigned(288, 6),
    report.observedAt,
  );
}

function readAid(report: VesselReport, bits: SixBits): void {
  const room = Math.min(14, Math.floor((bits.bits - 272) / 6));
  const extension = room > 0 && bits.isFull(43, 20) ? bits.text(272, room) : '';
  // With an extension, blanks at the end of the first part are inside the name, so they are kept.
  report.name = textOf(extension === '' ? bits.text(43, 20) : bits.text(43, 20).padEnd(20) + extension);
  readPosition(report, bits, 163, 268);
  readSides(report, bits, 219);
  report.aidTypeCode = bits.unsigned(38, 5);
  report.virtual = bits.flag(269);
  // The flag is valid only if the second of the position fix is known (below 60).
  report.offPosition = bits.unsigned(253, 6) < 60 ? bits.flag(259) : null;
}

function readStatic(report: VesselReport, bits: SixBits): boolean {
  const part = partOf(bits);
  if (part === 0) report.name = textOf(bits.text(40, 20));
  else if (part === 1) {
    report.shipTypeCode = shipTypeCodeOf(bits.unsigned(40, 8));
    report.callsign = textOf(bits.text(90, 7));
    if (!hasMotherShip(report.key)) readSides(report, bits, 132);
  }
  return part <= 1;
}
