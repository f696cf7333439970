import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { EventEnvelopes } from '../../../events/event-envelopes.js';
import { EventLog } from '../../../events/event-log.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { TimelineConfig } from '../timeline.config.js';
import { type Bookmark, timelineBookmarks } from '../timeline.schema.js';
import { type BookmarkChangesDto, BookmarkDto, type NewBookmarkDto } from './bookmark.dto.js';

/** Manages the bookmarks of accounts. An account can mark an event only once. */
@Service()
export class Bookmarks extends OwnedRecords<Bookmark, NewBookmarkDto, BookmarkChangesDto> {
  constructor(
    parts: OwnedParts,
    config: TimelineConfig,
    private readonly log: EventLog,
    private readonly envelopes: EventEnvelopes,
  ) {
    super(parts, {
      table: parts.table(timelineBookmarks),
      noun: 'bookmark',
      limitName: 'timeline_bookmarks',
      limit: () => config.bookmarks,
      exported: {
        section: 'timelineBookmarks',
        description: 'Its timeline bookmarks, with copies of the events.',
        item: BookmarkDto,
      },
    });
  }

  /**
   * Returns a new bookmark with a copy of the event.
   * @throws Problem `unprocessable` for an event that the account cannot see
   */
  protected async fresh(accountId: string, { eventId, note = null }: NewBookmarkDto): Promise<ContentOf<Bookmark>> {
    const event = await this.log.find(accountId, eventId);
    if (event !== undefined) return { eventId: event.id, event: this.envelopes.of(event), note };
    const errors = [{ pointer: '/eventId', detail: 'is not an event that you may see' }];
    throw new Problem('unprocessable', { detail: 'Give the id of an event of your timeline.', errors });
  }

  protected revised(_bookmark: Bookmark, { note }: BookmarkChangesDto): Partial<Bookmark> {
    return { note };
  }

  /** Rejects a second bookmark of the same event. @throws Problem `conflict` */
  protected override async check({ accountId, eventId }: Bookmark, before?: Bookmark): Promise<void> {
    if (before !== undefined || (await this.table.findWith(accountId, { eventId })) === undefined) return;
    throw new Problem('conflict', {
      detail: 'You have a bookmark on this event already; change its note with PATCH.',
    });
  }
}
