import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { TrackRetention } from './track-retention.service.js';

/** Forgets tracks that are older than they are kept. Idempotent: deleted alerts are not found again. */
@Service()
export class ForgetTracksJob implements Job {
  readonly name = 'geospatial.forget-tracks';
  readonly everySeconds = 600;

  constructor(private readonly retention: TrackRetention) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'track_points', rows: await this.retention.countExpired() }];
  }

  run(signal: AbortSignal): Promise<void> {
    return this.retention.forget(signal);
  }
}
