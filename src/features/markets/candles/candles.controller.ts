import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { picture, svgType, WantsPicture } from '../../../http/picture.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { symbolRule } from '../symbol-parameter.js';
import { CandlePictures } from './candle-pictures.service.js';
import { CandleSeriesDto, CandlesQuery } from './candle-series.dto.js';
import { CandlesService } from './candles.service.js';

const symbols = {
  symbol: {
    description: '`<ticker>.<venue>`, in either case.',
    rule: symbolRule,
    example: 'AAPL.US',
  },
};

@Service()
@Authorized()
@JsonController('/markets/candles')
export class CandlesController {
  constructor(
    private readonly candles: CandlesService,
    private readonly pictures: CandlePictures,
  ) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'Read the candles of an instrument',
    description:
      'Open, high, low, close and volume of the regular trading hours, at most 5,000 bars. Bars within a day are counted from the opening of trading: those of an hour open at ' +
      '09:30, 10:30 and so on where trading opens at half past nine. Of crypto-assets days are those of UTC, of currencies they change at 17:00 in New York. ' +
      'All bars of an answer are by one provider; what it has none of is in `gaps`. A range that has more bars, or that does not begin before it ends and before now, is a 400.',
    returns: CandleSeriesDto,
    params: symbols,
    alternatives: { [svgType]: 'The same as a picture: candles, volumes, the last price and the gaps.' },
    errors: ['not_found', 'unprocessable', 'unavailable'],
  })
  async getCandles(
    @Param('symbol') symbol: string,
    @QueryParams() query: CandlesQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<CandleSeriesDto | Reply> {
    return isPicture ? picture(await this.pictures.draw(requester, symbol, query)) : CandleSeriesDto.from(await this.candles.read(symbol, query));
  }

  @Get('/:symbol.svg')
  @Endpoint({
    summary: 'Draw the candles of an instrument',
    description: 'The same as a picture, at an address of its own: candles, volumes, the last price and the gaps.',
    params: symbols,
    alternatives: { [svgType]: 'The picture.' },
    errors: ['not_found', 'unprocessable', 'unavailable'],
  })
  async renderCandles(@Param('symbol') symbol: string, @QueryParams() query: CandlesQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    return picture(await this.pictures.draw(requester, symbol, query));
  }
}
