import { Service } from 'typedi';
import { KeyedMutex } from '../../../async/keyed-mutex.js';
import { Clock } from '../../../time/clock.js';
import { Outbound, OutboundRefused } from '../../../upstream/outbound.js';
import { ArticleIntake } from '../intake/article-intake.service.js';
import { NewsConfig } from '../news.config.js';
import { FeedReader } from '../reading/feed-reader.js';
import type { ReadFeed } from '../reading/read-feed-in-thread.js';
import { addressOf, builtInFeeds } from './built-in-feeds.js';
import { type FeedFailure, type FeedPolling, type PolledFeed, statusOf, unpolled } from './feed.js';
import { FeedRepository } from './feed.repository.js';
import { type Fetched, type FetchRequest, fetchFeed } from './feed-fetcher.js';
import { backoff, nextInterval, scattered } from './polling-schedule.js';

/** Number of consecutive fetches with a permanent redirect to one address, after which that address is used. */
const MOVED_AFTER = 3;

export interface PollResult {
  /** Number of new articles. */
  stored: number;
  refused: ReadFeed['refused'];
  failure: FeedFailure | null;
}

/** Fetches feeds, stores their articles, and decides when each feed is fetched next. */
@Service()
export class FeedPollingService {
  /** Returns a number in [0, 1), which scatters the times of fetches. */
  random: () => number = Math.random;
  private readonly hosts = new KeyedMutex(() => true);

  constructor(
    private readonly repository: FeedRepository,
    private readonly intake: ArticleIntake,
    private readonly reader: FeedReader,
    private readonly outbound: Outbound,
    private readonly config: NewsConfig,
    private readonly clock: Clock,
  ) {}

  /** Inserts the built-in feeds that are not yet stored, so that they become due. */
  async addBuiltIn(): Promise<void> {
    const feeds = [...builtInFeeds().values()].map(({ publisher: _, ...feed }) => ({
      ...feed,
      ...unpolled(this.clock.now()),
    }));
    await this.repository.insert(feeds);
  }

  /** Returns feeds that are due now. @param builtIn true: built-in feeds; false: feeds of accounts */
  due(builtIn: boolean, limit: number): Promise<PolledFeed[]> {
    return this.repository.due(new Date(this.clock.now()), builtIn, limit);
  }

  /** Fetches a document once. @throws OutboundFailure `stopped` */
  fetchDocument(request: FetchRequest): Promise<Fetched> {
    return fetchFeed(request, { outbound: this.outbound, hosts: this.hosts, now: () => this.clock.now() });
  }

  /** Polls a feed. @throws OutboundFailure `stopped`, or an error of the database or of the thread */
  async poll(feed: PolledFeed, signal?: AbortSignal): Promise<PollResult> {
    const listed = builtInFeeds().get(feed.id);
    const url = listed === undefined ? (feed.movedTo ?? feed.url) : addressOf(listed.url, this.config.builtInBaseUrl);
    const fetched = await this.fetchDocument({ url, etag: feed.etag, lastModified: feed.lastModified });
    if (fetched.kind === 'gone')
      return this.finish(feed, { gone: true, failures: 0, failure: null }, { failure: null });
    if (fetched.kind === 'failed') return this.fail(feed, fetched.failure, fetched.retryAfterMs);
    if (fetched.kind === 'unchanged') return this.succeed(feed, fetched, undefined, 0);
    const { name, language, country, tier } = listed ?? feed;
    const origin = { url: listed?.url ?? fetched.url, name, language, country, owner: listed?.publisher ?? null, tier };
    const known = await this.intake.known(feed.id);
    const read = await this.reader.read(
      { body: fetched.body, origin, known, now: this.clock.now(), maxAgeMs: this.intake.maxAgeMs },
      signal,
    );
    if ('refusal' in read) return this.fail(feed, read.refusal);
    const stored = await this.intake.store({ provider: 'feed', feedId: feed.id, ownerId: feed.ownerId }, read.articles);
    return this.succeed(feed, fetched, read, stored.length);
  }

  private async succeed(
    feed: PolledFeed,
    fetched: Extract<Fetched, { kind: 'document' | 'unchanged' }>,
    read: ReadFeed | undefined,
    stored: number,
  ): Promise<PollResult> {
    const now = this.clock.now();
    const { maxAgeSeconds } = fetched;
    const intervalSeconds = nextInterval(feed.intervalSeconds, {
      changed: stored > 0,
      ttlSeconds: read?.ttlSeconds ?? null,
      maxAgeSeconds,
    });
    // A 304 response may repeat only one of the validators.
    const validators =
      read === undefined
        ? { etag: fetched.etag ?? feed.etag, lastModified: fetched.lastModified ?? feed.lastModified }
        : fetched;
    const polling: Partial<FeedPolling> = {
      ...(feed.ownerId !== null && (await this.moved(feed, fetched.movedTo))),
      etag: validators.etag,
      lastModified: validators.lastModified,
      intervalSeconds,
      nextFetchAt: new Date(now + scattered(intervalSeconds, this.random())),
      succeededAt: new Date(now),
      ...(stored > 0 && { changedAt: new Date(now) }),
      failures: 0,
      failure: null,
    };
    return this.finish(feed, polling, { stored, refused: read?.refused });
  }

  /** Counts permanent redirects to an address, and adopts the address when there are enough. */
  private async moved(
    feed: PolledFeed,
    to: string | null,
  ): Promise<Pick<FeedPolling, 'movedTo' | 'redirects' | 'redirectUrl'>> {
    const { movedTo } = feed;
    if (to === null) return { movedTo, redirects: 0, redirectUrl: null };
    const redirects = to === feed.redirectUrl ? feed.redirects + 1 : 1;
    if (redirects < MOVED_AFTER || !(await this.isCallable(to))) return { movedTo, redirects, redirectUrl: to };
    return { movedTo: to, redirects: 0, redirectUrl: null };
  }

  private async isCallable(url: string): Promise<boolean> {
    try {
      await this.outbound.check(url);
      return true;
    } catch (error) {
      if (error instanceof OutboundRefused) return false;
      throw error;
    }
  }

  /** Records a failure. The validators are unchanged, since they belong to the last document that was read. */
  private fail(feed: PolledFeed, failure: FeedFailure, retryAfterMs?: number): Promise<PollResult> {
    const failures = feed.failures + 1;
    const nextFetchAt = new Date(this.clock.now() + backoff(failures, retryAfterMs, this.random()));
    return this.finish(feed, { failures, failure, nextFetchAt }, { failure });
  }

  private async finish(
    feed: PolledFeed,
    changes: Partial<FeedPolling>,
    result: Partial<PollResult>,
  ): Promise<PollResult> {
    const now = new Date(this.clock.now());
    const {
      movedTo,
      redirects,
      redirectUrl,
      etag,
      lastModified,
      intervalSeconds,
      nextFetchAt,
      succeededAt,
      changedAt,
      failures,
      failure,
      gone,
    } = feed;
    const before = {
      movedTo,
      redirects,
      redirectUrl,
      etag,
      lastModified,
      intervalSeconds,
      nextFetchAt,
      succeededAt,
      changedAt,
      failures,
      failure,
      gone,
    };
    const after = { ...feed, ...changes };
    const shown =
      statusOf(after) !== statusOf(feed) || after.failure !== feed.failure || after.movedTo !== feed.movedTo;
    await this.repository.polled(feed, { ...before, ...changes, fetchedAt: now }, shown, now);
    return { stored: 0, refused: {}, failure: null, ...result };
  }
}
