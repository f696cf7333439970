import { DAY_MS } from '../../../time/durations.js';
import type { VesselReport } from '../observation.js';
import { AisCounts, type AisFault } from './ais-counts.js';
import { type CatcherEntry, type CatcherJson, readCatcherJson, readCatcherValue } from './catcher-json.js';
import { decodeMessage, isWhole, mmsiOf } from './decode-message.js';
import { Fragments } from './fragments.js';
import { readJsonMessage } from './json-message.js';
import { LineSplitter, type LineTaker } from './line-splitter.js';
import { prefixTime, sentenceStart, suffixTime } from './recorded-time.js';
import { Sentence } from './sentence.js';
import { SixBits } from './six-bit.js';
import { TagBlock } from './tag-block.js';
import { isDecoded, newReport } from './vessel-report.js';

export interface AisReaderOptions {
  /** The provider that every report gets. */
  provider: string;
  /** Returns the current time (ms). */
  now(): number;
  take(report: VesselReport): void;
  /**
   * Shifts a recorded time (ms) to now, for recordings that are replayed. Default: the time that a tag block, a logger
   * or a receiver has added to a message is used, unless it is more than a minute ahead or more than 24 hours old; then
   * the time of arrival is used, since a live feed with such times has a wrong clock.
   */
  timeOf?(recordedMs: number): number;
}

const MAX_AGE_MS = DAY_MS;
const MAX_AHEAD_MS = 60_000;

const BANG = 33;
const DOLLAR = 36;
const BACKSLASH = 92;
const BRACE = 123;

/**
 * Reads AIS data of receivers: NMEA 0183 lines (AIVDM, AIVDO) with or without tag blocks, and JSON of AIS-catcher.
 * Never throws, and buffers at most one line and some parts of messages.
 *
 * The UTC second of a position in the messages is not used: it needs a clock that is accurate to the second.
 */
export class AisReader implements LineTaker {
  readonly counts = new AisCounts();
  private readonly splitter = new LineSplitter(this);
  private readonly sentence = new Sentence();
  private readonly tag = new TagBlock();
  private readonly bits = new SixBits();
  private readonly fragments = new Fragments();

  constructor(private readonly options: AisReaderOptions) {}

  /** Number of messages that wait for further parts. */
  get pending(): number {
    return this.fragments.size;
  }

  /** Reads a chunk of a stream, which may end anywhere in a line. @returns the number of messages it completed */
  write(chunk: Uint8Array): number {
    const before = this.counts.messages;
    this.splitter.write(chunk);
    return this.counts.messages - before;
  }

  /**
   * Processes an unterminated last line, at the end of a datagram or stream. Incomplete messages stay buffered, since
   * their parts may come in separate datagrams.
   * @returns the number of messages completed
   */
  end(): number {
    const before = this.counts.messages;
    this.splitter.end();
    return this.counts.messages - before;
  }

  /** Reads a complete HTTP body: lines, or JSON over several lines. @returns the number of messages in it */
  body(bytes: Uint8Array): number {
    const before = this.counts.messages;
    const start = bytes.findIndex((byte) => byte > 32);
    const json =
      bytes[start] === BRACE || bytes[start] === 91 ? readCatcherJson(bytes, start, bytes.length) : undefined;
    if (json === undefined) return this.write(bytes) + this.end();
    this.takeJson(json);
    return this.counts.messages - before;
  }

  /**
   * Reads a complete body of parsed JSON; a body in another format than AIS-catcher's is counted as one line with a
   * fault.
   */
  parsedBody(value: unknown): void {
    const json = readCatcherValue(value);
    if (json !== undefined) this.takeJson(json);
    else {
      this.counts.lines += 1;
      this.counts.faults.json += 1;
    }
  }

  /** Reads one line; called by the splitter. */
  line(bytes: Uint8Array, start: number, end: number): void {
    const { counts } = this;
    counts.lines += 1;
    let from = start;
    while (from < end && (bytes[from] as number) <= 32) from += 1;
    if (from === end) {
      counts.blank += 1;
      return;
    }
    if (bytes[from] === BRACE) {
      const json = readCatcherJson(bytes, from, end);
      if (json === undefined) counts.faults.json += 1;
      else {
        counts.complete += 1;
        this.takeEntries(json.entries);
      }
      return;
    }
    this.note(this.readLine(bytes, from, end, Number.NaN));
  }

  /** Counts a line that is too long; called by the splitter. */
  tooLong(): void {
    this.counts.lines += 1;
    this.counts.faults.too_long += 1;
  }

  private note(outcome: AisFault | 'complete' | 'waiting'): void {
    const { counts } = this;
    if (outcome === 'complete') counts.complete += 1;
    else if (outcome === 'waiting') counts.parts += 1;
    else counts.faults[outcome] += 1;
  }

  /** @param receivedAt time of the line (ms) if it does not contain one, or NaN */
  private readLine(
    bytes: Uint8Array,
    start: number,
    end: number,
    receivedAt: number,
  ): AisFault | 'complete' | 'waiting' {
    const { tag } = this;
    tag.clear();
    let at = start;
    if (bytes[at] === DOLLAR) {
      // On a boat's network a line end may get lost, and an AIS sentence then follows in the same line.
      at = sentenceStart(bytes, start, end);
      if (at < 0) return 'other_sentence';
    } else if (bytes[at] !== BANG) {
      at = this.readPrefix(bytes, start, end);
      if (at < 0) return 'no_start';
    }
    const fault = this.sentence.read(bytes, at, end);
    if (fault !== undefined) return fault;
    if (Number.isNaN(tag.time) && this.sentence.end < end) tag.time = suffixTime(bytes, this.sentence.end, end);
    if (Number.isNaN(tag.time)) tag.time = receivedAt;
    return this.takeSentence(bytes);
  }

  /** Reads the tag blocks and the time of a logger before a sentence. @returns the start of the sentence, or −1 */
  private readPrefix(bytes: Uint8Array, start: number, end: number): number {
    const { tag, counts } = this;
    let at = start;
    while (at < end && bytes[at] !== BANG && bytes[at] !== BACKSLASH) at += 1;
    const before = at > start ? prefixTime(bytes, start, at) : Number.NaN;
    while (at < end && bytes[at] === BACKSLASH) {
      const next = tag.read(bytes, at, end);
      if (next < 0) {
        tag.clear();
        counts.faults.tag_block += 1;
        break;
      }
      at = next;
    }
    if (Number.isNaN(tag.time)) tag.time = before;
    return sentenceStart(bytes, at, end);
  }

  /** Decodes a valid sentence and takes its report when the message is complete. */
  private takeSentence(bytes: Uint8Array): AisFault | 'complete' | 'waiting' {
    const { sentence, bits, tag, fragments, counts } = this;
    if (sentence.total === 1) {
      bits.clear();
      if (!bits.append(bytes, sentence.payloadStart, sentence.payloadEnd)) return 'payload';
      bits.close(sentence.fill);
      this.takeBits(tag.time, tag.station);
      return 'complete';
    }
    const state = fragments.add(sentence, tag, bytes, this.options.now(), bits);
    counts.faults.fragment_lost = fragments.lost;
    if (state === 'complete') this.takeBits(fragments.time, fragments.station);
    return state;
  }

  private takeBits(recordedAt: number, station: string | null): void {
    const { counts, bits } = this;
    if (!isWhole(bits)) {
      counts.faults.length += 1;
      return;
    }
    const report = this.reportOf(bits.symbols[0] as number, mmsiOf(bits), recordedAt);
    if (report === undefined || !decodeMessage(bits, report)) return;
    if (station !== null) report.sourceStation = station;
    this.take(report);
  }

  /**
   * Counts a message.
   * @returns a report with its sender and time only; undefined for a type that is not decoded and for an invalid MMSI
   */
  private reportOf(type: number, mmsi: number, recordedAt: number): VesselReport | undefined {
    const { counts, options } = this;
    counts.messages += 1;
    (counts.byType[type] as number) += 1;
    if (!isDecoded(type)) return undefined;
    const now = options.now();
    const report = newReport(type, mmsi, options.provider, this.timeOf(recordedAt, now), now);
    if (report === undefined) counts.faults.mmsi += 1;
    return report;
  }

  private take(report: VesselReport): void {
    this.counts.reports += 1;
    this.options.take(report);
  }

  private takeJson({ entries, messages }: CatcherJson): void {
    this.counts.lines += messages;
    this.counts.complete += messages;
    this.takeEntries(entries);
  }

  private takeEntries(entries: readonly CatcherEntry[]): void {
    for (const entry of entries) {
      if ('bytes' in entry) {
        const outcome = this.readLine(entry.bytes, 0, entry.bytes.length, entry.recordedAt);
        if (outcome !== 'complete' && outcome !== 'waiting') this.counts.faults.entry += 1;
      } else {
        const report = this.reportOf(entry.type, entry.mmsi, entry.recordedAt);
        if (report !== undefined && readJsonMessage(entry.type, entry.message, report)) this.take(report);
      }
    }
  }

  /** Returns the time at which a message was observed (ms); NaN if only its arrival is known. */
  private timeOf(recordedAt: number, now: number): number {
    const { timeOf } = this.options;
    if (Number.isNaN(recordedAt)) return Number.NaN;
    const time = timeOf ? timeOf(recordedAt) : recordedAt;
    // The newest messages of a recording that is read faster than it was recorded: their order is known, but not their
    // times.
    if (timeOf && time >= now) return Number.NaN;
    return time <= now + MAX_AHEAD_MS && now - time <= MAX_AGE_MS ? time : Number.NaN;
  }
}
