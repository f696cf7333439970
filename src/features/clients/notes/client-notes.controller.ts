import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { ClientNoteChangesDto, ClientNoteDto, ClientNotePageDto, NewClientNoteDto } from './client-note.dto.js';
import { ClientNotes } from './client-notes.service.js';

@Service()
@Authorized()
@JsonController('/clients/:id/notes')
export class ClientNotesController {
  constructor(
    private readonly notes: ClientNotes,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the notes on a client',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: ClientNotePageDto,
  })
  async listClientNotes(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`client-notes:${accountId}:${id}:${order}`, limit, cursor);
    const found = await this.notes.list(accountId, id, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id: note }) => [note], ClientNoteDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a note on a client',
    description: 'Creates a note, private to your account. Reports do not contain notes.',
    returns: ClientNoteDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createClientNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewClientNoteDto,
  ): Promise<Reply> {
    const created = await this.notes.create(accountId, id, input);
    return Reply.created(ClientNoteDto.from(created), `/api/v1/clients/${id}/notes/${created.id}`);
  }

  @Get('/:noteId')
  @Endpoint({ summary: 'Get a note on a client', description: 'Returns one of your notes.', returns: ClientNoteDto })
  async getClientNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('noteId') noteId: string,
  ): Promise<ClientNoteDto> {
    return ClientNoteDto.from(await this.notes.get(accountId, id, noteId));
  }

  @Patch('/:noteId')
  @Endpoint({
    summary: 'Update a note on a client',
    description: 'Updates the fields you send.',
    returns: ClientNoteDto,
    ifMatch: true,
  })
  async updateClientNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('noteId') noteId: string,
    @Body() changes: ClientNoteChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<ClientNoteDto> {
    return ClientNoteDto.from(await this.notes.change(accountId, id, noteId, changes, ifMatch));
  }

  @Delete('/:noteId')
  @Endpoint({ summary: 'Delete a note on a client', description: 'Deletes the note permanently.', ifMatch: true })
  async deleteClientNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('noteId') noteId: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.notes.remove(accountId, id, noteId, ifMatch);
  }
}
