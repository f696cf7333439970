import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosProxy } from './chaos-proxy.js';

/** Faults of the connections to a store. Where new connections work, the fault needs no end to be over. */
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

/** Limit of recovery (ms), from the end of the fault, or from its beginning where new connections work. */
export const RECOVERY_LIMIT_MS = 5_000;

/** Duration of a fault that needs an end (ms): longer than an answer is awaited. */
const FAULT_MS = 3_000;

const STEP_MS = 25;

export interface Recovery {
  fault: string;
  /** Until every one of the callers was answered well (ms), in which this process had its turns. */
  recoveredMs: number;
  /** Failures that are not known as an outage. */
  wrong: unknown[];
}

/**
 * Puts a fault on while many ask without a pause, and measures the time until each of them has a good answer again.
 * @param ask rejects when there is no good answer; @param isOutage whether a rejection is known as an outage
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
    // Calls under the fault may still wait for its end; that is part of the recovery.
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
