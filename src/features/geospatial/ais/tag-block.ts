import { isChecksum } from './sentence.js';

const BACKSLASH = 92;
const STAR = 42;
const COMMA = 44;
const COLON = 58;
const DOT = 46;
/** Maximum length of a station's name. NMEA 0183 allows 15 characters; some senders use more. */
export const MAX_STATION_LENGTH = 32;
export const stationPattern = /^[\w.:/+=#@-]+$/;
const MAX_STATIONS = 1_000;

/** The tag block before a sentence: `\c:1682294942,s:2573345,g:1-2-1234*hh\` (IEC 62320-1, NMEA 0183 4.10). */
export class TagBlock {
  /** Time of reception (ms); NaN if the block has no time. */
  time = Number.NaN;
  /** Hash of the station's name, to distinguish stations; 0 without a name. */
  source = 0;
  /**
   * Name of the station that received the sentence; null without a name, and for a name that is too long or has invalid
   * characters.
   */
  station: string | null = null;
  /** The group of sentences of one message; −1 without a group. */
  group = -1;
  /**
   * Names of stations by their hash. The name of a station comes with every sentence, so one string is kept and reused.
   */
  private readonly stations = new Map<number, string>();

  clear(): void {
    this.time = Number.NaN;
    this.source = 0;
    this.station = null;
    this.group = -1;
  }

  /**
   * Adds the values of the block at `start` (its first backslash); several blocks may follow each other.
   * @returns the index after its last backslash; −1 for a block without an end or with a wrong checksum, whose values
   * are ignored
   */
  read(bytes: Uint8Array, start: number, end: number): number {
    let sum = 0;
    let star = start + 1;
    for (; star < end; star += 1) {
      const byte = bytes[star] as number;
      if (byte === STAR) break;
      if (byte === BACKSLASH) return -1;
      sum ^= byte;
    }
    if (!isChecksum(sum, bytes, star + 1, end) || bytes[star + 3] !== BACKSLASH || star + 3 >= end) return -1;
    for (let at = start + 1; at < star; ) {
      let next = at;
      while (next < star && bytes[next] !== COMMA) next += 1;
      if (bytes[at + 1] === COLON) this.readField(bytes[at] as number, bytes, at + 2, next);
      at = next + 1;
    }
    return star + 4;
  }

  private readField(key: number, bytes: Uint8Array, start: number, end: number): void {
    if (key === 99)
      this.time = epochOf(bytes, start, end); // c
    else if (key === 115) {
      this.source = hashOf(bytes, start, end); // s
      this.station = this.stationOf(this.source, bytes, start, end);
    } else if (key === 103) this.group = groupOf(bytes, start, end); // g
  }

  private stationOf(hash: number, bytes: Uint8Array, start: number, end: number): string | null {
    const known = this.stations.get(hash);
    if (known !== undefined && isText(known, bytes, start, end)) return known;
    if (end - start > MAX_STATION_LENGTH) return null;
    const name = String.fromCharCode(...bytes.subarray(start, end));
    if (!stationPattern.test(name)) return null;
    if (this.stations.size < MAX_STATIONS) this.stations.set(hash, name);
    return name;
  }
}

/**
 * Parses a Unix time in seconds (with or without decimals), milliseconds, microseconds or nanoseconds, distinguished by
 * magnitude.
 * @returns ms; NaN for other texts
 */
export function epochOf(bytes: Uint8Array, start: number, end: number): number {
  let [value, scale] = [0, 0];
  if (end <= start || end - start > 24) return Number.NaN;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === DOT && scale === 0 && at > start) scale = 1;
    else if (byte >= 48 && byte <= 57) {
      if (scale > 0) scale /= 10;
      value = scale > 0 ? value + (byte - 48) * scale : value * 10 + byte - 48;
    } else return Number.NaN;
  }
  if (value < 1e11) return Math.round(value * 1000);
  if (value < 1e14) return Math.round(value);
  return Math.round(value < 1e17 ? value / 1e3 : value / 1e6);
}

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

/** FNV-1a hash; never 0, which means that there is no name. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0 || 1;
}

/** Parses the last number of a group such as `1-2-1234` or `1G2:1234`. */
function groupOf(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] as number) >= 48 && (bytes[at - 1] as number) <= 57) at -= 1;
  if (at === start || at === end || end - at > 15) return -1;
  let group = 0;
  for (; at < end; at += 1) group = group * 10 + (bytes[at] as number) - 48;
  return group;
}
