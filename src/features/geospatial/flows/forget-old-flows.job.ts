import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { FlowRetention } from './flow-retention.service.js';

/** Deletes counted passages past their retention. Running it twice is safe. */
@Service()
export class ForgetOldFlowsJob implements Job {
  readonly name = 'geospatial.forget-old-flows';
  readonly everySeconds = 86_400;

  constructor(private readonly retention: FlowRetention) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.retention.deleteExpired()));
  }
}
