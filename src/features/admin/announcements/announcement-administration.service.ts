import { Service } from 'typedi';
import { announcementPublished } from '../../../announcements/announcement.events.js';
import type { Announcement, AnnouncementSeverity } from '../../../announcements/announcement.js';
import { AnnouncementRepository } from '../../../announcements/announcement.repository.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { entryOf } from '../operator-entry.js';

const MAX_ANNOUNCEMENTS = 100;

export interface AnnouncementChanges {
  text?: string;
  severity?: AnnouncementSeverity;
  from?: string;
  /** End of the period; null: no end. */
  to?: string | null;
}

/**
 * Manages announcements to all accounts. Each change is recorded in the audit log. An announcement has one event, which
 * is appended when its period begins.
 */
@Service()
export class AnnouncementAdministration {
  constructor(
    private readonly repository: AnnouncementRepository,
    private readonly audit: AuditLog,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(limit: number, order: Order, after?: string): Promise<Announcement[]> {
    return this.repository.list(limit, order, after);
  }

  /** Returns an announcement. @throws Problem `not_found` */
  async get(id: string): Promise<Announcement> {
    return found(await this.repository.find(id));
  }

  /** Creates an announcement. @throws Problem `quota_reached`, `invalid_request` for an empty period */
  async create(
    operator: Caller,
    created: AnnouncementChanges & { text: string },
    origin: RequestOrigin,
  ): Promise<Announcement> {
    const now = new Date(this.clock.now());
    const first = { id: uuidV7(), text: created.text, severity: 'info' as const, startsAt: now, endsAt: null };
    const announcement = changed({ ...first, publishedAt: null, version: 1, createdAt: now, updatedAt: now }, created);
    return this.database.transaction(async () => {
      if ((await this.repository.countAlone()) >= MAX_ANNOUNCEMENTS)
        throw new Problem('quota_reached', {
          detail: `There are ${MAX_ANNOUNCEMENTS} announcements; delete old ones first.`,
        });
      await this.repository.insert(announcement);
      await this.audit.append(entryOf(operator, 'announcement.created', announcement.id, origin, { ...created }));
      await this.publish();
      return this.get(announcement.id);
    });
  }

  /**
   * Changes an announcement.
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for an empty period
   */
  change(
    operator: Caller,
    id: string,
    changes: AnnouncementChanges,
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<Announcement> {
    return this.database.transaction(async () => {
      const before = found(await this.repository.hold(id));
      assertVersion(ifMatch, before);
      const after = changed(before, changes);
      await this.repository.replace({ ...after, version: before.version + 1, updatedAt: new Date(this.clock.now()) });
      await this.audit.append(entryOf(operator, 'announcement.changed', id, origin, { ...changes }));
      await this.publish();
      return this.get(id);
    });
  }

  /** Deletes an announcement. @throws Problem `not_found`, `precondition_failed` */
  async remove(operator: Caller, id: string, origin: RequestOrigin, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(id)));
      await this.repository.remove(id);
      await this.audit.append(entryOf(operator, 'announcement.deleted', id, origin));
    });
  }

  /**
   * Appends the events of announcements whose period has begun. Each event is appended once, even if several processes
   * call this.
   */
  async publish(): Promise<void> {
    const now = new Date(this.clock.now());
    await this.database.transaction(async () => {
      for (const { id, text, severity, startsAt, endsAt } of await this.repository.holdUnpublished(now)) {
        const data = { id, text, severity, from: startsAt.toISOString(), to: endsAt?.toISOString() ?? null };
        await this.events.append(announcementPublished, { data, subject: `announcement:${id}` });
        await this.repository.markPublished(id, now);
      }
    });
  }
}

function found(announcement: Announcement | undefined): Announcement {
  if (announcement === undefined) throw new Problem('not_found', { detail: 'There is no announcement with this id.' });
  return announcement;
}

/** Returns the announcement after a change. @throws Problem `invalid_request` for an empty period */
function changed(before: Announcement, { text, severity, from, to }: AnnouncementChanges): Announcement {
  const startsAt = from === undefined ? before.startsAt : new Date(from);
  const endsAt = to === undefined ? before.endsAt : to === null ? null : new Date(to);
  if (endsAt !== null && endsAt <= startsAt)
    throw new Problem('invalid_request', {
      detail: 'Some fields are not valid; see errors.',
      errors: [{ pointer: to === undefined ? '/from' : '/to', detail: 'the end must be after the beginning' }],
    });
  return { ...before, text: text ?? before.text, severity: severity ?? before.severity, startsAt, endsAt };
}
