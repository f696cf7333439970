import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import {
  IncomeDto,
  IncomeListDto,
  LotDto,
  LotListDto,
  LotQuery,
  PeriodQuery,
  RealizedGainDto,
  RealizedGainListDto,
  RealizedQuery,
} from './ledger-figures.dto.js';
import { LedgerFigures } from './ledger-figures.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class LedgerFiguresController {
  constructor(private readonly figures: LedgerFigures) {}

  @Get('/lots')
  @Endpoint({
    summary: 'List open lots',
    description:
      'Returns the remaining units of each purchase by a lot method, after sales, splits, spin-offs and ' +
      'symbol changes.',
    returns: LotListDto,
    granted: 'read',
  })
  async listLots(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { method }: LotQuery,
  ): Promise<LotListDto> {
    return { items: (await this.figures.lots(accountId, id, method)).map(LotDto.from), nextCursor: null };
  }

  @Get('/realized')
  @Endpoint({
    summary: 'List realized gains',
    description:
      'Returns the gain or loss of each sale of a period by lot, in the currency of the instrument. Units ' +
      'sold beyond the holdings have no gain.',
    returns: RealizedGainListDto,
    granted: 'read',
  })
  async listRealizedGains(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { method, ...period }: RealizedQuery,
  ): Promise<RealizedGainListDto> {
    return {
      items: (await this.figures.realized(accountId, id, period, method)).map(RealizedGainDto.from),
      nextCursor: null,
    };
  }

  @Get('/income')
  @Endpoint({
    summary: 'List income',
    description: 'Returns dividends and interest of a period, and fees and taxes as negative amounts.',
    returns: IncomeListDto,
    granted: 'read',
  })
  async listIncome(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() period: PeriodQuery,
  ): Promise<IncomeListDto> {
    return { items: (await this.figures.income(accountId, id, period)).map(IncomeDto.from), nextCursor: null };
  }
}
