import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosProxy } from './chaos-proxy.js';

/** Faults of the connections to a store. A fault without `end` is over when new connections work. */
export const faults: ReadonlyArray<{
  name: string;
  begin(proxy: ChaosProxy): void | Promise<void>;
  end?(proxy: ChaosProxy): void | Promise<void>;
}> = [
  { name: 'black hole, both directions', begin: (proxy) => proxy.blackHole() },
  { name: 'black hole, questions alone', begin: (proxy) => proxy.blackHole('questions') },
  { name: 'black hole, answers alone', begin: (proxy) => proxy.blackHole('answers') },
  { name: 'half open', begin: (proxy) => proxy.halfOpen() },
  { name: 'random bytes', begin: (proxy) => proxy.garble(), end: (proxy) => proxy.resume() },
  { name: 'byte by byte', begin: (proxy) => proxy.drip(), end: (proxy) => proxy.resume() },
  { name: 'refused', begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.accept() },
  { name: 'reset in mid-answer', begin: (proxy) => proxy.cutAnswers(), end: (proxy) => proxy.resume() },
  { name: 'accepted, never answered', begin: (proxy) => proxy.stall(), end: (proxy) => proxy.resume() },
];

/** Maximum time of recovery (ms) after the end of the fault; for a fault without an end, after its beginning. */
export const RECOVERY_LIMIT_MS = 5_000;

/** Duration of a fault that has an end (ms); longer than the service waits for a response. */
const FAULT_MS = 3_000;

const STEP_MS = 25;

export interface Recovery {
  fault: string;
  /** Time until each caller got a good response (ms). Only time in which this process could run is counted. */
  recoveredMs: number;
  /** Failures that were not recognized as an outage. */
  wrong: unknown[];
}

/**
 * Starts a fault while many callers call continuously, and measures the time until each gets a good response again.
 * @param ask makes one call; rejects without a good response
 * @param isOutage returns whether an error was recognized as an outage
 */
export async function recoveryFrom(
  fault: (typeof faults)[number],
  proxy: ChaosProxy,
  {
    callers,
    ask,
    isOutage,
  }: { callers: number; ask: (caller: number) => Promise<unknown>; isOutage: (error: unknown) => boolean },
): Promise<Recovery> {
  const wrong: unknown[] = [];
  await fault.begin(proxy);
  let passedMs = 0;
  const timer = setInterval(() => {
    passedMs += STEP_MS;
  }, STEP_MS);
  if (fault.end) {
    let isOver = false;
    const under = Array.from({ length: callers }, async (_, caller) => {
      while (!isOver) {
        await ask(caller).catch((error: unknown) => isOutage(error) || wrong.push(error));
        await wait(50);
      }
    });
    while (passedMs < FAULT_MS) await wait(STEP_MS);
    await fault.end(proxy);
    isOver = true;
    passedMs = 0;
    // Calls that began during the fault may still wait for its end, which counts as recovery time.
    await Promise.all(under);
  }
  const recovered = async (caller: number) => {
    for (;;) {
      try {
        await ask(caller);
        return;
      } catch (error) {
        if (!isOutage(error)) wrong.push(error);
        if (passedMs > 4 * RECOVERY_LIMIT_MS) return;
        await wait(50);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => recovered(caller)));
  const recoveredMs = passedMs;
  clearInterval(timer);
  return { fault: fault.name, recoveredMs, wrong };
}
