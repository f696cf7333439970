import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import type { Page } from '../../../http/page.js';
import { ExchangeDto, ExchangePageDto } from './exchange.dto.js';
import { ExchangeHoursDto, ExchangeHoursQuery } from './exchange-hours.dto.js';
import { ExchangesService } from './exchanges.service.js';

const code = {
  description:
    'The market identifier code (`XNYS`) or the venue (`US`), case-insensitive. For a venue with several ' +
    'exchanges, the first listed exchange is used.',
  rule: text(1, 8, /^[A-Za-z]{1,8}$/),
  example: 'XNYS',
};

@Service()
@Authorized()
@JsonController('/markets/exchanges')
export class ExchangesController {
  constructor(private readonly exchanges: ExchangesService) {}

  @Get('')
  @Endpoint({
    summary: 'List exchanges',
    description:
      'Returns every exchange whose calendar is known, with its usual hours in local time. All exchanges ' +
      'are on one page; `nextCursor` is always null.',
    returns: ExchangePageDto,
  })
  listExchanges(): Page<object> {
    return { items: this.exchanges.list().map(ExchangeDto.from), nextCursor: null };
  }

  @Get('/:code/hours')
  @Endpoint({
    summary: 'Get the trading hours of an exchange',
    description:
      "Returns the sessions of one day, with breaks and early closes, and the holidays of the following year. Holidays are calculated from today's rules; " +
      'unscheduled closures are not known until the service is updated.',
    returns: ExchangeHoursDto,
    params: { code },
    errors: ['unprocessable'],
  })
  getExchangeHours(@Param('code') exchange: string, @QueryParams() { date }: ExchangeHoursQuery): ExchangeHoursDto {
    return ExchangeHoursDto.from(this.exchanges.hours(exchange, date));
  }
}
