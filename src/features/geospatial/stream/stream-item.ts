import type { Aircraft } from '../aircraft.js';
import type { GeoEvent } from '../geo-event.js';
import type { MapLayer } from '../layer.js';
import type { Pin } from '../pins/pin.js';
import type { Vessel } from '../vessel.js';

/** Why something is gone: it is elsewhere or no longer what was asked for; it has been silent for too long; it was deleted or taken back. */
export const goneReasons = ['left', 'expired', 'deleted'] as const;
export type GoneReason = (typeof goneReasons)[number];

export interface GoneItem {
  kind: 'gone';
  layer: MapLayer;
  id: string;
  reason: GoneReason;
}

/** Everything up to here has been sent. */
export interface CurrentItem {
  kind: 'current';
  /** With which the stream goes on from here. */
  mark: string;
  at: number;
  truncated: boolean;
}

/** What goes down a stream. What was observed before `staleBefore` (ms) is stale. */
export type StreamItem =
  | { kind: 'vessel'; value: Vessel; staleBefore: number }
  | { kind: 'aircraft'; value: Aircraft; staleBefore: number }
  | { kind: 'event'; value: GeoEvent }
  | { kind: 'pin'; value: Pin }
  | GoneItem
  /** What was told before is to be forgotten: all of it follows again. */
  | { kind: 'reset'; reason: ResetReason }
  | CurrentItem;

export const resetReasons = ['unknown_mark', 'behind'] as const;
export type ResetReason = (typeof resetReasons)[number];
