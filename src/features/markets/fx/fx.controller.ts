import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../openapi/endpoint.js';
import { ConversionQuery, CurrencyConversionDto } from './conversion.dto.js';
import { ConversionService } from './conversion.service.js';
import { FxRatesDto, FxRatesQuery } from './fx-rates.dto.js';
import { FxRatesService } from './fx-rates.service.js';

@Service()
@Authorized()
@JsonController('/markets/fx')
export class FxController {
  constructor(
    private readonly rates: FxRatesService,
    private readonly conversions: ConversionService,
  ) {}

  @Get('/rates')
  @Endpoint({
    summary: 'Read exchange rates',
    description:
      'Reference rates of a day, one for each currency: no prices to trade at. A day without rates (a weekend, a holiday) answers with those of the last day ' +
      'before it; `date` tells which. Rates between two currencies that are both not the base of the source are crossed by way of it.',
    returns: FxRatesDto,
    errors: ['unprocessable', 'unavailable'],
  })
  async listFxRates(@QueryParams() query: FxRatesQuery): Promise<FxRatesDto> {
    return FxRatesDto.from(await this.rates.read(query));
  }

  @Get('/convert')
  @Endpoint({
    summary: 'Convert an amount',
    description:
      'Between currencies at the reference rates of a day, directly or crossed by way of the base of the source; `path` shows every step. A crypto-asset, and a ' +
      'currency without a reference rate, goes by its latest price in USD, which there is without a `date` only.',
    returns: CurrencyConversionDto,
    errors: ['unprocessable', 'unavailable'],
  })
  async convertCurrency(@QueryParams() query: ConversionQuery): Promise<CurrencyConversionDto> {
    return CurrencyConversionDto.from(await this.conversions.convert(query));
  }
}
