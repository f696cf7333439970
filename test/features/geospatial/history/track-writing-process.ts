import 'reflect-metadata';
import { PostgresDatabase } from '../../../../src/database/postgres-database.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';

// Writes a batch of a thousand points for one object after another and reports each batch, until it is killed.
const tracks = new TrackRepository(
  new PostgresDatabase({ connectionString: process.argv[2] as string }, () => {}, {
    poolSize: 2,
    limits: { connectMs: 60_000, queryMs: 60_000 },
  }),
);
const start = Date.UTC(2026, 10, 1);
for (let key = 1; ; key += 1) {
  const batch = Array.from({ length: 1_000 }, (_point, index): TrackPoint => {
    return {
      layer: 'vessels',
      key,
      observedAt: start + index * 1_000,
      lat: 52,
      lon: 4,
      speedKnots: 12,
      courseDegrees: 90,
      altitudeFeet: Number.NaN,
    };
  });
  await tracks.write(batch);
  process.stdout.write(`${key}\n`);
}
