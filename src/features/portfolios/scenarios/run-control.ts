/**
 * Memory that a simulation in a thread shares with the event loop: a flag to stop, and the finished fraction (in
 * millionths).
 */
export type RunControl = Int32Array<SharedArrayBuffer>;

const STOP = 0;
const DONE = 1;
const WHOLE = 1_000_000;

/** Thrown by a simulation that was stopped. */
export class RunStopped extends Error {
  constructor() {
    super('The simulation was stopped');
  }
}

export const newRunControl = (): RunControl => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Asks the simulation to stop at its next check. */
export function stopRun(control: RunControl): void {
  Atomics.store(control, STOP, 1);
}

/** Returns the fraction of the work that is done, from 0 to 1. */
export const fractionDone = (control: RunControl): number => Atomics.load(control, DONE) / WHOLE;

/** Stores the finished fraction. @throws RunStopped when the simulation should stop */
export function reachFraction(control: RunControl, fraction: number): void {
  if (Atomics.load(control, STOP) === 1) throw new RunStopped();
  Atomics.store(control, DONE, Math.floor(fraction * WHOLE));
}
