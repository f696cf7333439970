import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
// The main loop of every thread of a ThreadPool, which handles one call after another.
import { parentPort } from 'node:worker_threads';
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

/**
 * Gives the calling thread a lower priority than the rest of the process, so that the event loop runs first when there
 * are more threads than processors. Only Linux schedules each thread by its own value, with the thread's id in place of
 * a process id (`man 2 setpriority`); elsewhere nothing changes.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  // The link's target is "<process id>/task/<thread id>".
  const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(threadId, Math.max(getPriority(threadId), constants.priority.PRIORITY_BELOW_NORMAL));
}
