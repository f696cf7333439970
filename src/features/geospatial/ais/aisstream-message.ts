import type { AisMessage } from './ais-message.js';
import { integerOf, isJson, type Json, latOf, lonOf, mmsiOf, stringOf } from './json-values.js';

/**
 * The message that a `Message` of aisstream.io is about, which has the names of the library go-ais and leaves the values for "not available" in.
 * @param kind its `MessageType`
 * @returns null for a kind that is not decoded, undefined for what is no message of its kind
 */
export function aisstreamMessage(kind: string, json: Json): AisMessage | null | undefined {
  const mmsi = mmsiOf(json.UserID);
  if (mmsi < 0 || json.Valid === false) return undefined;
  const head = { repeat: integerOf(json.RepeatIndicator, 0, 3, 0), mmsi };
  const type = integerOf(json.MessageID, 0, 63, -1);
  switch (kind) {
    case 'PositionReport':
      return type === 1 || type === 2 || type === 3 ? { type, ...head, ...placeOf(json), ...motionOf(json), ...sailingOf(json) } : undefined;
    case 'BaseStationReport':
      return type === 4 || type === 11 ? { type, ...head, ...placeOf(json), ...clockOf(json), epfd: epfdOf(json.FixType), ...unit(json) } : undefined;
    case 'ShipStaticData':
      return { type: 5, ...head, ...shipOf(json), ...voyageOf(json), callsign: textOf(json.CallSign, 7), dte: json.Dte === true };
    case 'StandardSearchAndRescueAircraftReport': {
      const { heading: _, ...motion } = motionOf(json);
      return { type: 9, ...head, ...placeOf(json), ...motion, ...aircraftOf(json), ...unit20(json) };
    }
    case 'StandardClassBPositionReport':
      return { type: 18, ...head, ...placeOf(json), ...motionOf(json), ...spareOf(json), ...classB(json), ...unit20(json) };
    case 'ExtendedClassBPositionReport': {
      const { assigned, raim } = unit20(json);
      return { type: 19, ...head, ...placeOf(json), ...motionOf(json), ...spareOf(json), ...shipOf(json), assigned, raim, dte: json.Dte === true };
    }
    case 'AidsToNavigationReport':
      return { type: 21, ...head, ...placeOf(json), ...aidOf(json) };
    case 'StaticDataReport':
      return staticOf(json, head);
    case 'LongRangeAisBroadcastMessage':
      return { type: 27, ...head, ...longRangeOf(json) };
    default:
      return null;
  }
}

/** A text ends at its first `@`, which go-ais cuts off only at the end. */
const textOf = (value: unknown, length: number): string => stringOf(value, length).replace(/@.*$/s, '').trimEnd();
const epfdOf = (value: unknown): number => integerOf(value, 0, 15, 0);

const placeOf = (json: Json) => ({ accuracy: json.PositionAccuracy === true, lon: lonOf(json.Longitude), lat: latOf(json.Latitude) });

const motionOf = (json: Json) => ({
  speed: integerOf(json.Sog, 0, 1_022, 1_023, 10),
  course: integerOf(json.Cog, 0, 4_095, 3_600, 10),
  heading: integerOf(json.TrueHeading, 0, 511, 511),
  second: integerOf(json.Timestamp, 0, 63, 60),
});

const unit = (json: Json) => ({ raim: json.Raim === true, radio: integerOf(json.CommunicationState, 0, 524_287, 0) });

const unit20 = (json: Json) => {
  const { raim, radio } = unit(json);
  return { assigned: json.AssignedMode === true, raim, radio: radio + (json.CommunicationStateIsItdma === true ? 524_288 : 0) };
};

const sailingOf = (json: Json) => ({
  status: integerOf(json.NavigationalStatus, 0, 15, 15),
  turn: integerOf(json.RateOfTurn, -128, 127, -128),
  maneuver: integerOf(json.SpecialManoeuvreIndicator, 0, 3, 0),
  ...unit(json),
});

const clockOf = (json: Json) => ({
  year: integerOf(json.UtcYear, 0, 16_383, 0),
  month: integerOf(json.UtcMonth, 0, 15, 0),
  day: integerOf(json.UtcDay, 0, 31, 0),
  hour: integerOf(json.UtcHour, 0, 31, 24),
  minute: integerOf(json.UtcMinute, 0, 63, 60),
  second: integerOf(json.UtcSecond, 0, 63, 60),
});

function extentOf(value: unknown) {
  const { A, B, C, D } = isJson(value) ? value : ({} as Json);
  return { bow: integerOf(A, 0, 511, 0), stern: integerOf(B, 0, 511, 0), port: integerOf(C, 0, 63, 0), starboard: integerOf(D, 0, 63, 0) };
}

const shipOf = (json: Json) => ({
  ...extentOf(json.Dimension),
  name: textOf(json.Name, 20),
  shipType: integerOf(json.Type, 0, 255, 0),
  epfd: epfdOf(json.FixType),
});

function voyageOf(json: Json) {
  const eta = isJson(json.Eta) ? json.Eta : {};
  return {
    version: integerOf(json.AisVersion, 0, 3, 0),
    imo: integerOf(json.ImoNumber, 0, 2 ** 30 - 1, 0),
    month: integerOf(eta.Month, 0, 15, 0),
    day: integerOf(eta.Day, 0, 31, 0),
    hour: integerOf(eta.Hour, 0, 31, 24),
    minute: integerOf(eta.Minute, 0, 63, 60),
    draught: integerOf(json.MaximumStaticDraught, 0, 255, 0, 10),
    destination: textOf(json.Destination, 20),
  };
}

const aircraftOf = (json: Json) => ({
  altitude: integerOf(json.Altitude, 0, 4_095, 4_095),
  speed: integerOf(json.Sog, 0, 1_023, 1_023),
  regional: integerOf(json.Spare1, 0, 127, 0) + (json.AltFromBaro === true ? 128 : 0),
  dte: json.Dte === true,
});

const spareOf = (json: Json) => ({ reserved: integerOf(json.Spare1, 0, 255, 0), regional: integerOf(json.Spare2, 0, 15, 0) });

const classB = (json: Json) => ({
  cs: json.ClassBUnit === true,
  display: json.ClassBDisplay === true,
  dsc: json.ClassBDsc === true,
  band: json.ClassBBand === true,
  msg22: json.ClassBMsg22 === true,
});

function aidOf(json: Json) {
  const name = stringOf(json.Name, 20);
  return {
    ...extentOf(json.Dimension),
    aidType: integerOf(json.Type, 0, 31, 0),
    name: textOf(name.length === 20 ? name + stringOf(json.NameExtension, 14) : name, 34),
    epfd: epfdOf(json.Fixtype),
    second: integerOf(json.Timestamp, 0, 63, 60),
    offPosition: json.OffPosition === true,
    regional: integerOf(json.AtoN, 0, 255, 0),
    raim: json.Raim === true,
    virtual: json.VirtualAtoN === true,
    assigned: json.AssignedMode === true,
  };
}

function staticOf(json: Json, head: { repeat: number; mmsi: number }): AisMessage | undefined {
  const part = json.PartNumber === true ? json.ReportB : json.ReportA;
  if (!isJson(part) || part.Valid === false) return undefined;
  if (part === json.ReportA) return { type: 24, ...head, part: 0, name: textOf(part.Name, 20) };
  const isOfShip = head.mmsi >= 980_000_000 && head.mmsi < 990_000_000;
  return {
    ...{ type: 24, ...head, part: 1, ...extentOf(isOfShip ? undefined : part.Dimension) },
    shipType: integerOf(part.ShipType, 0, 255, 0),
    vendor: textOf(part.VendorIDName, 3),
    model: integerOf(part.VenderIDModel, 0, 15, 0),
    serial: integerOf(part.VenderIDSerial, 0, 1_048_575, 0),
    callsign: textOf(part.CallSign, 7),
    // Its number is in the bits of the dimension, and does not come out of them.
    mothership: 0,
  };
}

const longRangeOf = (json: Json) => ({
  accuracy: json.PositionAccuracy === true,
  raim: json.Raim === true,
  status: integerOf(json.NavigationalStatus, 0, 15, 15),
  lon: integerOf(json.Longitude, -108_000, 108_000, 108_600, 600),
  lat: integerOf(json.Latitude, -54_000, 54_000, 54_600, 600),
  speed: integerOf(json.Sog, 0, 63, 63),
  course: integerOf(json.Cog, 0, 511, 511),
  late: json.PositionLatency === true,
});
