import type { Layer } from '../layer.js';
import type { Position } from '../position.js';
import type { WatchedGeofence } from './geofence.js';

export const transitionTypes = ['entered', 'exited', 'dwelled'] as const;
export type TransitionType = (typeof transitionTypes)[number];

/**
 * Why a transition happened. `crossed`: the object moved. `appeared`: its first report was inside.
 * `inside_at_creation`: it was inside when the fence was created or activated. `fence_moved`: the fence moved over it
 * or away from it. `lost`: it no longer reports. `fence_changed`, `fence_ended`: the account changed or deleted the
 * fence, or it expired. `entity_lost`: the object that the fence follows no longer reports. `stayed`: it dwelled.
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
/** The reasons for which an object is inside a fence. */
export type EntryReason = Extract<TransitionReason, 'crossed' | 'appeared' | 'fence_moved' | 'inside_at_creation'>;

/** One entry, exit or dwell of an object at a fence. */
export interface Transition {
  type: TransitionType;
  fence: WatchedGeofence;
  layer: Layer;
  key: number;
  /** The position of its latest report; null when that is not known, as after a restart. */
  position: Position | null;
  /** When it happened (ms): the time of the report that shows it, else that of the clock. */
  time: number;
  reason: TransitionReason;
  enteredAt: number;
  /** False: the membership changes without an event. */
  isPublished: boolean;
  /**
   * It has entered but not stayed for `minStaySeconds` yet. This is stored, so that a restart does not start the count
   * again.
   */
  isPending: boolean;
}

/** A member as it is stored. */
export interface StoredMember {
  layer: Layer;
  key: number;
  since: number;
  dwelled: boolean;
  /** Why it entered, while it has not stayed for `minStaySeconds`; null once its entry is confirmed. */
  pending: EntryReason | null;
}
