import type { GeoEventFilter } from '../events/event-search.js';
import type { DetectedField, GeoEvent, GeoEventReport } from '../geo-event.js';

/** The type of detections that are stored as encounters instead of geo events. */
export const ENCOUNTER = 'encounter';

/** A report of the encounter detector. Reports with the same `key` are about the same encounter. */
export type EncounterReport = Omit<GeoEventReport, 'provider' | 'type'>;

/**
 * An encounter of two vessels that lie or drift together. `entities` names both vessels, and `details` has the
 * measurements of the detector.
 */
export type Encounter = Pick<GeoEvent, DetectedField | 'id' | 'createdAt' | 'updatedAt'>;

/** Filters of encounters; an encounter must match all given ones. */
export interface EncounterFilter extends Pick<GeoEventFilter, 'area' | 'from' | 'to' | 'order' | 'ongoing'> {
  /** Entities such as `vessel:219024336`; at least one of them is in the encounter. */
  entities?: readonly string[];
}
