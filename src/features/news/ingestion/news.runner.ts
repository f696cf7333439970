import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import type { FeedSupervisor } from '../../../upstream/supervisor/feed-supervisor.js';
import { FeedSupervisors } from '../../../upstream/supervisor/feed-supervisors.js';
import { FeedPollingService } from '../feeds/feed-polling.service.js';
import { NewsConfig } from '../news.config.js';
import { newsVendors } from '../news.vendors.js';
import { NewsSources } from './news-sources.js';

/** Runs every configured source of news while the process is the leader, each under its own supervisor. */
@Service()
export class NewsRunner extends LeaderRunner {
  readonly stage = 'sources';
  private supervisors: FeedSupervisor[] = [];

  constructor(
    private readonly config: NewsConfig,
    private readonly sources: NewsSources,
    private readonly creation: FeedSupervisors,
    private readonly feeds: FeedRegistry,
    private readonly log: Log,
    private readonly polling: FeedPollingService,
  ) {
    super();
  }

  /**
   * Creates the sources in every process, so that an invalid line of the configuration also prevents the start of a
   * process that is not the leader.
   * @throws ConfigurationError
   */
  override prepare(): void {
    this.supervisors = this.creation.over(this.sources.create(this.polling));
    this.feeds.declare(newsVendors);
    this.standBy(true);
  }

  async start(): Promise<void> {
    this.standBy(false);
    if (this.config.sources.includes('builtin')) await this.polling.addBuiltIn();
    this.log.info(
      { component: 'feeds', feeds: this.supervisors.map(({ source }) => source.feed) },
      'News sources started.',
    );
    for (const supervisor of this.supervisors) supervisor.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.supervisors.map((supervisor) => supervisor.stop()));
  }

  async stepDown(): Promise<void> {
    this.standBy(true);
    await this.stop();
  }

  private standBy(standsBy: boolean): void {
    for (const { source } of this.supervisors) this.feeds.standBy(source.feed, standsBy);
  }
}
