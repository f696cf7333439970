import type { AidMessage, BaseStationMessage, StaticDetailMessage, StaticNameMessage, VoyageMessage } from './ais-message.js';
import type { SixBits } from './six-bit.js';

export function decodeBaseStation(bits: SixBits, type: 4 | 11): BaseStationMessage {
  return {
    type,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    year: bits.unsigned(38, 14),
    month: bits.unsigned(52, 4),
    day: bits.unsigned(56, 5),
    hour: bits.unsigned(61, 5),
    minute: bits.unsigned(66, 6),
    second: bits.unsigned(72, 6),
    accuracy: bits.flag(78),
    lon: bits.signed28(79),
    lat: bits.signed27(107),
    epfd: bits.unsigned(134, 4),
    raim: bits.flag(148),
    radio: bits.unsigned(149, 19),
  };
}

export function decodeVoyage(bits: SixBits): VoyageMessage {
  return {
    type: 5,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    version: bits.unsigned(38, 2),
    imo: bits.unsigned30(40),
    callsign: bits.text(70, 7),
    name: bits.text(112, 20),
    shipType: bits.unsigned(232, 8),
    bow: bits.unsigned(240, 9),
    stern: bits.unsigned(249, 9),
    port: bits.unsigned(258, 6),
    starboard: bits.unsigned(264, 6),
    epfd: bits.unsigned(270, 4),
    month: bits.unsigned(274, 4),
    day: bits.unsigned(278, 5),
    hour: bits.unsigned(283, 5),
    minute: bits.unsigned(288, 6),
    draught: bits.unsigned(294, 8),
    destination: bits.text(302, 20),
    dte: bits.flag(422),
  };
}

export function decodeAid(bits: SixBits): AidMessage {
  const room = Math.min(14, Math.floor((bits.bits - 272) / 6));
  const extension = room > 0 && bits.isFull(43, 20) ? bits.text(272, room) : '';
  return {
    type: 21,
    repeat: bits.unsigned(6, 2),
    mmsi: bits.unsigned30(8),
    aidType: bits.unsigned(38, 5),
    // Blanks at the end of the first part are then in the midst of the name.
    name: extension === '' ? bits.text(43, 20) : bits.text(43, 20).padEnd(20) + extension,
    accuracy: bits.flag(163),
    lon: bits.signed28(164),
    lat: bits.signed27(192),
    bow: bits.unsigned(219, 9),
    stern: bits.unsigned(228, 9),
    port: bits.unsigned(237, 6),
    starboard: bits.unsigned(243, 6),
    epfd: bits.unsigned(249, 4),
    second: bits.unsigned(253, 6),
    offPosition: bits.flag(259),
    regional: bits.unsigned(260, 8),
    raim: bits.flag(268),
    virtual: bits.flag(269),
    assigned: bits.flag(270),
  };
}

/** Its two parts come as two messages. @returns null for a part that is not defined, undefined for a wrong length */
export function decodeStatic(bits: SixBits): StaticNameMessage | StaticDetailMessage | null | undefined {
  if (bits.bits < 160 || bits.bits > 168) return undefined;
  const [repeat, mmsi, part] = [bits.unsigned(6, 2), bits.unsigned30(8), bits.unsigned(38, 2)];
  if (part === 0) return { type: 24, repeat, mmsi, part, name: bits.text(40, 20) };
  if (part !== 1) return null;
  if (bits.bits < 162) return undefined;
  const isOfShip = mmsi >= 980_000_000 && mmsi < 990_000_000;
  return {
    type: 24,
    repeat,
    mmsi,
    part,
    shipType: bits.unsigned(40, 8),
    vendor: bits.text(48, 3),
    model: bits.unsigned(66, 4),
    serial: bits.unsigned(70, 20),
    callsign: bits.text(90, 7),
    bow: isOfShip ? 0 : bits.unsigned(132, 9),
    stern: isOfShip ? 0 : bits.unsigned(141, 9),
    port: isOfShip ? 0 : bits.unsigned(150, 6),
    starboard: isOfShip ? 0 : bits.unsigned(156, 6),
    mothership: isOfShip ? bits.unsigned30(132) : 0,
  };
}
