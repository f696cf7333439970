import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { SilencesService } from './silences.records.js';

/** Deletes silences that ended more than 30 days ago. Idempotent: a second run finds nothing left to delete. */
@Service()
export class ForgetOldSilencesJob implements Job {
  readonly name = 'alerts.forget-old-silences';
  readonly everySeconds = 3_600;

  constructor(private readonly silences: SilencesService) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.silences.forgetOld()));
  }
}
