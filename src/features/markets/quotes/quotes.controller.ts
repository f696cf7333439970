import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { RawJson } from '../../../http/raw-json.js';
import { symbolParameter } from '../symbol-parameter.js';
import { QuoteDto, QuoteListDto, QuotesQuery } from './quote.dto.js';
import { QuotesService } from './quotes.service.js';

@Service()
@Authorized()
@JsonController('/markets/quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Get('')
  @Endpoint({
    summary: 'List quotes',
    description:
      'Returns the latest prices of up to 200 instruments of any asset class. A symbol without a quote is ' +
      'listed in `errors` and does not fail the others.',
    returns: QuoteListDto,
  })
  async listQuotes(@QueryParams() { symbol }: QuotesQuery): Promise<RawJson> {
    return QuoteListDto.json(await this.quotes.read(symbol));
  }

  @Get('/:symbol')
  @Endpoint({
    summary: 'Get a quote',
    description: 'Returns the latest price of one instrument, with its provenance.',
    returns: QuoteDto,
    params: { symbol: symbolParameter },
    errors: ['not_found', 'unavailable'],
  })
  async getQuote(@Param('symbol') symbol: string): Promise<QuoteDto> {
    return QuoteDto.from(await this.quotes.find(symbol));
  }
}
