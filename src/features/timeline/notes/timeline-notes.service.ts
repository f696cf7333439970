import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { TimelineConfig } from '../timeline.config.js';
import { timelineNoteEvent } from './timeline-note.events.js';
import type { NoteContent, TimelineNote } from './timeline-note.js';
import { TimelineNoteRepository } from './timeline-note.repository.js';

/** A new note as the caller sends it. */
export interface NoteInput {
  title: string;
  text?: string | null;
  /** RFC 3339; now unless given. */
  time?: string;
  severity: number;
  place?: NoteContent['place'];
  symbols: string[];
  entities: string[];
}

/** Omitted fields stay; null empties a list. */
export type NoteChanges = Partial<Omit<NoteInput, 'symbols' | 'entities'>> & {
  symbols?: string[] | null;
  entities?: string[] | null;
};

const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * Manages the notes of an account. Each is in the timeline as an own event, which is written and removed in the same
 * transaction.
 */
@Service()
export class TimelineNotes {
  constructor(
    private readonly repository: TimelineNoteRepository,
    private readonly log: EventLog,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: TimelineConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<TimelineNote> {
    return found(await this.repository.find(accountId, id));
  }

  /** By creation, after the note `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<TimelineNote[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `invalid_request` for a time too far ahead, `quota_reached` */
  async create(
    accountId: string,
    { title, text = null, time, severity, place = null, symbols, entities }: NoteInput,
  ): Promise<TimelineNote> {
    const now = new Date(this.clock.now());
    const content = {
      title,
      text,
      time: time === undefined ? now : this.timeOf(time),
      severity,
      place,
      ...listsOf(symbols, entities),
    };
    return this.database.transaction(async () => {
      const limit = this.config.notes;
      const detail = `An account has at most ${limit} notes here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      const id = uuidV7();
      const note: TimelineNote = {
        id,
        accountId,
        eventId: await this.publish(accountId, id, content),
        ...content,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await this.repository.insert(note);
      return note;
    });
  }

  /**
   * The version increases, and the event is replaced, only if something changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for a time too far ahead
   */
  change(accountId: string, id: string, changes: NoteChanges, ifMatch?: string): Promise<TimelineNote> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const before = contentOf(current);
      const after: NoteContent = {
        title: changes.title ?? before.title,
        text: changes.text === undefined ? before.text : changes.text,
        time: changes.time === undefined ? before.time : this.timeOf(changes.time),
        severity: changes.severity ?? before.severity,
        place: changes.place === undefined ? before.place : changes.place,
        ...listsOf(changed(before.symbols, changes.symbols), changed(before.entities, changes.entities)),
      };
      if (isDeepStrictEqual(before, after)) return current;
      await this.log.withdraw(accountId, [current.eventId]);
      const eventId = await this.publish(accountId, id, after);
      const next = {
        ...current,
        ...after,
        eventId,
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.repository.replace(next);
      return next;
    });
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      await this.log.withdraw(accountId, [current.eventId]);
      await this.repository.remove(id);
    });
  }

  /** @returns the id of the event */
  private publish(ownerId: string, noteId: string, { time, ...content }: NoteContent): Promise<string> {
    return this.log.append(timelineNoteEvent, {
      data: { noteId, ...content },
      subject: `note:${noteId}`,
      ownerId,
      time,
    });
  }

  private timeOf(text: string): Date {
    const time = new Date(text);
    if (time.getTime() <= this.clock.now() + MAX_AHEAD_MS) return time;
    throw new Problem('invalid_request', {
      detail: '`time` must be at most a year ahead.',
      errors: [{ pointer: '/time', detail: 'must be at most a year ahead' }],
    });
  }
}

const contentOf = ({ title, text, time, severity, place, symbols, entities }: TimelineNote): NoteContent => {
  return { title, text, time, severity, place, symbols, entities };
};

const listsOf = (symbols: readonly string[], entities: readonly string[]) => ({
  symbols: [...new Set(symbols.map((symbol) => symbol.toUpperCase()))],
  entities: [...new Set(entities)],
});

const changed = (before: string[], after: string[] | null | undefined): string[] =>
  after === undefined ? before : (after ?? []);

function found(note: TimelineNote | undefined): TimelineNote {
  if (note === undefined) throw new Problem('not_found', { detail: 'You have no note with this id.' });
  return note;
}
