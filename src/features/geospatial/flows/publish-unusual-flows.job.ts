import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { UnusualFlows } from './unusual-flows.service.js';

/**
 * Publishes unusual days of flows. Idempotent: flow and day are stored in the transaction that publishes the event, and
 * a stored one is not published again.
 */
@Service()
export class PublishUnusualFlowsJob implements Job {
  readonly name = 'geospatial.publish-unusual-flows';
  readonly everySeconds = 900;

  constructor(private readonly flows: UnusualFlows) {}

  run(signal: AbortSignal): Promise<void> {
    return this.flows.publish(signal);
  }
}
