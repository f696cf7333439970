import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { BondFiguresDto, BondFiguresQuery } from './bond-figures.dto.js';
import { BondReports } from './bond-reports.service.js';
import { ownSymbolParameter } from './own-symbol.js';

@Service()
@Authorized()
@JsonController('/markets/instruments/:symbol/bond')
export class BondFiguresController {
  constructor(private readonly reports: BondReports) {}

  @Get('')
  @Endpoint({
    summary: 'Get the figures of a bond',
    description:
      'Returns accrued interest, clean and dirty price, yield to maturity, durations, convexity and the payments to ' +
      'come of a bond that you have defined, at its last stored price or at one that you give. Stored prices are ' +
      'clean prices.',
    returns: BondFiguresDto,
    params: { symbol: ownSymbolParameter },
    errors: ['unprocessable'],
  })
  async getBondFigures(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @QueryParams() query: BondFiguresQuery,
  ): Promise<BondFiguresDto> {
    return BondFiguresDto.from(await this.reports.read(accountId, symbol, query));
  }
}
