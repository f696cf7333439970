import { Authorized, Body, Delete, Get, JsonController, Param, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { type Page, PageQuery } from '../../../http/page.js';
import { symbolParameter } from '../../markets/symbol-parameter.js';
import { ExposedPortfoliosService } from './exposed-portfolios.service.js';
import {
  ExposureCorrectionDto,
  ExposureCorrectionPageDto,
  ExposureMappingDto,
  NewExposureMappingDto,
} from './exposure-mapping.dto.js';
import { ExposureMappings } from './exposure-mappings.service.js';
import { ExposurePlaces } from './exposure-places.service.js';
import { ExposedPortfolioListDto, ExposedQuery } from './geo-exposure.dto.js';
import { ExposurePlaceListDto, ExposurePlacesQuery } from './place.dto.js';

const params = { symbol: symbolParameter };

@Service()
@Authorized()
@JsonController('/portfolios')
export class ExposureMappingsController {
  constructor(
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
    private readonly exposed: ExposedPortfoliosService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/exposed')
  @Endpoint({
    summary: 'List the portfolios exposed to a place',
    description:
      'Returns your portfolios that depend on a place, or on the places around a position or a geo event, ' +
      'with the fraction of their value and the holdings it follows from. Give exactly one of `near`, ' +
      '`eventId` and `place`; otherwise 400. An event affects the countries, ports and straits whose reach ' +
      'is within `radiusMeters`.',
    returns: ExposedPortfolioListDto,
    errors: ['not_found'],
  })
  async listExposedPortfolios(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: ExposedQuery,
  ): Promise<ExposedPortfolioListDto> {
    return ExposedPortfolioListDto.from(await this.exposed.find(accountId, query));
  }

  @Get('/exposure/places')
  @Endpoint({
    summary: 'Find places of exposures',
    description: 'Returns countries, ports and straits by name, for mappings. Names that begin with `q` come first.',
    returns: ExposurePlaceListDto,
  })
  listExposurePlaces(@QueryParams() { type: kinds, q, limit }: ExposurePlacesQuery): ExposurePlaceListDto {
    return ExposurePlaceListDto.from(this.places.search({ kinds, q }, limit));
  }

  @Get('/exposure/mappings')
  @Endpoint({
    summary: 'List your corrected exposure mappings',
    description: 'Returns the symbols whose places you corrected, by symbol. Follow `nextCursor` until it is null.',
    returns: ExposureCorrectionPageDto,
  })
  async listExposureMappings(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor }: PageQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`exposure-mappings:${accountId}`, limit, cursor);
    const found = await this.mappings.list(accountId, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ symbol }) => [symbol], ExposureCorrectionDto.from);
  }

  @Get('/exposure/mappings/:symbol')
  @Endpoint({
    summary: 'Get the exposure mapping of a symbol',
    description: 'Returns the places the symbol depends on: from your correction, otherwise from the built-in rules.',
    returns: ExposureMappingDto,
    params,
    errors: ['not_found', 'unavailable'],
  })
  async getExposureMapping(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
  ): Promise<ExposureMappingDto> {
    return ExposureMappingDto.from(await this.mappings.get(accountId, symbol));
  }

  @Put('/exposure/mappings/:symbol')
  @Endpoint({
    summary: 'Correct the exposure mapping of a symbol',
    description:
      'Replaces the places of the symbol in all your portfolios; an earlier correction is replaced. A place ' +
      'that is not known, or listed twice, is a 422.',
    returns: ExposureMappingDto,
    params,
    errors: ['quota_reached', 'unprocessable'],
  })
  async setExposureMapping(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Body() { places }: NewExposureMappingDto,
  ): Promise<ExposureMappingDto> {
    const dependencies = places.map(({ place, fraction, reason }) => ({ place, fraction, reason: reason ?? null }));
    return ExposureMappingDto.from(await this.mappings.put(accountId, symbol, dependencies));
  }

  @Delete('/exposure/mappings/:symbol')
  @Endpoint({
    summary: 'Delete the correction of an exposure mapping',
    description:
      'Deletes the correction: the built-in rules apply to the symbol again. 404 if you have not corrected it.',
    params,
    errors: ['not_found'],
  })
  async deleteExposureMapping(@CurrentCaller() { accountId }: Caller, @Param('symbol') symbol: string): Promise<void> {
    await this.mappings.remove(accountId, symbol);
  }
}
