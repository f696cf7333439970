import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
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
    summary: 'List exchange rates',
    description:
      'Returns reference rates of a day, one per currency; they are not prices to trade at. For a day ' +
      'without rates (a weekend, a holiday) the rates of the previous business day are returned, and `date` ' +
      'names it. Rates between two currencies are calculated through the base currency of the source.',
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
      'Converts an amount at the reference rates of a day, if necessary through the base currency of the ' +
      'source; `path` shows every step. ' +
      'Crypto-assets and currencies without a reference rate are converted at their latest USD price, which is ' +
      'not available together with `date`.',
    returns: CurrencyConversionDto,
    errors: ['unprocessable', 'unavailable'],
  })
  async convertCurrency(@QueryParams() query: ConversionQuery): Promise<CurrencyConversionDto> {
    return CurrencyConversionDto.from(await this.conversions.convert(query));
  }
}
