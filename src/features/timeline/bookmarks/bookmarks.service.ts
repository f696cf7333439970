import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { EventEnvelopes } from '../../../events/event-envelopes.js';
import { EventLog } from '../../../events/event-log.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { TimelineConfig } from '../timeline.config.js';
import type { Bookmark } from './bookmark.js';
import { BookmarkRepository } from './bookmark.repository.js';

/** Manages the bookmarks of an account. */
@Service()
export class Bookmarks {
  constructor(
    private readonly repository: BookmarkRepository,
    private readonly log: EventLog,
    private readonly envelopes: EventEnvelopes,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: TimelineConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Bookmark> {
    return found(await this.repository.find(accountId, id));
  }

  /** By creation, after the bookmark `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Bookmark[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /**
   * @throws Problem `unprocessable` for an event that the account cannot see, `conflict` for one that it has marked
   * before, `quota_reached`
   */
  async create(
    accountId: string,
    { eventId, note = null }: { eventId: string; note?: string | null },
  ): Promise<Bookmark> {
    const now = new Date(this.clock.now());
    const event = await this.log.find(accountId, eventId);
    if (event === undefined) {
      const errors = [{ pointer: '/eventId', detail: 'is not an event that you may see' }];
      throw new Problem('unprocessable', { detail: 'Give the id of an event of your timeline.', errors });
    }
    const copy = { eventId: event.id, event: this.envelopes.of(event) };
    const bookmark: Bookmark = { id: uuidV7(), accountId, ...copy, note, version: 1, createdAt: now, updatedAt: now };
    await this.database.transaction(async () => {
      const limit = this.config.bookmarks;
      const detail = `An account has at most ${limit} bookmarks here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      if (await this.repository.insert(bookmark)) return;
      throw new Problem('conflict', {
        detail: 'You have a bookmark on this event already; change its note with PATCH.',
      });
    });
    return bookmark;
  }

  /**
   * The version increases only if the note changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`
   */
  change(accountId: string, id: string, { note }: { note?: string | null }, ifMatch?: string): Promise<Bookmark> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      if (note === undefined || note === current.note) return current;
      const next = { ...current, note, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      await this.repository.remove(id);
    });
  }
}

function found(bookmark: Bookmark | undefined): Bookmark {
  if (bookmark === undefined) throw new Problem('not_found', { detail: 'You have no bookmark with this id.' });
  return bookmark;
}
