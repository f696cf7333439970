import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Deletes keys of market events that can no longer be published. Idempotent. */
@Service()
export class ForgetPublishedKeysJob implements Job {
  readonly name = 'markets.forget-published-keys';
  readonly everySeconds = 86_400;

  constructor(private readonly publisher: MarketEventPublisher) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.publisher.forgetOld()));
  }
}
