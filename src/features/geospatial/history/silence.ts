import type { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import { significance } from './significance.js';

/** Time (ms) without a report after which an object leaves live state. */
export const ttlMs = (config: GeospatialConfig, layer: Layer): number => (layer === 'vessels' ? config.vesselTtlMs : config.aircraftTtlMs);

/**
 * Time (ms) after a track point from which an object's position is unknown: the live window, but at least the distance between points of a
 * stationary object.
 */
export const idleTimeoutMs = (config: GeospatialConfig, layer: Layer): number => Math.max(ttlMs(config, layer), significance[layer].stillMs * 1.5);
