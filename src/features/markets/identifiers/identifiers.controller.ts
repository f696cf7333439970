import { Authorized, Body, Get, JsonController, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { IdentifierResolutionListDto, ResolveIdentifiers, ResolveIdentifiersQuery } from './identifiers.dto.js';
import { IdentifiersService } from './identifiers.service.js';

const behavior =
  'ISIN, CUSIP, FIGI, LEI, CIK, symbol or ticker: listings come from the built-in directory and OpenFIGI, companies ' +
  'from GLEIF and the tickers of SEC EDGAR, as far as the operator has configured them. Check digits are verified ' +
  'first. ' +
  'An identifier of several listings stays `ambiguous` unless `currency` leaves one.';

@Service()
@Authorized()
@JsonController('/markets/identifiers/resolve')
export class IdentifiersController {
  constructor(private readonly identifiers: IdentifiersService) {}

  @Get('')
  @Endpoint({
    summary: 'List the meanings of identifiers',
    description: `Returns the meanings of up to 50 identifiers, with reasons. ${behavior}`,
    returns: IdentifierResolutionListDto,
  })
  async listIdentifierResolutions(
    @QueryParams() { identifier, currency }: ResolveIdentifiersQuery,
  ): Promise<IdentifierResolutionListDto> {
    const asked = identifier.map((text) => ({ text, currency }));
    return IdentifierResolutionListDto.from(await this.identifiers.resolve(asked));
  }

  @Post('')
  @Endpoint({
    summary: 'Resolve identifiers',
    description: `Returns the meanings of up to 100 identifiers, each with its own kind and currency. ${behavior}`,
    returns: IdentifierResolutionListDto,
    status: 200,
    scope: 'read',
  })
  async resolveIdentifiers(@Body() { identifiers }: ResolveIdentifiers): Promise<IdentifierResolutionListDto> {
    const asked = identifiers.map(({ value, type, currency }) => ({ text: value, kind: type, currency }));
    return IdentifierResolutionListDto.from(await this.identifiers.resolve(asked));
  }
}
