import { SECOND_MS } from '../../../time/durations.js';

/** Whole milliseconds: a fraction would make a wait end just before or after its timer. */
export const milliseconds = (seconds: number): number => Math.round(seconds * SECOND_MS);
