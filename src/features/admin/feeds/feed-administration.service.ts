import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { FeedSettings } from '../../../upstream/feed-controls.js';
import { FeedSettingsStore } from '../../../upstream/feed-settings.js';
import { FeedRegistry, type FeedStatus } from '../../../upstream/feed-status.js';
import { entryOf } from '../operator-entry.js';

/** A feed with the settings that operators have changed for it. */
export interface AdminFeed extends Pick<FeedStatus, 'feed' | 'provider'> {
  status: string;
  /** The process that reads the feed, as `host:pid`; null if the feed is not shared, or no process reads it. */
  process: string | null;
  settings: FeedSettings;
}

/**
 * Manages settings of feeds. A change is stored together with its audit entry, and takes effect in every process within
 * seconds.
 */
@Service()
export class FeedAdministration {
  constructor(
    private readonly registry: FeedRegistry,
    private readonly settings: FeedSettingsStore,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** Lists the feeds of this process, and feeds whose status another process has published, by name. */
  async list(): Promise<AdminFeed[]> {
    await this.settings.load();
    const own = this.registry.list();
    const published = await this.settings.published();
    const readers = new Map(published.map(({ feed, process }) => [feed, process]));
    const names = new Set(own.map(({ feed }) => feed));
    return [...own, ...published.filter(({ feed }) => !names.has(feed))]
      .map(({ feed, provider, status, process }) => {
        const settings = this.registry.controls.of(feed);
        return { feed, provider, status, process: process ?? readers.get(feed) ?? null, settings };
      })
      .sort((a, b) => (a.feed < b.feed ? -1 : 1));
  }

  /**
   * Changes the settings of a feed.
   * @throws Problem `not_found`, `conflict` for a feed without settings, `invalid_request` for an interval of a feed
   * that is not polled
   */
  async change(
    operator: Caller,
    name: string,
    changes: Partial<FeedSettings>,
    origin: RequestOrigin,
  ): Promise<AdminFeed> {
    const { controls } = this.registry;
    await this.find(name);
    if (changes.intervalSeconds != null && controls.isFollowed(name) && !controls.isPolled(name)) throw notPolled();
    await this.database.transaction(async () => {
      await this.settings.change(name, changes);
      await this.audit.append(entryOf(operator, 'feed.changed', name, origin, { ...changes }));
    });
    await this.settings.load();
    return this.find(name);
  }

  /** Makes the service read a feed now. @throws Problem `not_found`, `conflict` */
  async refresh(operator: Caller, name: string, origin: RequestOrigin): Promise<AdminFeed> {
    await this.find(name);
    await this.database.transaction(async () => {
      await this.settings.requestRefresh(name);
      await this.audit.append(entryOf(operator, 'feed.refresh_requested', name, origin));
    });
    await this.settings.load();
    return this.find(name);
  }

  private async find(name: string): Promise<AdminFeed> {
    const feed = (await this.list()).find((one) => one.feed === name);
    if (feed === undefined)
      throw new Problem('not_found', { detail: 'No feed has this name; `GET /admin/feeds` lists them.' });
    if (this.registry.has(name) && !this.registry.controls.isFollowed(name))
      throw new Problem('conflict', {
        detail: 'This feed is not read from an upstream by the service, so it has no settings.',
      });
    return feed;
  }
}

const notPolled = () =>
  new Problem('invalid_request', {
    detail: 'Some fields are not valid; see errors.',
    errors: [{ pointer: '/intervalSeconds', detail: 'the feed is not polled, so it has no interval' }],
  });
