import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { SearchPageDto, SearchQueryDto, SuggestionListDto, SuggestionQueryDto } from './search.dto.js';
import { SearchService } from './search.service.js';

@Service()
@Authorized()
@JsonController('/search')
export class SearchController {
  constructor(
    private readonly searches: SearchService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Search everything',
    description:
      'Searches instruments, vessels, aircraft, events, news and everything of your own, best results first: ' +
      'exact identifiers, then by how well ' +
      'they match, how recent and how severe they are. With fewer than 10 matches, words of five letters or ' +
      'more also match with typing errors. ' +
      'An error in the query names its position. A source that does not respond is named in `warnings`.',
    returns: SearchPageDto,
    lane: 'searches',
  })
  async search(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { q, type, limit, cursor }: SearchQueryDto,
  ): Promise<SearchPageDto> {
    const page = this.cursors.page(`search:${accountId}:${JSON.stringify({ q, type })}`, limit, cursor);
    const after = page.after && { list: page.after[0] as string, place: page.after[1] as number };
    const results = await this.searches.page(accountId, { q, type }, after, limit);
    const { items, nextCursor } = page.answer(
      results.items.slice(0, page.fetch),
      () => [results.list, results.place + limit],
      (item) => item,
    );
    return SearchPageDto.from({ ...results, items: items as typeof results.items }, nextCursor);
  }

  @Get('/suggest')
  @Endpoint({
    summary: 'Suggest results while typing',
    description:
      'Returns the best results for a query that is still being typed, without snippets and facets. Incomplete ' +
      'parts of the query are ignored.',
    returns: SuggestionListDto,
  })
  async suggestResults(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { q, type, limit }: SuggestionQueryDto,
  ): Promise<SuggestionListDto> {
    return SuggestionListDto.from(await this.searches.suggest(accountId, q, type, limit));
  }
}
