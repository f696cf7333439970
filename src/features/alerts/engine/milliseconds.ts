import { SECOND_MS } from '../../../time/durations.js';

/** Converts seconds to whole milliseconds: with a fraction, a wait could end just before or after its timer. */
export const milliseconds = (seconds: number): number => Math.round(seconds * SECOND_MS);
