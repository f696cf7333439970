import { addAbortSignal, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ByteSink } from './byte-source.js';

/** Number of bytes processed before yielding, so that a flood does not delay requests. */
const TURN_BYTES = 65_536;

/**
 * Reads a stream to its end, no faster than the sink takes its bytes; the rest waits at the sender. Always destroys the
 * stream.
 * @throws the error of the stream; nothing after an abort
 */
export async function readStream(stream: Readable, signal: AbortSignal, sink: ByteSink): Promise<void> {
  addAbortSignal(signal, stream);
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (signal.aborted) return;
      sink.write(chunk);
      bytes += chunk.length;
      if (bytes < TURN_BYTES) continue;
      bytes = 0;
      await setImmediate();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    sink.flush();
  }
}
