import { epochOf, TagBlock } from './tag-block.js';

const BANG = 33;
const BACKSLASH = 92;
const tag = new TagBlock();

/** Returns the index of the `!` that starts the sentence of a line, or −1 if the line has no sentence. */
export function sentenceStart(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (bytes[at] === BANG) return at;
  return -1;
}

/**
 * Returns the time at which a line was recorded, by its tag block, logger or receiver (ms); NaN without such a time.
 */
export function recordedTimeOf(line: Uint8Array, start = 0, end = line.length): number {
  tag.clear();
  let at = start;
  while (at < end && line[at] === BACKSLASH) {
    const next = tag.read(line, at, end);
    if (next < 0) break;
    at = next;
  }
  if (!Number.isNaN(tag.time)) return tag.time;
  const bang = sentenceStart(line, start, end);
  if (bang < 0) return Number.NaN;
  const before = prefixTime(line, start, bang);
  return Number.isNaN(before) ? suffixTime(line, bang, end) : before;
}

/**
 * Reads the time that loggers write before a sentence: `1550303566167726840 `, `[2024-07-19 08:45:27.141] `,
 * `2024-07-19T08:45:27Z,`. A time without a zone is read as UTC.
 */
export function prefixTime(bytes: Uint8Array, start: number, end: number): number {
  let [from, to] = [start, end];
  while (from < to && isEdge(bytes[from] as number)) from += 1;
  while (to > from && isEdge(bytes[to - 1] as number)) to -= 1;
  if (to - from < 10 || to - from > 40) return Number.NaN;
  const epoch = epochOf(bytes, from, to);
  if (!Number.isNaN(epoch)) return epoch;
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?: ?(Z|UTC|[+-]\d\d:\d\d))?$/.exec(
    Buffer.from(bytes.subarray(from, to)).toString('latin1'),
  );
  if (match === null) return Number.NaN;
  const zone = match[3] === undefined || match[3] === 'UTC' ? 'Z' : match[3];
  return Date.parse(`${match[1]}T${(match[2] as string).slice(0, 12)}${zone}`);
}

/**
 * Reads the time from the fields that receivers of the US Coast Guard write after the checksum, with the Unix seconds
 * at the end: `,s1234,d-119,T12.34,r003669958,1085889680`.
 */
export function suffixTime(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] as number) >= 48 && (bytes[at - 1] as number) <= 57) at -= 1;
  return bytes[at - 1] === 44 && end - at >= 9 && end - at <= 10 ? epochOf(bytes, at, end) : Number.NaN;
}

/** True for blanks, brackets, and the separators comma, semicolon and colon. */
const isEdge = (byte: number): boolean =>
  byte <= 32 || byte === 91 || byte === 93 || byte === 44 || byte === 59 || byte === 58;
