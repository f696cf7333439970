import type { AisMessage, ClassBExtendedMessage, ClassBMessage, LongRangeMessage, PositionMessage, SarAircraftMessage } from './ais-message.js';
import type { SixBits } from './six-bit.js';
import { decodeAid, decodeBaseStation, decodeStatic, decodeVoyage } from './static-messages.js';

/**
 * The message of a payload, by the tables of ITU-R M.1371-5, annex 8.
 * @returns null for a type that is not decoded, undefined where the length is not what it is of its type
 */
export function decodeMessage(bits: SixBits): AisMessage | null | undefined {
  const type = bits.symbols[0] as number;
  const { bits: length } = bits;
  switch (type) {
    case 1:
    case 2:
    case 3:
      return length < 163 ? undefined : decodePosition(bits, type);
    case 4:
    case 11:
      return length < 168 ? undefined : decodeBaseStation(bits, type);
    case 5:
      // Some senders leave out the last bits, which are spare, and some add others.
      return length < 420 ? undefined : decodeVoyage(bits);
    case 9:
      return length < 168 ? undefined : decodeSarAircraft(bits);
    case 18:
      return length < 168 ? undefined : decodeClassB(bits);
    case 19:
      return length < 312 ? undefined : decodeClassBExtended(bits);
    case 21:
      return length < 272 || length > 368 ? undefined : decodeAid(bits);
    case 24:
      return decodeStatic(bits);
    case 27:
      return length === 96 || length === 168 ? decodeLongRange(bits) : undefined;
    default:
      // Its number, at the least.
      return length < 38 ? undefined : null;
  }
}

function decodePosition(bits: SixBits, type: 1 | 2 | 3): PositionMessage {
  return {
    type,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    status: bits.unsigned(38, 4),
    turn: bits.signed(42, 8),
    speed: bits.unsigned(50, 10),
    accuracy: bits.flag(60),
    lon: bits.signed28(61),
    lat: bits.signed27(89),
    course: bits.unsigned(116, 12),
    heading: bits.unsigned(128, 9),
    second: bits.unsigned(137, 6),
    maneuver: bits.unsigned(143, 2),
    raim: bits.flag(148),
    // Some senders leave out five bits of it.
    radio: bits.unsigned(149, Math.min(19, bits.bits - 149)),
  };
}

function decodeSarAircraft(bits: SixBits): SarAircraftMessage {
  return {
    type: 9,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    altitude: bits.unsigned(38, 12),
    speed: bits.unsigned(50, 10),
    accuracy: bits.flag(60),
    lon: bits.signed28(61),
    lat: bits.signed27(89),
    course: bits.unsigned(116, 12),
    second: bits.unsigned(128, 6),
    regional: bits.unsigned(134, 8),
    dte: bits.flag(142),
    assigned: bits.flag(146),
    raim: bits.flag(147),
    radio: bits.unsigned(148, 20),
  };
}

function decodeClassB(bits: SixBits): ClassBMessage {
  return {
    type: 18,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    reserved: bits.unsigned(38, 8),
    speed: bits.unsigned(46, 10),
    accuracy: bits.flag(56),
    lon: bits.signed28(57),
    lat: bits.signed27(85),
    course: bits.unsigned(112, 12),
    heading: bits.unsigned(124, 9),
    second: bits.unsigned(133, 6),
    regional: bits.unsigned(139, 2),
    cs: bits.flag(141),
    display: bits.flag(142),
    dsc: bits.flag(143),
    band: bits.flag(144),
    msg22: bits.flag(145),
    assigned: bits.flag(146),
    raim: bits.flag(147),
    radio: bits.unsigned(148, 20),
  };
}

function decodeClassBExtended(bits: SixBits): ClassBExtendedMessage {
  return {
    type: 19,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    reserved: bits.unsigned(38, 8),
    speed: bits.unsigned(46, 10),
    accuracy: bits.flag(56),
    lon: bits.signed28(57),
    lat: bits.signed27(85),
    course: bits.unsigned(112, 12),
    heading: bits.unsigned(124, 9),
    second: bits.unsigned(133, 6),
    regional: bits.unsigned(139, 4),
    name: bits.text(143, 20),
    shipType: bits.unsigned(263, 8),
    bow: bits.unsigned(271, 9),
    stern: bits.unsigned(280, 9),
    port: bits.unsigned(289, 6),
    starboard: bits.unsigned(295, 6),
    epfd: bits.unsigned(301, 4),
    raim: bits.flag(305),
    dte: bits.flag(306),
    assigned: bits.flag(307),
  };
}

function decodeLongRange(bits: SixBits): LongRangeMessage {
  return {
    type: 27,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    accuracy: bits.flag(38),
    raim: bits.flag(39),
    status: bits.unsigned(40, 4),
    lon: bits.signed(44, 18),
    lat: bits.signed(62, 17),
    speed: bits.unsigned(79, 6),
    course: bits.unsigned(85, 9),
    late: bits.flag(94),
  };
}
