import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { integer, list, nullable, object, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { NotePlaceDto, noteEntities, noteSymbols, noteText, noteTitle } from './timeline-note.events.js';
import type { TimelineNote } from './timeline-note.js';

const severity = () => integer(1, 5);
const place = () => nullable(object(() => NotePlaceDto));
const says = {
  title: 'Heading of the note on the timeline.',
  text: 'The text; null for no text.',
  time: 'The moment that the note is about (UTC), at most a year ahead.',
  severity: 'Your rating of the severity, from 1 (minor) to 5 (critical).',
  place: 'The place; null for no place.',
  symbols: 'The instruments that the note is about, by which filters find it. In upper case; duplicates are removed.',
  entities:
    'The entities that the note is about, each as `<kind>:<id>`, by which filters find it. Duplicates are removed.',
};
const examples = {
  title: 'Tanker queue outside the port',
  text: 'Eleven ships at anchor, twice as many as last week.',
  time: '2026-11-20T23:15:00.000Z',
};

@Dto('A new note.')
export class NewTimelineNoteDto {
  @Field(says.title, noteTitle(), { example: examples.title })
  title!: string;

  @Field(says.text, optional(noteText()), { example: examples.text })
  text?: string | null;

  @Field(`${says.time} Now if omitted.`, optional(timestamp()), { example: examples.time })
  time?: string;

  @Field(says.severity, optional(severity()), { default: 1, example: 2 })
  severity: number = 1;

  @Field(says.place, optional(place()))
  place?: NotePlaceDto | null;

  @Field(says.symbols, optional(noteSymbols()), { default: [], example: ['CL.COMM'] })
  symbols: string[] = [];

  @Field(says.entities, optional(noteEntities()), { default: [], example: ['vessel:219024336'] })
  entities: string[] = [];
}

@Dto('Changes to a note (RFC 7396). Omitted fields are unchanged.')
export class TimelineNoteChangesDto {
  @Field(says.title, optional(noteTitle()), { example: examples.title })
  title?: string;

  @Field(says.text, optional(noteText()), { example: examples.text })
  text?: string | null;

  @Field(says.time, optional(timestamp()), { example: examples.time })
  time?: string;

  @Field(says.severity, optional(severity()), { example: 2 })
  severity?: number;

  @Field(says.place, optional(place()))
  place?: NotePlaceDto | null;

  @Field(`${says.symbols} Null for no instruments.`, optional(nullable(noteSymbols())), { example: ['CL.COMM'] })
  symbols?: string[] | null;

  @Field(`${says.entities} Null for no entities.`, optional(nullable(noteEntities())), {
    example: ['vessel:219024336'],
  })
  entities?: string[] | null;
}

@Resource('A note in your timeline.')
export class TimelineNoteDto extends ResourceDto {
  @Field('The event that shows the note in the timeline; another one after each change.', uuid(), {
    example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e',
  })
  eventId!: string;

  @Field(says.title, noteTitle(), { example: examples.title })
  title!: string;

  @Field(says.text, noteText(), { example: examples.text })
  text!: string | null;

  @Field('The moment that the note is about (UTC).', timestamp(), { example: examples.time })
  time!: string;

  @Field(says.severity, severity(), { example: 2 })
  severity!: number;

  @Field(says.place, place())
  place!: NotePlaceDto | null;

  @Field('The instruments that the note is about.', list(text(1, 50), 50), { example: ['CL.COMM'] })
  symbols!: string[];

  @Field('The entities that the note is about.', noteEntities(), { example: ['vessel:219024336'] })
  entities!: string[];

  static from(note: TimelineNote): TimelineNoteDto {
    return answerOf(TimelineNoteDto, note);
  }
}

export const TimelineNotePageDto = pageOf(TimelineNoteDto, 'TimelineNotePageDto', 'A page of notes.');
