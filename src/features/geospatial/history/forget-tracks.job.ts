import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { TrackRetention } from './track-retention.service.js';

/** Creates the partitions of the next days and deletes tracks past their retention. Running it twice is safe. */
@Service()
export class ForgetTracksJob implements Job {
  readonly name = 'geospatial.forget-tracks';
  readonly everySeconds = 600;

  constructor(private readonly retention: TrackRetention) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'track_points', rows: await this.retention.countExpired() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.retention.makePartitions(signal);
    await this.retention.forget(signal);
  }
}
