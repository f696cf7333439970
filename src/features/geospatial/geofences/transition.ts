import type { Layer } from '../layer.js';
import type { Position } from '../position.js';
import type { WatchedGeofence } from './geofence.js';

export const transitionTypes = ['entered', 'exited', 'dwelled'] as const;
export type TransitionType = (typeof transitionTypes)[number];

/**
 * `crossed`: by its own movement. `appeared`: its first report was inside. `inside_at_creation`: it was there before the fence. `fence_moved`: the fence came
 * over it, or went away. `lost`: it no longer reports. `fence_changed`, `fence_ended`: so the account has it. `entity_lost`: what the fence is around
 * no longer reports. `stayed`: for as long as the policy says.
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

/** That something has come, gone or stayed. */
export interface Transition {
  type: TransitionType;
  fence: WatchedGeofence;
  layer: Layer;
  key: number;
  /** Of its latest report; null when that is not known, as after a restart. */
  position: Position | null;
  /** When it was (ms): of what a report shows, the time of that report. */
  time: number;
  reason: TransitionReason;
  enteredAt: number;
  /** False: the membership changes and no event says so. */
  isPublished: boolean;
  /** It has come, but not stayed for `minStaySeconds` yet: that is kept, so that a restart does not begin to count again. */
  isPending: boolean;
}

/** A member as it was kept. */
export interface StoredMember {
  layer: Layer;
  key: number;
  since: number;
  dwelled: boolean;
  /** Why it has come, while it has not stayed for `minStaySeconds` yet; null when its entry was told. */
  pending: EntryReason | null;
}
