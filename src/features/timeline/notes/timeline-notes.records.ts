import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { EventLog } from '../../../events/event-log.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { DAY_MS } from '../../../time/durations.js';
import { TimelineConfig } from '../timeline.config.js';
import { TimelineNoteDto } from './timeline-note.dto.js';
import { timelineNoteEvent } from './timeline-note.events.js';
import type { NoteContent, TimelineNote } from './timeline-note.js';
import { TimelineNoteRepository } from './timeline-note.repository.js';

/** A new note as the caller sends it. */
export interface NoteInput {
  title: string;
  text?: string | null;
  /** Time that the note is about (RFC 3339). Default: now. */
  time?: string;
  severity: number;
  place?: NoteContent['place'];
  symbols: string[];
  entities: string[];
}

/** Changes of a note: omitted fields are unchanged, null empties a list. */
export type NoteChanges = Partial<Omit<NoteInput, 'symbols' | 'entities'>> & {
  symbols?: string[] | null;
  entities?: string[] | null;
};

const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * Manages the notes of accounts. Each note is shown in the timeline by an event of its account, which is appended,
 * replaced and deleted in the same transaction.
 */
@Service()
export class TimelineNotes extends OwnedRecords<TimelineNote, NoteInput, NoteChanges> {
  constructor(
    parts: OwnedParts,
    repository: TimelineNoteRepository,
    config: TimelineConfig,
    private readonly log: EventLog,
  ) {
    super(parts, {
      table: repository,
      noun: 'note',
      limitName: 'timeline_notes',
      limit: () => config.notes,
      exported: {
        section: 'timelineNotes',
        description: 'Notes that the account wrote in the timeline.',
        item: TimelineNoteDto,
      },
    });
  }

  /** Returns the content of a new note. @throws Problem `invalid_request` for a time too far in the future */
  protected fresh(_accountId: string, input: NoteInput, now: Date): ContentOf<TimelineNote> {
    const { title, text = null, severity, place = null, symbols, entities } = input;
    const time = input.time === undefined ? now : this.timeOf(input.time);
    const lists = { symbols: symbolsOf(symbols), entities: [...new Set(entities)] };
    return { title, text, time, severity, place, ...lists, eventId: '' };
  }

  /** Returns the changed fields of a note. @throws Problem `invalid_request` for a time too far in the future */
  protected revised(_note: TimelineNote, changes: NoteChanges): Partial<TimelineNote> {
    const { title, text, severity, place, symbols, entities } = changes;
    const time = changes.time === undefined ? undefined : this.timeOf(changes.time);
    const lists = {
      symbols: symbols === undefined ? undefined : symbolsOf(symbols ?? []),
      entities: entities === undefined ? undefined : [...new Set(entities)],
    };
    return { title, text, time, severity, place, ...lists };
  }

  protected override async check(note: TimelineNote, before?: TimelineNote): Promise<void> {
    if (before !== undefined) await this.log.withdraw(before.accountId, [before.eventId]);
    const { id, accountId, title, text, time, severity, place, symbols, entities } = note;
    const data = { noteId: id, title, text, severity, place, symbols, entities };
    note.eventId = await this.log.append(timelineNoteEvent, { data, subject: `note:${id}`, ownerId: accountId, time });
  }

  protected override async beforeRemove({ accountId, eventId }: TimelineNote): Promise<void> {
    await this.log.withdraw(accountId, [eventId]);
  }

  private timeOf(text: string): Date {
    const time = new Date(text);
    if (time.getTime() <= this.now().getTime() + MAX_AHEAD_MS) return time;
    throw new Problem('invalid_request', {
      detail: '`time` must be at most a year ahead.',
      errors: [{ pointer: '/time', detail: 'must be at most a year ahead' }],
    });
  }
}

const symbolsOf = (symbols: readonly string[]): string[] => [...new Set(symbols.map((symbol) => symbol.toUpperCase()))];
