import { Authorized, Delete, Get, JsonController, Param, Put } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { QuoteListDto } from '../quotes/quote.dto.js';
import { NewWatchlistDto, symbol, WatchlistChangesDto, WatchlistDto, WatchlistPageDto } from './watchlist.dto.js';
import { WatchlistsService } from './watchlists.records.js';

const params = {
  symbol: { description: 'A symbol, `<ticker>.<venue>`, case-insensitive.', rule: symbol(), example: 'AAPL.US' },
};

const path = '/markets/watchlists';

@Service()
@Authorized()
@JsonController(path)
export class WatchlistsController extends OwnedController<WatchlistsService> {
  constructor(watchlists: WatchlistsService, cursors: CursorCodec) {
    super(watchlists, cursors, { path, list: 'watchlists', from: WatchlistDto.from });
  }

  @ListOwned({ summary: 'List your watchlists', returns: WatchlistPageDto })
  listWatchlists(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a watchlist',
    description:
      'Creates a list of symbols in your order. Unknown symbols are accepted; their quotes return an error ' +
      'until a provider knows them.',
    returns: WatchlistDto,
    delegable: true,
  })
  createWatchlist(caller: Caller, input: NewWatchlistDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a watchlist',
    description: 'Returns one of your watchlists.',
    returns: WatchlistDto,
    granted: 'read',
  })
  getWatchlist(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a watchlist',
    description:
      'Updates the fields you send. `symbols` replaces the complete list and its order; use the symbol ' +
      'endpoints to add or remove single symbols.',
    returns: WatchlistDto,
    granted: 'write',
  })
  updateWatchlist(caller: Caller, id: string, changes: WatchlistChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a watchlist',
    description:
      'Deletes the watchlist permanently. If it was the default watchlist in your preferences, the preference ' +
      'is cleared.',
  })
  deleteWatchlist(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }

  @Put('/:id/symbols/:symbol')
  @Endpoint({
    summary: 'Add a symbol to a watchlist',
    description: 'Adds the symbol at the end. A symbol that is already listed keeps its position, and nothing changes.',
    returns: WatchlistDto,
    params,
    ifMatch: true,
    errors: ['quota_reached'],
    granted: 'write',
  })
  async addWatchlistSymbol(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('symbol') text: string,
    @IfMatch() ifMatch?: string,
  ): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.records.add(accountId, id, text, ifMatch));
  }

  @Delete('/:id/symbols/:symbol')
  @Endpoint({
    summary: 'Remove a symbol from a watchlist',
    description: 'Removes the symbol; the others keep their order. Nothing changes if the symbol is not listed.',
    returns: WatchlistDto,
    params,
    ifMatch: true,
    granted: 'write',
  })
  async removeWatchlistSymbol(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('symbol') text: string,
    @IfMatch() ifMatch?: string,
  ): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.records.removeSymbol(accountId, id, text, ifMatch));
  }

  @Get('/:id/quotes')
  @Endpoint({
    summary: 'List the quotes of a watchlist',
    description:
      'Returns the latest price of each symbol, in the order of the list, as in `GET /markets/quotes`. ' +
      'Symbols without a quote are listed in `errors`.',
    returns: QuoteListDto,
    granted: 'read',
  })
  async listWatchlistQuotes(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<QuoteListDto> {
    return QuoteListDto.from(await this.records.read(accountId, id));
  }
}
