import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { wrongParameter } from '../../../api/problem.js';
import { formatDay, parseDay, utcDay } from '../civil-day.js';
import { symbolParameter } from '../symbol-parameter.js';
import { CorporateActionListDto, CorporateActionsQuery } from './corporate-action.dto.js';
import { ListedActionsService } from './listed-actions.service.js';

@Service()
@Authorized()
@JsonController('/markets/actions')
export class CorporateActionsController {
  constructor(private readonly actions: ListedActionsService) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'List splits and dividends',
    description:
      'Returns the splits and cash dividends of a share or fund: past ones and those that have been announced, ' +
      'with their days. With `knownAt`, only actions known by that day are returned, for studies of the past. ' +
      'Providers send amounts for the shares of that day; prices with `adjustment=splits` are per share of today.',
    returns: CorporateActionListDto,
    params: { symbol: symbolParameter },
    errors: ['unprocessable'],
  })
  async listCorporateActions(
    @Param('symbol') symbol: string,
    @QueryParams() { type, from, to, knownAt }: CorporateActionsQuery,
  ): Promise<CorporateActionListDto> {
    const [firstDay, endDay] = [from, to].map(utcDay);
    if (firstDay !== undefined && endDay !== undefined && firstDay >= endDay)
      throw wrongParameter('query/from', 'must be before `to`');
    const lastDay = endDay === undefined ? undefined : formatDay(parseDay(endDay) - 1);
    const filter = { kinds: type, firstDay, lastDay, knownAt };
    return CorporateActionListDto.from(await this.actions.read(symbol, filter));
  }
}
