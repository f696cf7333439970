import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { FeedHistories } from './feed-history.service.js';

/** Deletes changes of feeds past their retention. Running it twice is safe. */
@Service()
export class ForgetOldFeedChangesJob implements Job {
  readonly name = 'health.forget-old-feed-changes';
  readonly everySeconds = 86_400;

  constructor(private readonly histories: FeedHistories) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.histories.deleteExpired()));
  }
}
