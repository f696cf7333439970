import type { AisMessage } from './ais-message.js';
import { catcherMessage } from './catcher-message.js';
import { isJson, type Json } from './json-values.js';

/** A sentence, or a message that comes without one; when it was received (ms, or NaN). */
export type CatcherEntry = { recordedAt: number } & ({ bytes: Uint8Array } | { type: number; message: AisMessage | null });

/** Maximum number of entries in one text; more are skipped. */
const MAX_ENTRIES = 100_000;
const MAX_SENTENCES = 9;

export interface CatcherJson {
  entries: CatcherEntry[];
  /** The number of messages that the entries are of. */
  messages: number;
}

/** Reads JSON of AIS-catcher from its bytes. @returns undefined for what is not JSON, or not AIS-catcher's */
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
 * Reads what AIS-catcher sends as JSON: a message (`JSON_FULL`, `JSON_NMEA`), a list of them, and the bodies of its HTTP output (`jsonaiscatcher` with
 * `msgs`, `jsonais` with `groups`). Sentences are preferred to decoded values.
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
  if (Array.isArray(value.groups)) return value.groups.flatMap((group) => (isJson(group) && Array.isArray(group.msgs) ? group.msgs : []));
  return [value];
}

function entriesOf(value: unknown): CatcherEntry[] {
  // Programs that do as AIS-catcher does send bare sentences.
  if (typeof value === 'string') return [{ recordedAt: Number.NaN, bytes: bytesOf(value) }];
  if (!isJson(value)) return [];
  const recordedAt = recordedAtOf(value);
  const sentences = Array.isArray(value.nmea) ? value.nmea.filter((text): text is string => typeof text === 'string').slice(0, MAX_SENTENCES) : [];
  if (sentences.length > 0) return sentences.map((text) => ({ recordedAt, bytes: bytesOf(text) }));
  const message = catcherMessage(value);
  return message === undefined ? [] : [{ recordedAt, type: value.type as number, message }];
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text.trim(), 'latin1');

/** The time that the input carried, or when the host received it: `rxuxtime` in seconds, `rxtime` as `20260503105729`. */
function recordedAtOf({ toa, rxuxtime, rxtime }: Json): number {
  for (const seconds of [toa, rxuxtime]) if (typeof seconds === 'number' && seconds > 0) return Math.round(seconds * 1000);
  const [, year, month, day, hour, minute, second] = (typeof rxtime === 'string' && /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(rxtime)) || [];
  return year === undefined ? Number.NaN : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
