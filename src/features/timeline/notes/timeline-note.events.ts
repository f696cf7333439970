import { Dto, Field } from '../../../api/field.js';
import { integer, line, list, nullable, number, object, text, uuid } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';

export const noteTitle = () => line(1, 200);
export const noteText = () => nullable(text(0, 4_000));
export const noteSymbols = () => list(text(1, 50, /^[A-Za-z0-9._-]+$/), 50);
export const noteEntities = () => list(text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336'), 50);

@Dto('The place of a note, in degrees (WGS 84).')
export class NotePlaceDto {
  @Field('Latitude.', number(-90, 90), { example: 51.95 })
  lat!: number;

  @Field('Longitude.', number(-180, 180), { example: 4.05 })
  lon!: number;
}

@Dto('A note in the timeline.')
export class TimelineNoteDataDto {
  @Field('The note, as in `GET /timeline/notes/{id}`.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  noteId!: string;

  @Field('Heading of the note on the timeline.', noteTitle(), { example: 'Tanker queue outside the port' })
  title!: string;

  @Field('The text; null for no text.', noteText(), { example: 'Eleven ships at anchor, twice as many as last week.' })
  text!: string | null;

  @Field('The place; null for no place.', nullable(object(() => NotePlaceDto)))
  place!: NotePlaceDto | null;

  @Field('The instruments that the note is about.', noteSymbols(), { example: ['CL.COMM'] })
  symbols!: string[];

  @Field('The entities that the note is about, each as `<kind>:<id>`.', noteEntities(), {
    example: ['vessel:219024336'],
  })
  entities!: string[];

  @Field('Your rating of the severity, from 1 (minor) to 5 (critical).', integer(1, 5), { example: 2 })
  severity!: number;
}

export const timelineNoteEvent = new EventType({
  type: 'timeline.note',
  description: 'One of your notes. A changed note is a new event, which replaces the one before in the timeline.',
  data: TimelineNoteDataDto,
  subject: 'note:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  audience: 'owner',
  tag: 'timeline',
  severities: [1, 2, 3, 4, 5],
  // 100 years: notes are kept until their account deletes them.
  retentionDays: 36_500,
  facets: ({ noteId, symbols, entities, place, severity }) => ({
    keys: [`note:${noteId}`, ...symbols.map((symbol) => `symbol:${symbol}`), ...entities],
    severity,
    place: place === null ? undefined : { latitude: place.lat, longitude: place.lon },
  }),
  title: ({ title }) => title,
});
