import type { Aircraft } from '../aircraft.js';
import type { GeoEvent } from '../geo-event.js';
import type { MapLayer } from '../layer.js';
import type { Pin } from '../pins/pin.js';
import type { Vessel } from '../vessel.js';

/**
 * Reason why an object is gone. `left`: it is outside the box or no longer of a requested type. `expired`: it has not
 * reported for too long. `deleted`: it was deleted or retracted.
 */
export const goneReasons = ['left', 'expired', 'deleted'] as const;
export type GoneReason = (typeof goneReasons)[number];

export interface GoneItem {
  kind: 'gone';
  layer: MapLayer;
  id: string;
  reason: GoneReason;
}

/** Marks that all items up to this one have been sent. */
export interface CurrentItem {
  kind: 'current';
  /** The id from which the stream can be resumed. */
  mark: string;
  at: number;
  truncated: boolean;
}

/** One item of a stream. An object observed before `staleBefore` (ms) is stale. */
export type StreamItem =
  | { kind: 'vessel'; value: Vessel; staleBefore: number }
  | { kind: 'aircraft'; value: Aircraft; staleBefore: number }
  | { kind: 'event'; value: GeoEvent }
  | { kind: 'pin'; value: Pin }
  | GoneItem
  /** The client must discard all items received before; a snapshot follows. */
  | { kind: 'reset'; reason: ResetReason }
  | CurrentItem;

export const resetReasons = ['unknown_mark', 'behind'] as const;
export type ResetReason = (typeof resetReasons)[number];
