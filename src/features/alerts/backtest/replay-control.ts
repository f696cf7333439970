import { SECOND_MS } from '../../../time/durations.js';

/**
 * Memory that a replay in a thread shares with the event loop: whether it is to stop, and how far it is (seconds since
 * the start of the range).
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

/** Ends the replay at one of its next observations. */
export function stopReplay(control: ReplayControl): void {
  Atomics.store(control, STOP, 1);
}

/** Returns the evaluated part of the range (ms). */
export const reachedMs = (control: ReplayControl): number => Atomics.load(control, REACHED) * SECOND_MS;

/** @throws ReplayStopped */
export function reach(control: ReplayControl, ms: number): void {
  if (Atomics.load(control, STOP) === 1) throw new ReplayStopped();
  Atomics.store(control, REACHED, Math.floor(ms / SECOND_MS));
}
