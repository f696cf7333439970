import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { PinsService } from './pins.service.js';

/** Deletes expired pins, which are no longer visible. Idempotent. */
@Service()
export class RemoveExpiredPinsJob implements Job {
  readonly name = 'geospatial.remove-expired-pins';
  readonly everySeconds = 600;

  constructor(private readonly pins: PinsService) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.pins.removeExpired()));
  }
}
