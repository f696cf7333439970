import { isJson, type Json, type JsonMessage, mmsiOf, stringOf, wholeOf } from './json-message.js';
import { rateOfTurnOf } from './values.js';

/** A sentence, or a decoded message without its sentence, with the time at which it was received (ms, or NaN). */
export type CatcherEntry = { recordedAt: number } & (
  | { bytes: Uint8Array }
  | { type: number; mmsi: number; message: JsonMessage }
);

/** Maximum number of entries in one text; more are skipped. */
const MAX_ENTRIES = 100_000;
const MAX_SENTENCES = 9;
/** Maximum rate of turn that AIS can send, in degrees per minute. */
const MAX_TURN = 709;

export interface CatcherJson {
  entries: CatcherEntry[];
  /** The number of messages from which the entries come. */
  messages: number;
}

/** Parses JSON of AIS-catcher. @returns undefined for invalid JSON and for JSON in another format */
export function readCatcherJson(bytes: Uint8Array, start: number, end: number): CatcherJson | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'));
  } catch {
    return undefined;
  }
  return readCatcherValue(value);
}

/**
 * Reads JSON of AIS-catcher: a message (`JSON_FULL`, `JSON_NMEA`), a list of them, or a body of its HTTP output
 * (`jsonaiscatcher` with `msgs`, `jsonais` with `groups`). Sentences are preferred to decoded values.
 * @returns undefined for other values
 */
export function readCatcherValue(value: unknown): CatcherJson | undefined {
  const messages = messagesIn(value)?.slice(0, MAX_ENTRIES);
  if (messages === undefined) return undefined;
  const entries = messages.flatMap(entriesOf);
  return entries.length > 0 || messages.length === 0 ? { entries, messages: messages.length } : undefined;
}

function messagesIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJson(value)) return undefined;
  if (Array.isArray(value.msgs)) return value.msgs;
  if (Array.isArray(value.groups))
    return value.groups.flatMap((group) => (isJson(group) && Array.isArray(group.msgs) ? group.msgs : []));
  return [value];
}

function entriesOf(value: unknown): CatcherEntry[] {
  // Programs that imitate AIS-catcher send bare sentences.
  if (typeof value === 'string') return [{ recordedAt: Number.NaN, bytes: bytesOf(value) }];
  if (!isJson(value)) return [];
  const recordedAt = recordedAtOf(value);
  const sentences = Array.isArray(value.nmea)
    ? value.nmea.filter((text): text is string => typeof text === 'string').slice(0, MAX_SENTENCES)
    : [];
  if (sentences.length > 0) return sentences.map((text) => ({ recordedAt, bytes: bytesOf(text) }));
  const type = wholeOf(value.type);
  const mmsi = mmsiOf(value.mmsi);
  return type === value.type && type >= 0 && type < 64 && mmsi >= 0
    ? [{ recordedAt, type, mmsi, message: messageOf(value) }]
    : [];
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text.trim(), 'latin1');

/**
 * Returns the time that the input carried, or else the time at which the host received it (ms, or NaN): `rxuxtime` in
 * seconds, `rxtime` as `20260503105729`.
 */
function recordedAtOf({ toa, rxuxtime, rxtime }: Json): number {
  for (const seconds of [toa, rxuxtime])
    if (typeof seconds === 'number' && seconds > 0) return Math.round(seconds * 1000);
  const [, year, month, day, hour, minute, second] =
    (typeof rxtime === 'string' && /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(rxtime)) || [];
  return year === undefined
    ? Number.NaN
    : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** Maps an object of AIS-catcher or gpsd, which use the same keys. */
function messageOf(json: Json): JsonMessage {
  return {
    lat: json.lat,
    lon: json.lon,
    accuracy: json.accuracy,
    raim: json.raim,
    speedKnots: json.speed,
    courseDegrees: json.course,
    headingDegrees: json.heading,
    rateOfTurnDegreesPerMinute: turnOf(json),
    status: json.status,
    imo: json.imo,
    name: json.type === 21 ? json.name : json.shipname,
    callsign: json.callsign,
    shipType: json.shiptype,
    destination: json.destination,
    draughtMeters: json.draught,
    eta: (/^(\d\d)-(\d\d)[T ](\d\d):(\d\d)/.exec(stringOf(json.eta, 16)) ?? []).slice(1).map(Number),
    sides: [json.to_bow, json.to_stern, json.to_port, json.to_starboard],
    altitudeMeters: json.alt,
    carrierSense: json.cs,
    aidType: json.aid_type,
    second: json.second,
    offPosition: json.off_position,
    virtual: json.virtual_aid,
    // gpsd has no part number and joins both parts into one message.
    part: json.partno === undefined ? (json.shiptype === undefined ? 0 : 1) : wholeOf(json.partno),
  };
}

/**
 * Returns the rate of turn in degrees per minute; null if unknown. AIS-catcher gives the value that was sent and its
 * meaning; gpsd gives only the meaning, in degrees per minute or as a word.
 */
function turnOf({ turn_unscaled: raw, turn }: Json): number | null {
  if (turn === 'fastright' || turn === 'fastleft') return rateOfTurnOf(turn === 'fastright' ? 127 : -127);
  if (raw !== undefined && raw !== null) return rateOfTurnOf(wholeOf(raw));
  return typeof turn === 'number' && turn !== -128 && Math.abs(turn) <= MAX_TURN ? turn : null;
}
