import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CountryDossierDto } from './dossier.dto.js';
import { DossierService } from './dossier.service.js';

const params = {
  code: {
    description: 'A country (ISO 3166-1 alpha-2), case-insensitive.',
    rule: text(2, 2, /^[A-Za-z]{2}$/, 'a country code of two letters'),
    example: 'NL',
  },
};

@Service()
@Authorized()
@JsonController('/osint/countries')
export class CountriesController {
  constructor(private readonly dossiers: DossierService) {}

  @Get('/:code')
  @Endpoint({
    summary: 'Get the dossier of a country',
    description:
      'Returns events and news of the last 7 days, markets, vessels around it, and entries of sanctions ' +
      'lists, with a risk figure whose parts, weights and sources are shown. `missing` names the parts ' +
      'without data. The figure summarizes the data of this service; it is not a rating.',
    returns: CountryDossierDto,
    params,
    errors: ['not_found'],
  })
  async getCountryDossier(
    @CurrentCaller() { accountId }: Caller,
    @Param('code') code: string,
  ): Promise<CountryDossierDto> {
    return CountryDossierDto.from(await this.dossiers.read(accountId, code.toUpperCase()));
  }
}
