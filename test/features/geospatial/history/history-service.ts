import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { RestoreLiveState } from '../../../../src/features/geospatial/history/objects/restore.runner.js';
import { TrackWriter } from '../../../../src/features/geospatial/history/recording/track-writer.runner.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestService, TestServiceOptions } from '../../../support/test-service.js';

/** A service whose track writer runs as the time of the test passes. */
export interface HistoryService extends TestService {
  picture: LiveState;
  writer: TrackWriter;
  timers: ManualTimers;
  /** Resolves when all reports so far are in the database. */
  written(): Promise<void>;
}

/** Starts a service with a track writer; the clock and the timers share one time. */
export async function historyFor(t: ExecutionContext, options: TestServiceOptions = {}): Promise<HistoryService> {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { ...options, parts: { clock, timers, ...options.parts } });
  const [picture, writer] = [service.services.get(LiveState), service.services.get(TrackWriter)];
  await service.services.get(RestoreLiveState).start();
  await writer.start();
  const written = async () => {
    await writer.stop();
    await writer.start();
  };
  return Object.assign(service, { clock, timers, picture, writer, written });
}

/** Returns all stored track points, oldest first. */
export async function keptPoints({
  database,
}: TestService): Promise<Array<{ object: number; at: number; lat: number; lon: number }>> {
  const sql = `select object, (date_part('epoch', observed_at) * 1000)::float8 as at, lat, lon from track_points order by observed_at, object`;
  return (await database.database.query<{ object: number; at: number; lat: number; lon: number }>(sql)).rows;
}

/** Stores track points in batches, as the writer does. */
export async function keep({ services }: TestService, points: readonly TrackPoint[]): Promise<void> {
  for (let from = 0; from < points.length; from += 1_000)
    await services.get(TrackRepository).write(points.slice(from, from + 1_000));
}
