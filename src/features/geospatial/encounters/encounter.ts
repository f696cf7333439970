import type { GeoEventFilter } from '../events/event-search.js';
import type { GeoEvent, GeoEventReport } from '../geo-event.js';

/** The type of detections that are stored as encounters and not as geo events. */
export const ENCOUNTER = 'encounter';

/** A detector's report of an encounter. Reports with the same `key` are of one encounter. */
export type EncounterReport = Omit<GeoEventReport, 'provider' | 'type'>;

type Inherited =
  | 'id'
  | 'key'
  | 'title'
  | 'description'
  | 'severity'
  | 'position'
  | 'startedAt'
  | 'endedAt'
  | 'reportedAt'
  | 'entities'
  | 'details';

/**
 * Two vessels that lie or drift together. `entities` names both, and `details` has the measurements of the detector.
 */
export type Encounter = Pick<GeoEvent, Inherited | 'createdAt' | 'updatedAt'>;

/** Filters that an encounter must all match. */
export interface EncounterFilter extends Pick<GeoEventFilter, 'area' | 'from' | 'to' | 'order' | 'ongoing'> {
  /** Entities such as `vessel:219024336`; one of them takes part. */
  entities?: readonly string[];
}
