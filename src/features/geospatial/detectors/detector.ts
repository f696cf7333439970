import type { ENCOUNTER } from '../encounters/encounter.js';
import type { DetectedField, GeoEvent, GeoEventReport, GeoEventType } from '../geo-event.js';
import type { HOLDING } from '../holding.js';
import type { Layer } from '../layer.js';
import type { Movement } from '../movement.js';

/** The provider of events that detectors publish. */
export const DETECTOR = 'detector';

/**
 * Types of detections. Detections are stored as geo events, except encounters and holding patterns, which have their
 * own tables.
 */
export type DetectionType = GeoEventType | typeof ENCOUNTER | typeof HOLDING;

export type Detection = Omit<GeoEventReport, 'provider' | 'type'> & { type: DetectionType };

/** A stored detection that had not ended when the previous process stopped. */
export type OngoingDetection = Pick<GeoEvent, DetectedField> & { type: DetectionType };

/** Publishes a new or changed detection. A detection with a known key changes the same event. */
export type PublishDetection = (detection: Detection) => void;

/**
 * Detects events of one type in movements. It reads no clock: movements carry the time of their position, and `check`
 * receives the current time. After a restart `resume` is called for every event that the detector had open.
 */
export interface Detector {
  readonly type: DetectionType;
  moved?(movement: Movement): void;
  /** Called when an object was removed from live state. */
  expired?(layer: Layer, key: number): void;
  /**
   * Called about once a second with the current time (ms). It must return within a few milliseconds: long work is
   * spread over several calls.
   */
  check?(now: number): void;
  /**
   * Continues an event of this detector that had not ended when the previous process stopped, or that was found later
   * (`DetectorsRunner.adopt`); only such an event may have ended.
   * @param pauseMs time for which no process received anything before this one (ms)
   */
  resume(event: OngoingDetection, pauseMs?: number): void;
}

/** Rounds a value to a number of decimals, for titles and details. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));
