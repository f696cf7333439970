import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import type { Page } from '../../../http/page.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { text } from '../../../openapi/rules.js';
import { ExchangeDto, ExchangePageDto } from './exchange.dto.js';
import { ExchangeHoursDto, ExchangeHoursQuery } from './exchange-hours.dto.js';
import { ExchangesService } from './exchanges.service.js';

const code = {
  description: 'The market identifier code (`XNYS`) or the venue (`US`) in either case; of several exchanges of a venue the first listed.',
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
    summary: 'List the exchanges',
    description: 'Every exchange whose calendar is known, with its usual hours in local time. All on one page: `nextCursor` is always null.',
    returns: ExchangePageDto,
  })
  listExchanges(): Page<object> {
    return { items: this.exchanges.list().map(ExchangeDto.from), nextCursor: null };
  }

  @Get('/:code/hours')
  @Endpoint({
    summary: 'When an exchange trades',
    description:
      'The sessions of one day as instants, with half days and pauses, and the holidays ahead. Holidays are computed from the rules of the exchange, ' +
      'so those of years to come are as the rules of today say; a closure nobody could foresee is known once this service is updated.',
    returns: ExchangeHoursDto,
    params: { code },
    errors: ['unprocessable'],
  })
  getExchangeHours(@Param('code') exchange: string, @QueryParams() { date }: ExchangeHoursQuery): ExchangeHoursDto {
    return ExchangeHoursDto.from(this.exchanges.hours(exchange, date));
  }
}
