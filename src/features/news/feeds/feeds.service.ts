import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { Outbound, OutboundRefused } from '../../../upstream/outbound.js';
import type { SourceTier } from '../article.js';
import { NewsConfig } from '../news.config.js';
import { type BuiltInFeed, builtInFeeds } from './built-in-feeds.js';
import { type PolledFeed, unpolled } from './feed.js';
import { FeedRepository } from './feed.repository.js';

/** A feed as callers see it. */
export interface ShownFeed extends PolledFeed {
  builtIn: boolean;
  /** The organization that owns the publication. */
  publisher: string;
}

export interface FeedPollingState {
  feed: PolledFeed;
  /** Number of stored articles. */
  articles: number;
}

export interface FeedInput {
  url: string;
  name?: string;
  language?: string | null;
  country?: string | null;
  tier: SourceTier;
  enabled: boolean;
}

/** Changes of a feed. Omitted fields are unchanged. */
export type FeedChanges = Partial<FeedInput>;

/** Manages the feeds of an account, and lists the built-in ones while they are switched on. */
@Service()
export class FeedsService {
  constructor(
    private readonly repository: FeedRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly outbound: Outbound,
    private readonly config: NewsConfig,
    private readonly clock: Clock,
  ) {
    quota.declare('news_feeds', {
      configured: () => config.feeds,
      count: (accountId) => repository.count(accountId),
    });
  }

  /**
   * Lists feeds, oldest first by default, after the feed `after`.
   * @param builtIn true: only built-in feeds; false: only own ones; undefined: both
   */
  async list(
    accountId: string,
    limit: number,
    after?: string,
    order: Order = 'asc',
    builtIn?: boolean,
  ): Promise<ShownFeed[]> {
    const own = builtIn === true ? [] : (await this.repository.list(accountId, limit, after, order)).map(shownOwn);
    const listed =
      builtIn === false
        ? []
        : [...this.builtIn.values()].filter(
            ({ id }) => after === undefined || (order === 'asc' ? id > after : id < after),
          );
    const sign = order === 'asc' ? 1 : -1;
    const all = [...own, ...(await this.polledBuiltIn(listed))].sort((one, other) =>
      one.id < other.id ? -sign : sign,
    );
    return all.slice(0, limit);
  }

  /** Returns a feed. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<ShownFeed> {
    const listed = this.builtIn.get(id);
    if (listed !== undefined) return (await this.polledBuiltIn([listed]))[0] as ShownFeed;
    return shownOwn(found(await this.repository.find(accountId, id)));
  }

  /** Returns the polling state of a feed. @throws Problem `not_found` */
  async polling(accountId: string, id: string): Promise<FeedPollingState> {
    return { feed: await this.get(accountId, id), articles: await this.repository.articles(id) };
  }

  /** Adds a feed. @throws Problem `unprocessable` for a URL that the service must not call, `quota_reached` */
  async create(accountId: string, input: FeedInput): Promise<ShownFeed> {
    const feed = this.newFeed(accountId, { ...input, url: await this.checked(input.url) });
    await this.database.transaction(async () => {
      await this.checkQuota(accountId);
      await this.repository.insert([feed]);
    });
    return shownOwn(feed);
  }

  /**
   * Adds feeds with checked URLs, up to the quota; the rest is left out.
   * @returns the added feeds
   * @throws Problem `quota_reached` when the quota allows no further feed
   */
  async createAll(accountId: string, inputs: readonly FeedInput[]): Promise<ShownFeed[]> {
    if (inputs.length === 0) return [];
    return this.database.transaction(async () => {
      await this.checkQuota(accountId);
      const room = this.config.feeds - (await this.repository.count(accountId));
      const feeds = inputs.slice(0, room).map((input) => this.newFeed(accountId, input));
      await this.repository.insert(feeds);
      return feeds.map(shownOwn);
    });
  }

  /** Returns the URLs of the account's feeds. */
  urls(accountId: string): Promise<Set<string>> {
    return this.repository.urls(accountId);
  }

  /**
   * Changes a feed.
   * @param ifMatch the caller's `If-Match`; undefined: any version
   * @throws Problem `not_found` (also for built-in feeds), `precondition_failed`, `unprocessable`
   */
  async change(accountId: string, id: string, changes: FeedChanges, ifMatch?: string): Promise<ShownFeed> {
    const versions = expectedVersions(ifMatch, id);
    const url = changes.url === undefined ? undefined : await this.checked(changes.url);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const name = changes.name ?? current.name;
      const language = changes.language === undefined ? current.language : changes.language;
      const country = changes.country === undefined ? current.country : changes.country;
      const [tier, enabled] = [changes.tier ?? current.tier, changes.enabled ?? current.enabled];
      const isMoved = url !== undefined && url !== current.url;
      const now = this.clock.now();
      const next = {
        ...current,
        // A changed URL discards the validators and failures of the old one.
        ...(isMoved && { ...unpolled(now), url }),
        ...(enabled && !current.enabled && { nextFetchAt: new Date(now) }),
        name,
        language,
        country,
        tier,
        enabled,
        version: current.version + 1,
        updatedAt: new Date(now),
      };
      await this.repository.replace(next);
      return shownOwn(next);
    });
  }

  /** Deletes a feed and its articles. @throws Problem `not_found` (also for built-in feeds), `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id)));
      await this.repository.remove(accountId, id);
    });
  }

  /** Returns the normal form of a URL. @throws Problem `unprocessable` for a URL that the service must not call */
  async checked(url: string): Promise<string> {
    try {
      return (await this.outbound.check(url)).href;
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      throw new Problem('unprocessable', {
        detail: error.message,
        errors: [{ pointer: '/url', detail: 'is not a URL from which feeds can be fetched' }],
        cause: error,
      });
    }
  }

  private async checkQuota(accountId: string): Promise<void> {
    await this.quota.check(accountId, 'news_feeds', (limit) =>
      limit === 0
        ? 'This service takes no feeds of accounts.'
        : `An account has at most ${limit} news feeds here; delete one first.`,
    );
  }

  private newFeed(
    accountId: string,
    { url, name, language = null, country = null, tier, enabled }: FeedInput,
  ): PolledFeed {
    const now = this.clock.now();
    const times = { version: 1, createdAt: new Date(now), updatedAt: new Date(now) };
    return {
      id: uuidV7(),
      ownerId: accountId,
      url,
      name: name ?? hostOf(url),
      language,
      country,
      tier,
      enabled,
      ...times,
      ...unpolled(now),
    };
  }

  private get builtIn(): ReadonlyMap<string, BuiltInFeed> {
    return this.config.sources.includes('builtin') ? builtInFeeds() : new Map();
  }

  private async polledBuiltIn(listed: readonly BuiltInFeed[]): Promise<ShownFeed[]> {
    if (listed.length === 0) return [];
    const polled = await this.repository.builtIn(listed.map(({ id }) => id));
    return listed.map((feed) => ({
      ...unpolled(feed.createdAt.getTime()),
      ...polled.get(feed.id),
      ...staticOf(feed, polled.get(feed.id)),
      builtIn: true,
    }));
  }
}

/** Returns a built-in feed as listed, with the version and time of its stored polling state. */
const staticOf = (feed: BuiltInFeed, polled: PolledFeed | undefined) => ({
  ...feed,
  version: polled?.version ?? feed.version,
  updatedAt: polled?.updatedAt ?? feed.updatedAt,
});

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
const shownOwn = (feed: PolledFeed): ShownFeed => ({ ...feed, builtIn: false, publisher: hostOf(feed.url) });

function found(feed: PolledFeed | undefined): PolledFeed {
  if (feed === undefined)
    throw new Problem('not_found', { detail: 'You have no news feed with this id. Built-in feeds can only be read.' });
  return feed;
}
