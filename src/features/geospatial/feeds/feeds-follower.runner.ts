import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { SharedFeeds } from '../../../upstream/sharing/shared-feeds.js';

/** Stops the sources that this process reads for the leader when the process stops. */
@Service()
export class FeedsFollowerRunner extends Runner {
  readonly roles = ['ingest'] as const;
  readonly stage = 'sources';

  constructor(private readonly shared: SharedFeeds) {
    super();
  }

  /** Does nothing: `FeedsRunner` starts reading once the leader is known. */
  async start(): Promise<void> {}

  async stop(): Promise<void> {
    await this.shared.stop();
  }
}
