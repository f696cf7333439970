import type { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import { significance } from './significance.js';

/** How long (ms) an object without a report stays in the live picture. */
export const ttlMs = (config: GeospatialConfig, layer: Layer): number => (layer === 'vessels' ? config.vesselTtlMs : config.aircraftTtlMs);

/**
 * How long (ms) after a point of its track nothing is known of an object any more. As long as in the live picture, but longer than points of
 * what lies still are apart.
 */
export const silenceMs = (config: GeospatialConfig, layer: Layer): number => Math.max(ttlMs(config, layer), significance[layer].stillMs * 1.5);
