import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { NewSavedSearchDto, SavedSearchChangesDto, SavedSearchDto, SavedSearchPageDto } from './saved-search.dto.js';
import { SavedSearchesService } from './saved-searches.records.js';

@Service()
@Authorized()
@JsonController('/search/saved')
export class SavedSearchesController {
  constructor(
    private readonly searches: SavedSearchesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your saved searches',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: SavedSearchPageDto,
  })
  async listSavedSearches(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`saved-searches:${accountId}:${order}`, limit, cursor);
    const found = await this.searches.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], SavedSearchDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Save a search',
    description: 'Saves a query under a name. The query is checked; an error names its position.',
    returns: SavedSearchDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createSavedSearch(@CurrentCaller() { accountId }: Caller, @Body() input: NewSavedSearchDto): Promise<Reply> {
    const created = await this.searches.create(accountId, input);
    return Reply.created(SavedSearchDto.from(created), `/api/v1/search/saved/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a saved search',
    description: 'Returns one of your saved searches. Pass its `q` and `type` to `GET /search` to run it.',
    returns: SavedSearchDto,
  })
  async getSavedSearch(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<SavedSearchDto> {
    return SavedSearchDto.from(await this.searches.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a saved search',
    description: 'Updates the fields you send. A new query is checked; an error names its position.',
    returns: SavedSearchDto,
    ifMatch: true,
  })
  async updateSavedSearch(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { type, ...changes }: SavedSearchChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<SavedSearchDto> {
    return SavedSearchDto.from(
      await this.searches.change(
        accountId,
        id,
        { ...changes, ...(type === undefined ? {} : { type: type ?? [] }) },
        ifMatch,
      ),
    );
  }

  @Delete('/:id')
  @Endpoint({ summary: 'Delete a saved search', description: 'Deletes the saved search permanently.', ifMatch: true })
  async deleteSavedSearch(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.searches.remove(accountId, id, ifMatch);
  }
}
