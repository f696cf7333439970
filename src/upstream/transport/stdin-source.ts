import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { ByteSource } from './byte-source.js';
import { readStream } from './read-stream.js';

/**
 * Reads the standard input of the process. Its end is final. After an abort it stays open, because it cannot be
 * reopened: the writer waits, and the next read continues.
 */
export function stdinSource(stream?: Readable): ByteSource {
  return {
    endsForGood: true,
    stallMs: Number.POSITIVE_INFINITY,
    read: (signal, open) => readOn(stream ?? process.stdin, signal, open()),
  };
}

async function readOn(stream: Readable, signal: AbortSignal, sink: Parameters<typeof readStream>[2]): Promise<void> {
  if (stream.readableEnded || stream.destroyed || signal.aborted) return;
  const part = new PassThrough();
  const over = new AbortController();
  // Handles a close without an end; `pipe` forwards only the end.
  once(stream, 'close', { signal: over.signal }).then(
    () => part.end(),
    (error: Error) => part.destroy(error),
  );
  stream.pipe(part);
  try {
    await readStream(part, signal, sink);
  } finally {
    stream.unpipe(part);
    over.abort();
  }
}
