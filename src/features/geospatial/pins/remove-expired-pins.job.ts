import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { PinsService } from './pins.records.js';

/** Deletes expired pins, which requests no longer find. Running it twice is safe. */
@Service()
export class RemoveExpiredPinsJob implements Job {
  readonly name = 'geospatial.remove-expired-pins';
  readonly everySeconds = 600;

  constructor(private readonly pins: PinsService) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.pins.removeExpired()));
  }
}
