import type { ENCOUNTER } from '../encounters/encounter.js';
import type { GeoEvent, GeoEventReport, GeoEventType } from '../geo-event.js';
import type { Layer } from '../layer.js';
import type { Movement } from '../movement.js';

/** The provider of events that detectors publish. */
export const DETECTOR = 'detector';

/** Detections are stored as geo events, except encounters. */
export type DetectionType = GeoEventType | typeof ENCOUNTER;

export type Detection = Omit<GeoEventReport, 'provider' | 'type'> & { type: DetectionType };

type Resumed =
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

/** A stored detection that had not ended when the previous process stopped. */
export type OngoingDetection = Pick<GeoEvent, Resumed> & { type: DetectionType };

/** Publishes a new or changed detection. The same key again changes the same event. */
export type PublishDetection = (detection: Detection) => void;

/**
 * Detects events of one type in movements. It reads no clock: movements carry the time of their fix, and `check` gets
 * the clock's. After a restart `resume` passes it the events that it had open.
 */
export interface Detector {
  readonly type: DetectionType;
  moved?(movement: Movement): void;
  /** The object was removed from the live state. */
  expired?(layer: Layer, key: number): void;
  /** Called about once a second. It must return within a few milliseconds: long work is spread over several calls. */
  check?(now: number): void;
  /** Continues an event of this detector that had not ended when the previous process stopped. */
  resume(event: OngoingDetection): void;
}

/** A value rounded to a number of decimals, for titles and details. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));
