import { Dto, Field } from '../../../src/api/field.js';
import {
  choice,
  day,
  email,
  flag,
  integer,
  json,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../src/api/rules.js';

@Dto('One label on a note.')
export class Label {
  @Field('The text of the label.', text(1, 40), { example: 'urgent' })
  name: string;

  @Field('Color as 24-bit RGB.', optional(integer(0, 0xffffff)), { example: 16711680 })
  color?: number;
}

@Dto('Fields of a new note.')
export class CreateNote {
  @Field('The title that lists show.', text(1, 200), { example: 'Groceries' })
  title: string;

  @Field('Markdown text; null for none.', optional(nullable(text(0, 10_000))), { example: 'milk\neggs' })
  body?: string | null;

  @Field('Accounts that may read the note.', optional(choice(['private', 'team', 'public'])), { default: 'private' })
  visibility: string = 'private';

  @Field(
    'At most five labels.',
    optional(
      list(
        object(() => Label),
        5,
      ),
    ),
  )
  labels?: Label[];

  @Field('The label shown in lists; null for none.', optional(nullable(object(() => Label))))
  mainLabel?: Label | null;

  @Field('Whether it stands on top.', optional(flag()))
  pinned?: boolean;

  @Field('Weight in lists, a share.', optional(number(0, 1)), { example: 0.5 })
  weight?: number;

  @Field('Whom to remind.', optional(list(email(), 3)))
  remind?: string[];

  @Field('When to remind.', optional(timestamp()))
  remindAt?: string;

  @Field('The day it is about; null for none.', optional(nullable(day())))
  about?: string | null;

  @Field('The note it answers.', optional(uuid()))
  answers?: string;

  @Field('Anything else, at most three entries.', optional(json(3)), { example: { source: 'import' } })
  extra?: Record<string, unknown>;
}

@Dto('Changes to a note; what is left out stays.')
export class UpdateNote {
  @Field('The title that lists show.', optional(text(1, 200)), { example: 'Groceries' })
  title?: string;

  @Field('Markdown text; null for none.', optional(nullable(text(0, 10_000))), { example: 'milk' })
  body?: string | null;
}

@Dto('A stored note.')
export class NoteDto extends CreateNote {
  @Field('Identifier (UUIDv7).', uuid())
  id: string;

  @Field('One more with each change.', integer(1, 2_147_483_647), { example: 3 })
  version: number;

  @Field('When it was archived; null while it is not.', nullable(timestamp()), { example: null })
  archivedAt: string | null;
}

@Dto('A page of notes.')
export class NoteListDto {
  @Field(
    'The notes of this page, newest first.',
    list(
      object(() => NoteDto),
      200,
    ),
  )
  items: NoteDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 500)), { example: 'bz0yMA' })
  nextCursor: string | null;
}

@Dto('Which notes.')
export class NoteQuery {
  @Field('Page size.', optional(integer(1, 200)), { default: 50 })
  limit: number = 50;

  @Field('The `nextCursor` of the page before.', optional(text(1, 500)), { example: 'bz0yMA' })
  cursor?: string;

  @Field('Only these visibilities.', optional(list(choice(['private', 'team', 'public']), 3, 1)))
  visibility?: string[];
}

@Dto('Whether the service lives.')
export class HealthDto {
  @Field('Always `ok`.', choice(['ok']))
  status: string;
}

@Dto('A change of a note.')
export class NoteChangedDto {
  @Field(
    'The note afterwards.',
    object(() => NoteDto),
  )
  note: NoteDto;
}
