import { LineSplitter, type LineTaker } from '../ais/line-splitter.js';
import { keyOf } from '../layer.js';
import type { AircraftReport } from '../observation.js';
import { callsignOf, directionOf, feetOf, knotsOf, placeOf, squawkOf, verticalRateOf } from './aircraft-words.js';
import { emergencyOfSquawk } from './emergency-of-squawk.js';

export interface SbsReaderOptions {
  /** The provider that every report gets. */
  provider: string;
  /** Returns the current time (ms). */
  now(): number;
  take(report: AircraftReport): void;
}

/** Reasons for skipping a line; `value` is the reason for skipping one field of a line. */
export const sbsFaults = ['length', 'no_start', 'fields', 'address', 'value'] as const;
export type SbsFault = (typeof sbsFaults)[number];

/** Minimum and maximum length of a line in readsb (net_io.c); other lines are invalid. */
const LENGTH = [20, 199] as const;
const FIELDS = 22;

const otherTypes: ReadonlySet<string> = new Set(['SEL', 'ID', 'AIR', 'STA', 'CLK']);
/** Values of the ground flag: servers write true as -1 or 1. */
const groundFlags: ReadonlyMap<string, boolean> = new Map([
  ['-1', true],
  ['1', true],
  ['0', false],
]);

/**
 * Reads BaseStation lines (SBS-1, port 30003) from chunks of any size. Each line has some fields of an aircraft (a
 * position, a speed or a squawk), which live state merges. Never throws, and buffers at most one line. Format:
 * http://woodair.net/sbs/article/barebones42_socket_data.htm
 */
export class SbsReader implements LineTaker {
  readonly counts: Record<SbsFault, number> = { length: 0, no_start: 0, fields: 0, address: 0, value: 0 };
  /** Number of lines with a report. */
  messages = 0;
  /** Number of empty lines, which keep the connection alive, and of lines whose type has no data of an aircraft. */
  passed = 0;
  private readonly splitter = new LineSplitter(this);

  constructor(private readonly options: SbsReaderOptions) {}

  /** Reads a chunk of a stream, which may end anywhere in a line. @returns the number of reports it completed */
  write(chunk: Uint8Array): number {
    const before = this.messages;
    this.splitter.write(chunk);
    return this.messages - before;
  }

  /** Reads the last line, which may lack a line end. @returns the number of reports it completed */
  end(): number {
    const before = this.messages;
    this.splitter.end();
    return this.messages - before;
  }

  /** Reads one line; called by the splitter. */
  line(bytes: Uint8Array, start: number, end: number): void {
    if (end === start) {
      this.passed += 1;
      return;
    }
    if (end - start > LENGTH[1]) {
      this.counts.length += 1;
      return;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
      .toString('latin1')
      .trim();
    const fields = text.split(',');
    const type = fields[0] as string;
    if (text === '' || otherTypes.has(type)) this.passed += 1;
    else if (type !== 'MSG') this.counts.no_start += 1;
    else if (text.length < LENGTH[0]) this.counts.length += 1;
    else if (fields.length < FIELDS || !/^[1-8]$/.test(fields[1] as string)) this.counts.fields += 1;
    else this.message(fields);
  }

  /** Counts a line that is too long; called by the splitter. */
  tooLong(): void {
    this.counts.length += 1;
  }

  private message(fields: readonly string[]): void {
    const key = keyOf('aircraft', fields[4] as string);
    if (key === undefined || key === 0) {
      this.counts.address += 1;
      return;
    }
    this.messages += 1;
    const now = this.options.now();
    // The times in the lines are not used: they are local times of an unknown zone.
    this.options.take({
      key,
      provider: this.options.provider,
      receivedAt: now,
      observedAt: now,
      isTimedOnArrival: true,
      ...this.contents(fields),
    });
  }

  private contents(fields: readonly string[]): Partial<AircraftReport> {
    const [callsign, altitude, speed, track, lat, lon, rate, squawk] = fields.slice(10, 18) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const read = <Value>(text: string, value: Value | undefined): Value | undefined => {
      if (value === undefined && text.trim() !== '') this.counts.value += 1;
      return value;
    };
    const code = squawk === '0000' ? undefined : read(squawk, squawkOf(squawk));
    const onGround = groundFlags.get(fields[21] as string);
    const feet = read(altitude, feetOf(numberOf(altitude)));
    return {
      ...read(lat + lon, placeOf(numberOf(lat), numberOf(lon))),
      callsign: read(callsign, callsignOf(callsign)),
      altitudeFeet: onGround === true && feet === undefined ? null : feet,
      groundSpeedKnots: read(speed, knotsOf(numberOf(speed))),
      trackDegrees: read(track, directionOf(numberOf(track))),
      verticalRateFpm: read(rate, verticalRateOf(numberOf(rate))),
      squawk: code,
      // The emergency flag is not used: some servers write other values there, and the squawk has the same information.
      emergency: code === undefined ? undefined : (emergencyOfSquawk[code] ?? 'none'),
      onGround,
    };
  }
}

/** Parses a plain decimal; undefined for `0x10`, `1e3` and an empty field. */
const numberOf = (text: string): number | undefined =>
  /^ *[+-]?\d{1,7}(?:\.\d{1,9})? *$/.test(text) ? Number(text) : undefined;
