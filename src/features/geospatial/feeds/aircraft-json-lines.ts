import { readAircraftJson } from '../adsb/aircraft-json.js';
import type { AircraftReport } from '../observation.js';

const [NEWLINE, QUOTE, BACKSLASH, OPEN, CLOSE] = [0x0a, 0x22, 0x5c, 0x7b, 0x7d];
/** Maximum size of a response (bytes); longer ones are skipped. */
const MAX_BYTES = 16_777_216;
/** `now` is in milliseconds from this value on (v2 APIs), and in seconds below (aircraft.json). */
const MILLISECONDS_FROM = 100_000_000_000;
/** The start of a response; single aircraft start differently. */
const beginning = /^\{\s*"now"/;

export interface AircraftJsonLinesOptions {
  provider: string;
  now(): number;
  take(report: AircraftReport): void;
  /** Returns the time (ms) that replaces the recorded one. Default: the recorded time. */
  timeOf?(recordedMs: number): number;
}

/**
 * Reads consecutive JSON objects of a receiver (responses or single aircraft), each on one or several lines. An object
 * ends with its closing brace; an incomplete one is skipped when the next object starts.
 */
export class AircraftJsonLines {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;
  private depth = 0;
  private inText = false;
  private escaped = false;
  private previous = NEWLINE;
  private left = 0;

  constructor(private readonly options: AircraftJsonLinesOptions) {}

  /** Number of responses or aircraft skipped so far. */
  skipped(): number {
    return this.left;
  }

  /** Equal to `skipped`, because an aircraft is skipped as a whole. */
  lost(): number {
    return this.left;
  }

  /** Reads a chunk of a stream. @returns the number of reports it completed */
  write(chunk: Uint8Array): number {
    let reports = 0;
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === OPEN && this.previous === NEWLINE && this.depth > 0 && beginsAnswer(chunk, at)) this.drop();
      this.previous = byte;
      if (this.depth === 0) from = at; // text between objects is ignored
      if (!this.step(byte)) continue;
      reports += this.take(chunk.subarray(from, at + 1));
      from = at + 1;
    }
    if (this.depth > 0) this.keep(chunk.subarray(from));
    return reports;
  }

  /** Ends reading; an incomplete object is skipped. */
  end(): number {
    if (this.depth > 0) this.drop();
    return 0;
  }

  /** Processes one byte. @returns true if it ends an object */
  private step(byte: number): boolean {
    if (this.inText) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.inText = false;
    } else if (byte === QUOTE) this.inText = this.depth > 0;
    else if (byte === OPEN) this.depth += 1;
    else if (byte === CLOSE && this.depth > 0) {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }

  private keep(piece: Uint8Array): void {
    this.bytes += piece.length;
    if (this.bytes > MAX_BYTES) this.drop();
    else this.pieces.push(Buffer.from(piece));
  }

  private drop(): void {
    this.left += 1;
    this.forget();
  }

  private forget(): void {
    this.pieces.length = 0;
    this.bytes = 0;
    this.depth = 0;
    this.inText = false;
    this.escaped = false;
  }

  private take(last: Uint8Array): number {
    const text = Buffer.concat([...this.pieces, last]).toString('utf8');
    this.forget();
    const body = parsed(text);
    if (body === undefined) {
      this.left += 1;
      return 0;
    }
    const { provider, now, take } = this.options;
    const answer = 'hex' in body ? { now: (body as { now?: unknown }).now, aircraft: [body] } : body;
    const receivedAt = now();
    const { body: shifted, at } = this.shifted(answer);
    // The newest responses of a recording that is read faster than it was recorded: their order is known, but not their
    // times.
    const isTimedOnArrival = (at !== undefined && at >= receivedAt) || undefined;
    const { reports, skipped } = readAircraftJson(shifted, { provider, receivedAt, isTimedOnArrival });
    for (const report of reports) take(report);
    this.left += skipped;
    return reports.length;
  }

  /**
   * Replaces the time of a response by the shifted one.
   * @returns the response, and the shifted time (ms) if there is one
   */
  private shifted(body: object): { body: object; at?: number } {
    const { timeOf } = this.options;
    const recorded = (body as { now?: unknown }).now;
    if (timeOf === undefined || typeof recorded !== 'number') return { body };
    const at = timeOf(recorded >= MILLISECONDS_FROM ? recorded : recorded * 1000);
    return { body: { ...body, now: recorded >= MILLISECONDS_FROM ? at : at / 1000 }, at };
  }
}

const beginsAnswer = (chunk: Uint8Array, at: number): boolean =>
  beginning.test(Buffer.from(chunk.subarray(at, at + 16)).toString('latin1'));

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
