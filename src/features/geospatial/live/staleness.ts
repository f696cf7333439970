import type { Layer } from '../layer.js';

/**
 * Silent for so long (ms), what is known is not up to date. What a ship sends at the least when she lies at anchor is a report in three
 * minutes, of which three were missed; an aircraft in the air sends several times a second, and those
 * who gather it tell it every few seconds.
 */
export const STALE_AFTER_MS: Readonly<Record<Layer, number>> = { vessels: 600_000, aircraft: 60_000 };
