import { DAY_MS } from '../../../time/durations.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import { type Box, splitBox } from '../box.js';
import type { VesselReport } from '../observation.js';
import { isJson, type Json, type JsonMessage, mmsiOf, readJsonMessage, stringOf, wholeOf } from './json-message.js';
import { rateOfTurnOf, textOf } from './values.js';
import { newReport } from './vessel-report.js';

/** Times more than this far in the past or the future are ignored (ms). */
const MAX_AGE_MS = DAY_MS;
const MAX_AHEAD_MS = 60_000;

/**
 * Returns the first frame, which the server must receive within three seconds. Corners are latitude before longitude; a
 * box across the antimeridian is sent as two.
 */
export function subscriptionOf(key: string, box: Box): string {
  const boxes = splitBox(box).map(({ west, south, east, north }) => [
    [south, west],
    [north, east],
  ]);
  return JSON.stringify({ APIKey: key, BoundingBoxes: boxes });
}

/**
 * Reads the report of a frame of aisstream.io; undefined for a confirmation and for message types that are not decoded.
 * @throws UpstreamError with the error that the service sent; `bad_answer` for an invalid frame
 */
export function readAisstreamFrame(text: string, now: number): VesselReport | undefined {
  const frame = parse(text);
  if (frame.error !== undefined) throw refusalOf(stringOf(frame.error, 200));
  const kind = frame.MessageType;
  if (kind === 'SubscriptionConfirmation') return undefined;
  const body =
    isJson(frame.Message) && typeof kind === 'string' && Object.hasOwn(frame.Message, kind)
      ? frame.Message[kind]
      : undefined;
  if (typeof kind !== 'string' || !isJson(body)) throw badAnswer('The frame has no message.');
  const meta = isJson(frame.MetaData) ? frame.MetaData : {};
  const report = readMessage(kind, body, observedAtOf(stringOf(meta.time_utc, 60), now), now);
  if (report === undefined) throw badAnswer('A message is not what its type says.');
  if (report === null) return undefined;
  // The service remembers the names of vessels, and adds them to messages without a name.
  if (report.name === undefined) report.name = textOf(stringOf(meta.ShipName, 34)) ?? undefined;
  return report;
}

/** AIS message types by their names in the library go-ais, whose names and values aisstream.io sends. */
const typesOf: Readonly<Record<string, readonly number[]>> = {
  PositionReport: [1, 2, 3],
  BaseStationReport: [4, 11],
  ShipStaticData: [5],
  StandardSearchAndRescueAircraftReport: [9],
  StandardClassBPositionReport: [18],
  ExtendedClassBPositionReport: [19],
  AidsToNavigationReport: [21],
  StaticDataReport: [24],
  LongRangeAisBroadcastMessage: [27],
};

/**
 * Reads a message of go-ais.
 * @param kind its `MessageType`
 * @param observedAt ms, or NaN
 * @returns null for a type that is not decoded, undefined for an invalid message
 */
export function readMessage(
  kind: string,
  json: Json,
  observedAt: number,
  receivedAt: number,
): VesselReport | null | undefined {
  const mmsi = mmsiOf(json.UserID);
  if (mmsi < 0 || json.Valid === false) return undefined;
  const types = Object.hasOwn(typesOf, kind) ? (typesOf[kind] as readonly number[]) : [];
  if (types.length === 0) return null;
  const type = types.length === 1 ? (types[0] as number) : wholeOf(json.MessageID);
  const values = type === 24 ? staticValuesOf(json) : valuesOf(json);
  if (!types.includes(type) || values === undefined) return undefined;
  const report = newReport(type, mmsi, 'aisstream', observedAt, receivedAt);
  if (report !== undefined) readJsonMessage(type, values, report);
  return report ?? null;
}

function valuesOf(json: Json): JsonMessage {
  const { A, B, C, D } = isJson(json.Dimension) ? json.Dimension : ({} as Json);
  const { Month, Day, Hour, Minute } = isJson(json.Eta) ? json.Eta : ({} as Json);
  const name = stringOf(json.Name, 20);
  return {
    lat: json.Latitude,
    lon: json.Longitude,
    accuracy: json.PositionAccuracy,
    raim: json.Raim,
    speedKnots: json.Sog,
    courseDegrees: json.Cog,
    headingDegrees: json.TrueHeading,
    rateOfTurnDegreesPerMinute: rateOfTurnOf(wholeOf(json.RateOfTurn)),
    status: json.NavigationalStatus,
    imo: json.ImoNumber,
    name: name.length === 20 ? name + stringOf(json.NameExtension, 14) : name,
    callsign: json.CallSign,
    shipType: json.Type,
    destination: json.Destination,
    draughtMeters: json.MaximumStaticDraught,
    eta: [Month, Day, Hour, Minute],
    sides: [A, B, C, D],
    altitudeMeters: json.Altitude,
    carrierSense: json.ClassBUnit,
    aidType: json.Type,
    second: json.Timestamp,
    offPosition: json.OffPosition,
    virtual: json.VirtualAtoN,
  };
}

/** Reads the part of a static report; undefined without a valid part. */
function staticValuesOf(json: Json): JsonMessage | undefined {
  const part = json.PartNumber === true ? json.ReportB : json.ReportA;
  if (!isJson(part) || part.Valid === false) return undefined;
  return { ...valuesOf(part), shipType: part.ShipType, part: part === json.ReportB ? 1 : 0 };
}

function parse(text: string): Json {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    throw badAnswer('The frame is no JSON.');
  }
  if (!isJson(frame)) throw badAnswer('The frame is not an object.');
  return frame;
}

function refusalOf(error: string): UpstreamError {
  if (/key/i.test(error)) return new UpstreamError('unauthorized');
  if (/concurrent|limit|too many/i.test(error)) return new UpstreamError('rate_limited');
  return badAnswer('aisstream.io refuses the subscription.');
}

/**
 * Parses times in the format of Go, `2025-05-15 09:27:38.342017448 +0000 UTC`; NaN for any other text and for an
 * impossible time.
 */
function observedAtOf(text: string, now: number): number {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,9}))? \+0000 UTC/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  return ms <= now + MAX_AHEAD_MS && now - ms <= MAX_AGE_MS ? ms : Number.NaN;
}
