import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { GeoEvents } from './geo-events.service.js';

/** Deletes geo events past their retention. Running it twice is safe. */
@Service()
export class ForgetOldGeoEventsJob implements Job {
  readonly name = 'geospatial.forget-old-events';
  readonly everySeconds = 3_600;

  constructor(private readonly events: GeoEvents) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.events.deleteExpired()));
  }
}
