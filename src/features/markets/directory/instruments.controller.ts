import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../openapi/endpoint.js';
import { symbolParameter } from '../symbol-parameter.js';
import { InstrumentDto, InstrumentSearchQuery, InstrumentSearchResultDto } from './instrument.dto.js';
import { InstrumentSearchService } from './instrument-search.service.js';
import { InstrumentsService } from './instruments.service.js';

@Service()
@Authorized()
@JsonController('/markets')
export class InstrumentsController {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly searching: InstrumentSearchService,
  ) {}

  @Get('/search')
  @Endpoint({
    summary: 'Search for instruments',
    description:
      'Looks in the list that comes with this service and, from three letters on, at every provider that can search, for a second at most. ' +
      'Exact tickers and ISINs come first, then what begins as written, the more traded before the less, then what is nearly so.',
    returns: InstrumentSearchResultDto,
  })
  async searchInstruments(@QueryParams() { q, assetClass, limit }: InstrumentSearchQuery): Promise<InstrumentSearchResultDto> {
    return InstrumentSearchResultDto.from(await this.searching.search(q, assetClass, limit));
  }

  @Get('/instruments/:symbol')
  @Endpoint({
    summary: 'Read an instrument',
    description: 'What a symbol stands for: from the list that comes with this service, else from a provider, whose answer is kept for a day.',
    returns: InstrumentDto,
    params: { symbol: symbolParameter },
    errors: ['not_found', 'unavailable'],
  })
  async getInstrument(@Param('symbol') text: string): Promise<InstrumentDto> {
    return InstrumentDto.from(await this.instruments.find(text));
  }
}
