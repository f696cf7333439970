import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import {
  NewTimelineNoteDto,
  TimelineNoteChangesDto,
  TimelineNoteDto,
  TimelineNotePageDto,
} from './timeline-note.dto.js';
import { TimelineNotes } from './timeline-notes.records.js';

@Service()
@Authorized()
@JsonController('/timeline/notes')
export class TimelineNotesController {
  constructor(
    private readonly notes: TimelineNotes,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your timeline notes',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: TimelineNotePageDto,
  })
  async listTimelineNotes(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`timeline-notes:${accountId}:${order}`, limit, cursor);
    const found = await this.notes.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], TimelineNoteDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a timeline note',
    description:
      'Adds a private note to your timeline, as the event `timeline.note`. Notes are kept until you delete them.',
    returns: TimelineNoteDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createTimelineNote(@CurrentCaller() { accountId }: Caller, @Body() input: NewTimelineNoteDto): Promise<Reply> {
    const created = await this.notes.create(accountId, input);
    return Reply.created(TimelineNoteDto.from(created), `/api/v1/timeline/notes/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a timeline note', description: 'Returns one of your notes.', returns: TimelineNoteDto })
  async getTimelineNote(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<TimelineNoteDto> {
    return TimelineNoteDto.from(await this.notes.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a timeline note',
    description:
      'Updates the fields you send. A changed note is a new event in the timeline, which replaces the one ' +
      'before. `version` rises only if something changed.',
    returns: TimelineNoteDto,
    ifMatch: true,
  })
  async updateTimelineNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: TimelineNoteChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<TimelineNoteDto> {
    return TimelineNoteDto.from(await this.notes.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a timeline note',
    description: 'Deletes the note and its event permanently.',
    ifMatch: true,
  })
  async deleteTimelineNote(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.notes.remove(accountId, id, ifMatch);
  }
}
