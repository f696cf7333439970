// The loop of every thread of a ThreadPool: one call after another.
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
    // Bytes are handed over; a buffer that is part of a larger one is copied.
    const isWhole = output instanceof Uint8Array && output.byteLength === output.buffer.byteLength;
    send({ output }, isWhole ? [output.buffer as ArrayBuffer] : []);
  } catch (error) {
    send({ error });
  }
});
