import { setImmediate } from 'node:timers/promises';

/** How long everything else waits at a time (ms), unless one step takes longer. */
const SLICE_MS = 10;

/** Work that is done in steps, done at once. */
export function atOnce<Value>(steps: Iterator<unknown, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Work that is done in steps, done a few milliseconds at a time: between them everything else has its turn.
 * @returns undefined when the signal was aborted before the end
 */
export async function inSlices<Value>(steps: Iterator<unknown, Value>, signal: AbortSignal): Promise<Value | undefined> {
  for (;;) {
    await setImmediate();
    if (signal.aborted) return undefined;
    for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}
