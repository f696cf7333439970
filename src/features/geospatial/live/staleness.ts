import type { Layer } from '../layer.js';

/**
 * Time without reports (ms) after which an object is stale. A vessel at anchor reports at least every three minutes, so
 * it has missed three reports; an aircraft reports several times a second, and aggregators every few seconds.
 */
export const STALE_AFTER_MS: Readonly<Record<Layer, number>> = { vessels: 600_000, aircraft: 60_000 };
