import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { WaitingRetention } from './waiting-retention.service.js';

/** Deletes counts of waiting ships past their retention. Running it twice is safe. */
@Service()
export class ForgetOldWaitingJob implements Job {
  readonly name = 'geospatial.forget-old-waiting';
  readonly everySeconds = 86_400;

  constructor(private readonly retention: WaitingRetention) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.retention.deleteExpired()));
  }
}
