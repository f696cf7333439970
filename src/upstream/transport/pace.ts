import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import { pause } from '../supervisor/abortable-delay.js';
import { badAnswer } from '../upstream-error.js';
import type { ByteSink } from './byte-source.js';

/** Delivers the data of a recording at a pace. Preserves order and content. */
export interface Pace {
  write(chunk: Buffer, sink: ByteSink, signal: AbortSignal): Promise<void>;
  /** Delivers the rest at the end of the recording. */
  end(sink: ByteSink, signal: AbortSignal): Promise<void>;
}

const NEWLINE = 0x0a;
/** Shortest pause (ms); the lines due between two pauses are delivered together. */
const TICK_MS = 20;
/** At a constant rate, at most the lines of this time (ms) are delivered at once to catch up after a busy process. */
const CATCH_UP_MS = 250;
/** A line longer than this (bytes) is delivered in pieces. */
const MAX_LINE_BYTES = 4_194_304;
/**
 * A recording with more consecutive lines, or with more bytes at its start, without a time cannot be played by its
 * times.
 */
const MAX_UNTIMED_LINES = 5_000;
const MAX_UNTIMED_BYTES = 16_777_216;

/** Delivers as fast as the sink takes the data, while the event loop gets its turns. */
export const unpaced = (): Pace => ({
  async write(chunk, sink) {
    sink.write(chunk);
    await setImmediate();
  },
  end: async () => {},
});

/** Delivers at a constant rate in lines per second. */
export function byRate(linesPerSecond: number, { clock, timers }: { clock: Clock; timers: Timers }): Pace {
  let lines = 1;
  let countedAt = clock.now();
  const earn = (pausedMs: number) => {
    const elapsed = Math.min(Math.max(clock.now() - countedAt, 0), pausedMs + CATCH_UP_MS);
    countedAt = clock.now();
    lines += (elapsed * linesPerSecond) / 1000;
  };
  return {
    async write(chunk, sink, signal) {
      let from = 0;
      while (from < chunk.length && !signal.aborted) {
        let to = from;
        for (; lines >= 1 && to < chunk.length; lines -= 1) to = endOfLine(chunk, to);
        if (to > from) sink.write(chunk.subarray(from, to));
        from = to;
        if (from === chunk.length) return;
        const pauseMs = Math.max(TICK_MS, ((1 - lines) * 1000) / linesPerSecond);
        await pause(timers, pauseMs, signal);
        earn(pauseMs);
      }
    },
    end: async () => {},
  };
}

/** Returns the end of the line that starts at `from`; the end of the chunk when the line continues in the next one. */
function endOfLine(chunk: Buffer, from: number): number {
  const at = chunk.indexOf(NEWLINE, from);
  return at < 0 ? chunk.length : at + 1;
}

interface RecordedParts {
  clock: Clock;
  timers: Timers;
  timeOf(line: Buffer): number | undefined;
}

/**
 * Delivers with the recorded pauses, `speed` times as fast. A line without a time follows the line before it; a line
 * recorded out of order is delivered at once. Lines before the first time wait for it.
 *
 * A recording without times fails with `bad_answer` before its first line is delivered, and so does one with a long
 * part without times: if that part were delivered at once, its vessels would jump.
 */
export function byRecordedTime(speed: number, { clock, timers, timeOf }: RecordedParts): Pace {
  let rest = Buffer.alloc(0);
  let first: { recordedAt: number; at: number } | undefined;
  let untimed = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const waitFor = (line: Buffer): number => {
    const recordedAt = timeOf(line);
    if (recordedAt === undefined) {
      untimed += 1;
      if (untimed > MAX_UNTIMED_LINES) throw withoutTimes();
      return 0;
    }
    untimed = 0;
    first ??= { recordedAt, at: clock.now() };
    return first.at + (recordedAt - first.recordedAt) / speed - clock.now();
  };
  const hold = (lines: Buffer) => {
    held.push(Buffer.from(lines));
    heldBytes += lines.length;
    if (heldBytes > MAX_UNTIMED_BYTES) throw withoutTimes();
  };
  const release = (sink: ByteSink) => {
    for (const lines of held) sink.write(lines);
    held = [];
  };
  const write = async (whole: Buffer, sink: ByteSink, signal: AbortSignal) => {
    let written = 0;
    for (let from = 0; from < whole.length && !signal.aborted; from = endOfLine(whole, from)) {
      const waitMs = waitFor(whole.subarray(from, endOfLine(whole, from)));
      if (waitMs < TICK_MS) continue;
      release(sink);
      if (from > written) sink.write(whole.subarray(written, from));
      written = from;
      await pause(timers, waitMs, signal);
    }
    if (signal.aborted) return;
    if (first === undefined) hold(whole);
    else {
      release(sink);
      if (written < whole.length) sink.write(whole.subarray(written));
    }
    await setImmediate();
  };
  return {
    async write(chunk, sink, signal) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = all.length > MAX_LINE_BYTES ? all.length : all.lastIndexOf(NEWLINE) + 1;
      rest = Buffer.from(all.subarray(end));
      await write(all.subarray(0, end), sink, signal);
    },
    async end(sink, signal) {
      await write(rest, sink, signal);
      if (!signal.aborted && first === undefined && heldBytes > 0) throw withoutTimes();
    },
  };
}

const withoutTimes = () =>
  badAnswer(
    `The recording cannot be played with a speed: it has no times, or more than ${MAX_UNTIMED_LINES} lines in a row have none. Use ?rate=, in lines per second.`,
  );
