import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import { pause } from '../supervisor/abortable-delay.js';
import type { ByteSink, ByteSource } from './byte-source.js';
import { byRate, byRecordedTime, type Pace, unpaced } from './pace.js';

export interface FileParts {
  clock: Clock;
  timers: Timers;
  /** Returns the time at which a line was recorded (ms); undefined for a line without a time. */
  timeOf(line: Buffer): number | undefined;
}

export interface FileLine {
  path: string;
  /** Playback rate in lines per second. */
  rate?: number;
  /** Playback speed, as a factor of the recorded one. */
  speed?: number;
  loop: boolean;
}

/** Minimum time (ms) between two starts of a repeated recording. */
const MIN_TURN_MS = 20;
const MAX_RATE = 1_000_000;
const MAX_SPEED = 10_000;

/**
 * Parses a line such as `file:path?rate=1000&loop=true`.
 * @throws Error with a sentence for the operator
 */
export function readFileLine(line: string): FileLine {
  const [, name = '', query = ''] = /^file:(?:\/\/(?=\/))?(.*?)(?:\?(.*))?$/s.exec(line) ?? [];
  if (name === '') throw new Error('must name a file, as in file:recordings/ships.nmea?rate=1000');
  const given = new URLSearchParams(query);
  for (const key of given.keys())
    if (!['rate', 'speed', 'loop'].includes(key))
      throw new Error('knows only rate, speed and loop after the name of a file');
  const number = (key: string, max: number) => {
    const text = given.get(key);
    if (text === null) return undefined;
    const value = Number(text);
    if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text) || value <= 0 || value > max)
      throw new Error(`must have a ${key} above 0 and up to ${max}`);
    return value;
  };
  const rate = number('rate', MAX_RATE);
  const speed = number('speed', MAX_SPEED);
  const loop = given.get('loop') ?? 'false';
  if (rate !== undefined && speed !== undefined) throw new Error('may have a rate or a speed, not both');
  if (!['true', 'false'].includes(loop)) throw new Error('must have true or false for loop');
  if (loop === 'true' && rate === undefined && speed === undefined)
    throw new Error('needs a rate or a speed to be repeated');
  return { path: name, rate, speed, loop: loop === 'true' };
}

/** Reads a recording once or repeatedly; a file whose name ends in `.gz` is decompressed. Its end is final. */
export function fileSource({ path, rate, speed, loop }: FileLine, parts: FileParts): ByteSource {
  return {
    endsForGood: true,
    // A recording may have gaps, and files do not hang.
    stallMs: Number.POSITIVE_INFINITY,
    async read(signal, open) {
      do {
        const pace =
          rate !== undefined ? byRate(rate, parts) : speed !== undefined ? byRecordedTime(speed, parts) : unpaced();
        const startedAt = parts.clock.now();
        await readOnce(path, signal, open(), pace);
        // A file without lines, or without times, would otherwise be read repeatedly without a pause.
        if (loop && parts.clock.now() - startedAt < MIN_TURN_MS) await pause(parts.timers, MIN_TURN_MS, signal);
      } while (loop && !signal.aborted);
    },
  };
}

async function readOnce(path: string, signal: AbortSignal, sink: ByteSink, pace: Pace): Promise<void> {
  const file = createReadStream(path);
  const stream: Readable = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    // Leaving the loop destroys the stream.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await pace.write(chunk, sink, signal);
      if (signal.aborted) return;
    }
    await pace.end(sink, signal);
  } finally {
    file.destroy();
    sink.flush();
  }
}
