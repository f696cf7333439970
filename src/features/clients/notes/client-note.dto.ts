import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { line, nullable, optional, text, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { ClientNote } from './client-note.js';

const noteTitle = () => line(1, 200);
const noteText = () => nullable(text(0, 10_000));
const says = { title: 'Heading of the note.', text: 'The text; null for no text.' };
const examples = { title: 'Review of the year', text: 'Wants no exposure to oil, and 20 % in cash until June.' };

@Dto('A new note on a client.')
export class NewClientNoteDto {
  @Field(says.title, noteTitle(), { example: examples.title })
  title!: string;

  @Field(says.text, optional(noteText()), { example: examples.text })
  text?: string | null;
}

@Dto('Changes to a note on a client (RFC 7396). Omitted fields are unchanged.')
export class ClientNoteChangesDto {
  @Field(says.title, optional(noteTitle()), { example: examples.title })
  title?: string;

  @Field(says.text, optional(noteText()), { example: examples.text })
  text?: string | null;
}

@Resource('A note on a client.')
export class ClientNoteDto extends ResourceDto {
  @Field('Id of the client that the note is about.', uuid())
  clientId!: string;

  @Field(says.title, noteTitle(), { example: examples.title })
  title!: string;

  @Field(says.text, noteText(), { example: examples.text })
  text!: string | null;

  static from(note: ClientNote): ClientNoteDto {
    return answerOf(ClientNoteDto, note);
  }
}

export const ClientNotePageDto = pageOf(
  ClientNoteDto,
  'ClientNotePageDto',
  'A page of notes on a client, oldest first.',
);
