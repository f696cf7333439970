import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { Holdings } from './holdings.service.js';

/** Deletes holding patterns past their retention. Running it twice is safe. */
@Service()
export class ForgetOldHoldingsJob implements Job {
  readonly name = 'geospatial.forget-old-holdings';
  readonly everySeconds = 86_400;

  constructor(private readonly holdings: Holdings) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.holdings.deleteExpired()));
  }
}
