import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { SharedFeeds } from '../../../upstream/sharing/shared-feeds.js';

/** Stops the sources that a process reads for the leader, when the process stops. */
@Service()
export class FeedsFollowerRunner extends Runner {
  readonly roles = ['ingest'] as const;
  readonly stage = 'sources';

  constructor(private readonly shared: SharedFeeds) {
    super();
  }

  /** Nothing is read before the leader is known (`FeedsRunner`). */
  async start(): Promise<void> {}

  async stop(): Promise<void> {
    await this.shared.stop();
  }
}
