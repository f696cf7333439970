import type { Readable } from 'node:stream';
import type { ByteSource } from './byte-source.js';
import { readStream } from './read-stream.js';

/** What is piped into this process. Its end is final. */
export function stdinSource(stream?: Readable): ByteSource {
  return {
    endsForGood: true,
    stallMs: Number.POSITIVE_INFINITY,
    read: (signal, open) => readStream(stream ?? process.stdin, signal, open()),
  };
}
