import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { OutboundFailure } from '../../../upstream/outbound.js';
import { ArticleIntake } from '../intake/article-intake.service.js';
import { readFeedCall } from '../reading/feed-reader.js';
import type { ReadFeed } from '../reading/read-feed-in-thread.js';
import type { FeedFailure } from './feed.js';
import { failureMeaning } from './feed-failure.js';
import type { Fetched } from './feed-fetcher.js';
import { FeedPollingService } from './feed-polling.service.js';
import { FeedsService } from './feeds.service.js';

/** A feed that was fetched once and not stored. */
export interface FeedPreview extends ReadFeed {
  /** The URL that returned the document, after redirects. */
  url: string;
}

/** Fetches and reads a feed once, without storing anything. */
@Service()
export class FeedPreviewService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly polling: FeedPollingService,
    private readonly heavy: HeavyWork,
    private readonly intake: ArticleIntake,
    private readonly clock: Clock,
  ) {}

  /**
   * Fetches a feed and returns its articles.
   * @throws Problem `unprocessable` with the reason, `overloaded`, `unavailable` while the process stops
   */
  async preview(given: string, requester: Requester): Promise<FeedPreview> {
    const fetched = await this.fetched(await this.feeds.checked(given));
    if (fetched.kind === 'failed') throw refused(fetched.failure);
    if (fetched.kind !== 'document')
      throw new Problem('unprocessable', { detail: 'The server answered 410 Gone: this feed no longer exists.' });
    const { url, body } = fetched;
    const origin = { url, name: null, language: null, country: null, owner: null, tier: 3 as const };
    const request = { body, origin, now: this.clock.now(), maxAgeMs: this.intake.maxAgeMs };
    const read = await this.heavy.run(requester, (inThread) => inThread(readFeedCall, request));
    if ('refusal' in read) throw refused(read.refusal);
    return { ...read, url };
  }

  private async fetched(url: string): Promise<Fetched> {
    try {
      return await this.polling.fetchDocument({ url });
    } catch (error) {
      if (error instanceof OutboundFailure) throw new Problem('unavailable', { detail: error.message, cause: error });
      throw error;
    }
  }
}

const refused = (failure: FeedFailure): Problem =>
  new Problem('unprocessable', {
    detail: failureMeaning(failure),
    errors: [{ pointer: '/url', detail: `leads to no feed (${failure})` }],
  });
