import { Authorized, Body, Delete, Get, JsonController, Param, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { symbolParameter } from '../symbol-parameter.js';
import {
  FundHoldingDto,
  FundHoldingListDto,
  FundHoldingsQuery,
  MAX_SHOWN,
  NewFundHoldingsDto,
} from './fund-holdings.dto.js';
import { FundWeightsService } from './fund-weights.service.js';
import { FundsService } from './funds.service.js';

const params = { symbol: { ...symbolParameter, description: 'The fund, case-insensitive.', example: 'SPY.US' } };

@Service()
@Authorized()
@JsonController('/markets/funds/:symbol/holdings')
export class FundsController {
  constructor(
    private readonly funds: FundsService,
    private readonly weights: FundWeightsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the holdings of a fund',
    description:
      'Returns what a fund held at the end of a day, the largest weight first: from your own statement if there ' +
      'is one, otherwise from the latest public report of form N-PORT to the SEC, which funds in the United ' +
      'States publish 60 days after each quarter. Weights are fractions of the net assets; `coveredFraction` is ' +
      'their sum. `publishedAt` says when a report became known.',
    returns: FundHoldingListDto,
    params,
    csv: FundHoldingListDto.table,
    errors: ['unprocessable'],
  })
  async listFundHoldings(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @QueryParams() { asOf, limit, cursor }: FundHoldingsQuery,
  ): Promise<FundHoldingListDto> {
    const fund = await this.funds.read(accountId, symbol, asOf);
    // The holdings of another day are another list.
    const list = `fund-holdings:${accountId}:${fund.symbol}:${fund.asOf}:${fund.publishedAt.getTime()}`;
    const page = this.cursors.page(list, limit, cursor);
    const first = (page.after?.[0] as number | undefined) ?? 0;
    const rows = fund.holdings
      .slice(first, first + page.fetch)
      .map((holding, at) => ({ holding, next: first + at + 1 }));
    return FundHoldingListDto.from(
      fund,
      page.answer(
        rows,
        ({ next }) => [next],
        ({ holding }) => FundHoldingDto.from(holding),
      ),
    );
  }

  @Put('')
  @Endpoint({
    summary: 'Set the holdings of a fund',
    description:
      'Stores up to 1,000 holdings of a fund for your account, in place of the reported ones and of those that ' +
      'you stated before: for funds that no source knows, and for own instruments. A fund that holds itself, a ' +
      'day in the future, or weights that sum to more than 1 are a 422.',
    returns: FundHoldingListDto,
    params,
    errors: ['unprocessable', 'quota_reached'],
  })
  async setFundHoldings(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Body() body: NewFundHoldingsDto,
  ): Promise<FundHoldingListDto> {
    await this.weights.put(accountId, symbol, body.asOf, NewFundHoldingsDto.written(body));
    const fund = await this.funds.read(accountId, symbol);
    const items = fund.holdings.slice(0, MAX_SHOWN).map(FundHoldingDto.from);
    return FundHoldingListDto.from(fund, { items, nextCursor: null });
  }

  @Delete('')
  @Endpoint({
    summary: 'Delete your holdings of a fund',
    description:
      'Deletes the holdings that you stated, so that the reported ones apply again. 404 if you stated no holdings.',
    params,
    errors: ['not_found'],
  })
  async deleteFundHoldings(@CurrentCaller() { accountId }: Caller, @Param('symbol') symbol: string): Promise<void> {
    await this.weights.remove(accountId, symbol);
  }
}
