import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { Upstreams } from '../../../upstream/upstreams.js';
import type { FeedPollingService } from '../feeds/feed-polling.service.js';
import { ArticleIntake } from '../intake/article-intake.service.js';
import { NewsConfig } from '../news.config.js';
import { FeedReader } from '../reading/feed-reader.js';
import { createNewsSources } from './create-news-sources.js';

/** Creates the configured sources of news. */
@Service()
export class NewsSources {
  constructor(
    private readonly config: NewsConfig,
    private readonly upstreams: Upstreams,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
    private readonly reader: FeedReader,
    private readonly intake: ArticleIntake,
  ) {}

  /** @param polling polls the feeds of accounts and the built-in feeds @throws ConfigurationError */
  create(polling: FeedPollingService): FeedSource[] {
    const { config, upstreams, feeds, clock, timers, log, reader, intake } = this;
    return createNewsSources({ config, upstreams, feeds, clock, timers, log, reader, intake, polling });
  }
}
