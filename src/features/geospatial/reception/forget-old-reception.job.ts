import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { ReceptionRetention } from './reception-retention.service.js';

/** Deletes receptions past their retention. Running it twice is safe. */
@Service()
export class ForgetOldReceptionJob implements Job {
  readonly name = 'geospatial.forget-old-reception';
  readonly everySeconds = 86_400;

  constructor(private readonly retention: ReceptionRetention) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.retention.deleteExpired()));
  }
}
