import { Dto, Field } from '../../../api/field.js';
import { line, nullable, optional, text, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { CreatedAt, Id, UpdatedAt, Version } from '../../../resources/resource-fields.js';
import type { ClientNote } from './client-note.js';

const noteTitle = () => line(1, 200);
const noteText = () => nullable(text(0, 10_000));
const says = { title: 'The title.', text: 'The text; null for no text.' };
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

@Dto('A note on a client.')
export class ClientNoteDto {
  @Id() id!: string;

  @Field('Id of the client that the note is about.', uuid())
  clientId!: string;

  @Field(says.title, noteTitle(), { example: examples.title })
  title!: string;

  @Field(says.text, noteText(), { example: examples.text })
  text!: string | null;

  @CreatedAt() createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from({ id, clientId, title, text: body, createdAt, updatedAt, version }: ClientNote): ClientNoteDto {
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return Object.assign(new ClientNoteDto(), { id, clientId, title, text: body, ...times, version });
  }
}

export const ClientNotePageDto = pageOf(
  ClientNoteDto,
  'ClientNotePageDto',
  'A page of notes on a client, oldest first.',
);
