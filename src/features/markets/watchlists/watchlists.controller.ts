import {
  Authorized,
  Body,
  Delete,
  Get,
  JsonController,
  Param,
  Patch,
  Post,
  Put,
  QueryParams,
} from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { QuoteListDto } from '../quotes/quote.dto.js';
import { NewWatchlistDto, symbol, WatchlistChangesDto, WatchlistDto, WatchlistPageDto } from './watchlist.dto.js';
import { WatchlistsService } from './watchlists.records.js';

const params = {
  symbol: { description: 'A symbol, `<ticker>.<venue>`, case-insensitive.', rule: symbol(), example: 'AAPL.US' },
};

@Service()
@Authorized()
@JsonController('/markets/watchlists')
export class WatchlistsController {
  constructor(
    private readonly watchlists: WatchlistsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your watchlists',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: WatchlistPageDto,
  })
  async listWatchlists(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`watchlists:${accountId}:${order}`, limit, cursor);
    const found = await this.watchlists.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], WatchlistDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a watchlist',
    description:
      'Creates a list of symbols in your order. Unknown symbols are accepted; their quotes return an error ' +
      'until a provider knows them.',
    returns: WatchlistDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createWatchlist(@CurrentCaller() { accountId }: Caller, @Body() input: NewWatchlistDto): Promise<Reply> {
    const created = await this.watchlists.create(accountId, input);
    return Reply.created(WatchlistDto.from(created), `/api/v1/markets/watchlists/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a watchlist', description: 'Returns one of your watchlists.', returns: WatchlistDto })
  async getWatchlist(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.watchlists.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a watchlist',
    description:
      'Updates the fields you send. `symbols` replaces the complete list and its order; use the symbol ' +
      'endpoints to add or remove single symbols.',
    returns: WatchlistDto,
    ifMatch: true,
  })
  async updateWatchlist(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: WatchlistChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.watchlists.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a watchlist',
    description:
      'Deletes the watchlist permanently. If it was the default watchlist in your preferences, the preference ' +
      'is cleared.',
    ifMatch: true,
  })
  async deleteWatchlist(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.watchlists.remove(accountId, id, ifMatch);
  }

  @Put('/:id/symbols/:symbol')
  @Endpoint({
    summary: 'Add a symbol to a watchlist',
    description: 'Adds the symbol at the end. A symbol that is already listed keeps its position, and nothing changes.',
    returns: WatchlistDto,
    params,
    ifMatch: true,
    errors: ['quota_reached'],
  })
  async addWatchlistSymbol(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('symbol') text: string,
    @IfMatch() ifMatch?: string,
  ): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.watchlists.add(accountId, id, text, ifMatch));
  }

  @Delete('/:id/symbols/:symbol')
  @Endpoint({
    summary: 'Remove a symbol from a watchlist',
    description: 'Removes the symbol; the others keep their order. Nothing changes if the symbol is not listed.',
    returns: WatchlistDto,
    params,
    ifMatch: true,
  })
  async removeWatchlistSymbol(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('symbol') text: string,
    @IfMatch() ifMatch?: string,
  ): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.watchlists.removeSymbol(accountId, id, text, ifMatch));
  }

  @Get('/:id/quotes')
  @Endpoint({
    summary: 'List the quotes of a watchlist',
    description:
      'Returns the latest price of each symbol, in the order of the list, as in `GET /markets/quotes`. ' +
      'Symbols without a quote are listed in `errors`.',
    returns: QuoteListDto,
  })
  async listWatchlistQuotes(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<QuoteListDto> {
    return QuoteListDto.from(await this.watchlists.read(accountId, id));
  }
}
