import { SECOND_MS } from '../../../time/durations.js';

/**
 * Memory that a replay in a worker thread shares with the event loop: a flag that stops the replay, and its progress
 * (seconds since the start of the range).
 */
export type ReplayControl = Int32Array<SharedArrayBuffer>;

const STOP = 0;
const REACHED = 1;

/** Thrown by a replay that was stopped. */
export class ReplayStopped extends Error {
  constructor() {
    super('The replay was stopped');
  }
}

export const newReplayControl = (): ReplayControl =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Makes the replay stop at one of its next checks. */
export function stopReplay(control: ReplayControl): void {
  Atomics.store(control, STOP, 1);
}

/** Returns the evaluated part of the range (ms). */
export const reachedMs = (control: ReplayControl): number => Atomics.load(control, REACHED) * SECOND_MS;

/** Stores the progress of the replay (ms since the start of the range). @throws ReplayStopped if it was stopped */
export function reach(control: ReplayControl, ms: number): void {
  if (Atomics.load(control, STOP) === 1) throw new ReplayStopped();
  Atomics.store(control, REACHED, Math.floor(ms / SECOND_MS));
}
