import type { AisMessage } from './ais-message.js';
import { integerOf, type Json, latOf, lonOf, mmsiOf, stringOf } from './json-values.js';

/**
 * Reads a message from an object of AIS-catcher or gpsd: their keys, with values as in AIS messages; missing values are not available. @returns null for a type that is not decoded, undefined for other values
 */
export function catcherMessage(json: Json): AisMessage | null | undefined {
  const type = integerOf(json.type, 0, 63, -1);
  const mmsi = mmsiOf(json.mmsi);
  if (type < 0 || mmsi < 0 || json.type !== type) return undefined;
  const head = { repeat: integerOf(json.repeat, 0, 3, 0), mmsi };
  switch (type) {
    case 1:
    case 2:
    case 3:
      return {
        ...{ type, ...head, ...placeOf(json), ...motionOf(json) },
        status: integerOf(json.status, 0, 15, 15),
        turn: turnOf(json),
        maneuver: integerOf(json.maneuver, 0, 3, 0),
        raim: json.raim === true,
        radio: integerOf(json.radio, 0, 524_287, 0),
      };
    case 4:
    case 11:
      return { type, ...head, ...placeOf(json), ...noClock, raim: json.raim === true, radio: integerOf(json.radio, 0, 524_287, 0) };
    case 5:
      return { type, ...head, ...shipOf(json), ...voyageOf(json) };
    case 9:
      return {
        ...{ type, ...head, ...placeOf(json), ...motionOf(json), ...unit(json) },
        altitude: integerOf(json.alt, 0, 4_095, 4_095),
        speed: integerOf(json.speed, 0, 1_022, 1_023),
        dte: json.dte === 1 || json.dte === true,
      };
    case 18:
      return { type, ...head, ...placeOf(json), ...motionOf(json), ...unit(json), ...classB(json) };
    case 19:
      return { type, ...head, ...placeOf(json), ...motionOf(json), ...unit(json), reserved: 0, ...shipOf(json), dte: json.dte === 1 || json.dte === true };
    case 21:
      return { type, ...head, ...placeOf(json), ...motionOf(json), ...unit(json), ...shipOf(json), ...aidOf(json) };
    case 24:
      return staticOf(json, head);
    case 27:
      return {
        ...{ type, ...head, accuracy: json.accuracy === true, raim: json.raim === true, late: json.gnss === true },
        status: integerOf(json.status, 0, 15, 15),
        lon: integerOf(json.lon, -108_000, 108_000, 108_600, 600),
        lat: integerOf(json.lat, -54_000, 54_000, 54_600, 600),
        speed: integerOf(json.speed, 0, 62, 63),
        course: integerOf(json.course, 0, 359, 511),
      };
    default:
      return null;
  }
}

const placeOf = (json: Json) => ({ accuracy: json.accuracy === true, lon: lonOf(json.lon), lat: latOf(json.lat) });

const motionOf = (json: Json) => ({
  speed: integerOf(json.speed, 0, 1_022, 1_023, 10),
  course: integerOf(json.course, 0, 3_599, 3_600, 10),
  heading: integerOf(json.heading, 0, 359, 511),
  second: integerOf(json.second, 0, 63, 60),
});

/** AIS-catcher gives what was sent beside what it means; gpsd only that, as degrees a minute or in words. */
function turnOf({ turn_unscaled: raw, turn }: Json): number {
  if (turn === 'fastright' || turn === 'fastleft') return turn === 'fastright' ? 127 : -127;
  const meant = typeof turn === 'number' && turn !== -128 ? Math.sign(turn) * 4.733 * Math.sqrt(Math.abs(turn)) : undefined;
  return integerOf(raw ?? meant, -127, 127, -128);
}

const noClock = { year: 0, month: 0, day: 0, hour: 24, minute: 60, second: 60, epfd: 0 };

const unit = (json: Json) => ({
  regional: integerOf(json.regional, 0, 255, 0),
  assigned: json.assigned === true,
  raim: json.raim === true,
  radio: integerOf(json.radio, 0, 1_048_575, 0),
});

const classB = (json: Json) => ({
  reserved: integerOf(json.reserved, 0, 255, 0),
  cs: json.cs === true,
  display: json.display === true,
  dsc: json.dsc === true,
  band: json.band === true,
  msg22: json.msg22 === true,
});

const extentOf = (json: Json) => ({
  bow: integerOf(json.to_bow, 0, 511, 0),
  stern: integerOf(json.to_stern, 0, 511, 0),
  port: integerOf(json.to_port, 0, 63, 0),
  starboard: integerOf(json.to_starboard, 0, 63, 0),
});

const shipOf = (json: Json) => ({
  ...extentOf(json),
  name: stringOf(json.shipname, 20),
  shipType: integerOf(json.shiptype, 0, 255, 0),
  epfd: integerOf(json.epfd, 0, 15, 0),
});

function voyageOf(json: Json) {
  const [, month, day, hour, minute] = /^(\d\d)-(\d\d)[T ](\d\d):(\d\d)/.exec(stringOf(json.eta, 16)) ?? [];
  return {
    version: integerOf(json.ais_version, 0, 3, 0),
    imo: integerOf(json.imo, 0, 2 ** 30 - 1, 0),
    callsign: stringOf(json.callsign, 7),
    month: Number(month ?? 0),
    day: Number(day ?? 0),
    hour: Number(hour ?? 24),
    minute: Number(minute ?? 60),
    draught: integerOf(json.draught, 0, 255, 0, 10),
    destination: stringOf(json.destination, 20),
    dte: json.dte === 1 || json.dte === true,
  };
}

const aidOf = (json: Json) => ({
  aidType: integerOf(json.aid_type, 0, 31, 0),
  name: stringOf(json.name, 34),
  offPosition: json.off_position === true,
  virtual: json.virtual_aid === true,
});

/** gpsd makes one of the two parts; what then is missing of a part is not available. */
function staticOf(json: Json, head: { repeat: number; mmsi: number }): AisMessage | null {
  if (json.partno === 0 || (json.partno === undefined && json.shiptype === undefined)) return { type: 24, ...head, part: 0, name: stringOf(json.shipname, 20) };
  if (json.partno !== undefined && json.partno !== 1) return null;
  return {
    ...{ type: 24, ...head, part: 1, ...extentOf(json) },
    shipType: integerOf(json.shiptype, 0, 255, 0),
    vendor: stringOf(json.vendorid, 7),
    model: integerOf(json.model, 0, 15, 0),
    serial: integerOf(json.serial, 0, 1_048_575, 0),
    callsign: stringOf(json.callsign, 7),
    mothership: Math.max(0, mmsiOf(json.mothership_mmsi)),
  };
}
