import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { OwnPriceReadingDto, PricePreviewDto, PricePreviewRequestDto } from '../price-addresses/price-address.dto.js';
import { ownSymbolParameter } from './own-symbol.js';
import { PricePreviews } from './price-previews.service.js';
import { OwnPriceReadings } from './price-readings.service.js';

@Service()
@Authorized()
@JsonController('/markets/instruments')
export class PriceReadingsController {
  constructor(
    private readonly readings: OwnPriceReadings,
    private readonly previews: PricePreviews,
  ) {}

  @Post('/price-preview')
  @Endpoint({
    summary: 'Preview a price address',
    description:
      'Reads the address once and returns the price that would be stored. Nothing is stored. An address that gives no ' +
      'price is a 422 with the reason, such as an HTML page, a path that finds nothing, a price out of range, a ' +
      'redirect to a private address or a timeout.',
    returns: PricePreviewDto,
    errors: ['unprocessable', 'overloaded', 'unavailable'],
  })
  async previewPriceAddress(
    @CurrentCaller() { accountId }: Caller,
    @Body() { currency, ...terms }: PricePreviewRequestDto,
  ): Promise<PricePreviewDto> {
    return PricePreviewDto.from(await this.previews.preview(accountId, terms, currency), currency);
  }

  @Get('/:symbol/price-reading')
  @Endpoint({
    summary: 'Get the readings of a price address',
    description: 'Returns the last and next readings of `priceAddress`, with the reason of the last failure.',
    returns: OwnPriceReadingDto,
    params: { symbol: ownSymbolParameter },
  })
  async getPriceReading(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
  ): Promise<OwnPriceReadingDto> {
    const { reading, status } = await this.readings.of(accountId, symbol);
    return OwnPriceReadingDto.from(reading, status);
  }
}
