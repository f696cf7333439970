import type { GeoEventReport } from './geo-event.js';

/** The type of detections that are published in the event log, and stored so that each is published once. */
export const HOLDING = 'holding';

/** A report of the detector of holding patterns. */
export type HoldingReport = Omit<GeoEventReport, 'provider' | 'type'>;
