import type { GeoEvent, GeoEventReport } from '../geo-event.js';
import type { Layer } from '../layer.js';
import type { Movement } from '../movement.js';

/** Who says what detectors notice. */
export const DETECTOR = 'detector';

/** Takes what a detector notices: the same key again is the same event, changed. */
export type Notice = (report: Omit<GeoEventReport, 'provider'>) => void;

/**
 * Notices one kind of thing in what moves. It knows no time but what it is given: movements carry that of their fix, `check` that of the
 * clock. After a restart it is told what it had open.
 */
export interface Detector {
  readonly type: GeoEventReport['type'];
  moved?(movement: Movement): void;
  /** The object has left the live picture. */
  expired?(layer: Layer, key: number): void;
  /** Called about once a second. Must return within a few milliseconds: long work is spread over calls. */
  check?(now: number): void;
  /** An event of this detector that had not ended when the process did. */
  resume(event: GeoEvent): void;
}

/** Metres or minutes for people: no more digits than they mean. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));
