import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
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
    summary: 'Search instruments',
    description:
      'Searches the built-in directory, your own instruments and, from three letters on, every provider that ' +
      'offers search, for at most one second. Exact tickers and ' +
      'ISINs come first, then names and tickers that begin with the query, then similar ones; more traded ' +
      'instruments rank higher.',
    returns: InstrumentSearchResultDto,
  })
  async searchInstruments(
    @QueryParams() { q, assetClass, limit }: InstrumentSearchQuery,
  ): Promise<InstrumentSearchResultDto> {
    return InstrumentSearchResultDto.from(await this.searching.search(q, assetClass, limit));
  }

  @Get('/instruments/:symbol')
  @Endpoint({
    summary: 'Get an instrument',
    description:
      'Returns the instrument that a symbol names, from the built-in directory or, if it is not listed ' +
      'there, from a provider. A symbol such as `HOUSE.OWN` names your own instrument.',
    returns: InstrumentDto,
    params: { symbol: symbolParameter },
    errors: ['not_found', 'unavailable'],
  })
  async getInstrument(@Param('symbol') text: string): Promise<InstrumentDto> {
    return InstrumentDto.from(await this.instruments.find(text));
  }
}
