import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { type Page, PageQuery } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { QuoteListDto } from '../quotes/quote.dto.js';
import { NewWatchlistDto, symbol, WatchlistChangesDto, WatchlistDto, WatchlistPageDto } from './watchlist.dto.js';
import { WatchlistsService } from './watchlists.service.js';

const params = { symbol: { description: 'A symbol, `<ticker>.<venue>`, in either case.', rule: symbol(), example: 'AAPL.US' } };

@Service()
@Authorized()
@JsonController('/markets/watchlists')
export class WatchlistsController {
  constructor(
    private readonly watchlists: WatchlistsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({ summary: 'List your watchlists', description: 'Oldest first. Follow `nextCursor` until it is null.', returns: WatchlistPageDto })
  async listWatchlists(@CurrentCaller() { accountId }: Caller, @QueryParams() { limit, cursor }: PageQuery): Promise<Page<object>> {
    const page = this.cursors.page(`watchlists:${accountId}`, limit, cursor);
    const found = await this.watchlists.list(accountId, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], WatchlistDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Make a watchlist',
    description: 'Symbols to look at together, in your order. One that nobody knows is kept: it may be known tomorrow, and until then the quotes tell.',
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
  @Endpoint({ summary: 'Read a watchlist', description: 'One of your watchlists.', returns: WatchlistDto })
  async getWatchlist(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WatchlistDto> {
    return WatchlistDto.from(await this.watchlists.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Change a watchlist',
    description: 'Changes what is sent. `symbols` replaces the whole list, so it also sets the order; single ones are put in and taken out by themselves.',
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
  @Endpoint({ summary: 'Delete a watchlist', description: 'For good. Where it was the default watchlist of your preferences, there is none afterwards.' })
  async deleteWatchlist(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.watchlists.remove(accountId, id);
  }

  @Put('/:id/symbols/:symbol')
  @Endpoint({
    summary: 'Put a symbol in a watchlist',
    description: 'At its end. One that is there already stays where it is and nothing changes, so that repeating it does no harm.',
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
    summary: 'Take a symbol out of a watchlist',
    description: 'The others keep their order. Where it is not in the list nothing changes, so that repeating it does no harm.',
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
    return WatchlistDto.from(await this.watchlists.takeOut(accountId, id, text, ifMatch));
  }

  @Get('/:id/quotes')
  @Endpoint({
    summary: 'Read the quotes of a watchlist',
    description: 'The latest price of each of its symbols, in its order, as `GET /markets/quotes` gives them. Symbols without one are among the errors.',
    returns: QuoteListDto,
  })
  async listWatchlistQuotes(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<QuoteListDto> {
    return QuoteListDto.from(await this.watchlists.read(accountId, id));
  }
}
