import { Service } from 'typedi';
import type { Job } from '../../../../jobs/job.js';
import { TrafficRetention } from './traffic-retention.service.js';

/** Deletes counts of objects in geofences past their retention. Running it twice is safe. */
@Service()
export class ForgetOldTrafficJob implements Job {
  readonly name = 'geospatial.forget-old-traffic';
  readonly everySeconds = 86_400;

  constructor(private readonly retention: TrafficRetention) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.retention.deleteExpired()));
  }
}
