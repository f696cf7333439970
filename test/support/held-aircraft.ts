import type { HoldingReport } from '../../src/features/geospatial/holding.js';

/** Returns a report of an aircraft that holds. */
export const heldAircraft = (startedAt: Date): HoldingReport => ({
  key: `holding:4ca2d6:${startedAt.getTime()}`,
  title: 'EIN123: holding pattern',
  severity: 2,
  position: { lat: 53.61, lon: -6.44 },
  startedAt,
  endedAt: null,
  reportedAt: startedAt,
  entities: ['aircraft:4ca2d6'],
  details: { pattern: 'orbit', direction: 'left', turnedDegrees: 720, extentMeters: 900, durationSeconds: 240 },
});
