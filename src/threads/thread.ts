// The main loop of every thread of a ThreadPool, which handles one call after another.
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from './lower-priority.js';
import type { ThreadAnswer, ThreadCall } from './thread-call.js';

const port = parentPort!;
const send = (answer: ThreadAnswer, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

lowerPriority();
port.on('message', async ({ module, name, input }: ThreadCall) => {
  try {
    const run = ((await import(module)) as Record<string, (input: unknown) => unknown>)[name] as (
      input: unknown,
    ) => unknown;
    const output = await run(input);
    send({ output }, buffersOf(output));
  } catch (error) {
    send({ error });
  }
});

/**
 * Returns the buffers to transfer instead of copying: buffers of an output that is a Uint8Array, or of its members that
 * are Uint8Arrays or lists of them. A view of a part of a buffer is copied.
 */
function buffersOf(output: unknown): ArrayBuffer[] {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return [];
  const parts = output instanceof Uint8Array ? [output] : Object.values(output).flat();
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.byteLength === part.buffer.byteLength ? [part.buffer as ArrayBuffer] : [],
  );
}
