import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { ByteSource } from './byte-source.js';
import { readStream } from './read-stream.js';

/**
 * What is piped into this process. Its end is final. One that is aborted leaves it open, as nobody can open it again: whoever writes to it
 * waits, and the next read goes on with what comes.
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
  // Whatever it ends with but its end, which `pipe` hands on.
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
