import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { BookmarkChangesDto, BookmarkDto, BookmarkPageDto, NewBookmarkDto } from './bookmark.dto.js';
import { Bookmarks } from './bookmarks.records.js';

@Service()
@Authorized()
@JsonController('/timeline/bookmarks')
export class BookmarksController {
  constructor(
    private readonly bookmarks: Bookmarks,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your bookmarks',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: BookmarkPageDto,
  })
  async listBookmarks(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`timeline-bookmarks:${accountId}:${order}`, limit, cursor);
    const found = await this.bookmarks.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], BookmarkDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a bookmark',
    description:
      'Marks an event of your timeline. A copy of the event is kept with the bookmark, also when the timeline ' +
      'no longer holds the event. An event has at most one bookmark of yours.',
    returns: BookmarkDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable', 'conflict'],
  })
  async createBookmark(@CurrentCaller() { accountId }: Caller, @Body() input: NewBookmarkDto): Promise<Reply> {
    const created = await this.bookmarks.create(accountId, input);
    return Reply.created(BookmarkDto.from(created), `/api/v1/timeline/bookmarks/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a bookmark',
    description: 'Returns one of your bookmarks, with a copy of its event.',
    returns: BookmarkDto,
  })
  async getBookmark(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<BookmarkDto> {
    return BookmarkDto.from(await this.bookmarks.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a bookmark',
    description: 'Updates the note. `version` rises only if it changed.',
    returns: BookmarkDto,
    ifMatch: true,
  })
  async updateBookmark(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: BookmarkChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<BookmarkDto> {
    return BookmarkDto.from(await this.bookmarks.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a bookmark',
    description: 'Deletes the bookmark and its copy of the event permanently.',
    ifMatch: true,
  })
  async deleteBookmark(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.bookmarks.remove(accountId, id, ifMatch);
  }
}
