import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { Encounters } from './encounters.service.js';

/** Deletes encounters past their retention. Running it twice is safe. */
@Service()
export class ForgetOldEncountersJob implements Job {
  readonly name = 'geospatial.forget-old-encounters';
  readonly everySeconds = 3_600;

  constructor(private readonly encounters: Encounters) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.encounters.deleteExpired()));
  }
}
