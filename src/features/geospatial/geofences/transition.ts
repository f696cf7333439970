import type { Layer } from '../layer.js';
import type { Position } from '../position.js';
import type { WatchedGeofence } from './geofence.js';

export const transitionTypes = ['entered', 'exited', 'dwelled'] as const;
export type TransitionType = (typeof transitionTypes)[number];

/**
 * Reason of a transition. `crossed`: the object moved. `appeared`: its first report was inside. `inside_at_creation`:
 * it was inside when the geofence was created or activated. `fence_moved`: the geofence moved over it or away from it.
 * `lost`: it stopped reporting. `fence_changed`, `fence_ended`: the account changed or deleted the geofence, or it
 * expired. `entity_lost`: the object that the geofence follows stopped reporting. `stayed`: it dwelled.
 */
export const transitionReasons = [
  'crossed',
  'appeared',
  'inside_at_creation',
  'fence_moved',
  'lost',
  'fence_changed',
  'fence_ended',
  'entity_lost',
  'stayed',
] as const;
export type TransitionReason = (typeof transitionReasons)[number];
/** Reasons of entries. */
export type EntryReason = Extract<TransitionReason, 'crossed' | 'appeared' | 'fence_moved' | 'inside_at_creation'>;

/** One entry, exit or dwell of an object at a geofence. */
export interface Transition {
  type: TransitionType;
  fence: WatchedGeofence;
  layer: Layer;
  key: number;
  /** Position of the object's latest report; null if unknown, as after a restart. */
  position: Position | null;
  /** Time (ms) of the report that shows the transition; without such a report, the current time. */
  time: number;
  reason: TransitionReason;
  enteredAt: number;
  /** False if the membership changes without an event. */
  isPublished: boolean;
  /**
   * True for an entry of an object that has not yet stayed for `minStaySeconds`. Pending entries are stored, so that a
   * restart does not restart the stay.
   */
  isPending: boolean;
}

/** A member as stored, from which a restart resumes the stay. */
export interface StoredMember {
  layer: Layer;
  key: number;
  since: number;
  dwelled: boolean;
  /** Reason of the entry while the object has not stayed for `minStaySeconds`; null once the entry is confirmed. */
  pending: EntryReason | null;
}
