import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { CandleSeriesDto } from '../candles/candle-series.dto.js';
import { CandlesService } from '../candles/candles.service.js';
import { symbolRule } from '../symbol-parameter.js';
import { CandleChartService } from './candle-chart.service.js';
import { CandlesQuery } from './candles-query.dto.js';

const symbols = {
  symbol: {
    description: 'The instrument: `<ticker>.<venue>`, case-insensitive.',
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
    private readonly charts: CandleChartService,
  ) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'Get candles',
    lane: 'reads',
    description:
      'Returns open, high, low, close and volume of the regular trading hours, at most 5,000 candles. ' +
      'Intraday candles are aligned to the opening of trading: on an exchange that opens at 09:30, hourly ' +
      'candles open at 09:30, 10:30 and so on. Days of crypto-assets are UTC days; days of currencies ' +
      'change at 17:00 in New York. All candles of a response come from one provider; missing ones are ' +
      'listed in `gaps`. A range with too many candles, and an invalid one, is a 400 that names a valid ' +
      'start.',
    returns: CandleSeriesDto,
    params: symbols,
    alternatives: { [svgType]: 'Returns the candles as an SVG chart with volumes, the last price and gaps.' },
    errors: ['not_found', 'unprocessable', 'unavailable'],
  })
  async getCandles(
    @Param('symbol') symbol: string,
    @QueryParams() query: CandlesQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<CandleSeriesDto | Reply> {
    return isPicture
      ? picture(await this.charts.render(requester, symbol, query))
      : CandleSeriesDto.from(await this.candles.read(symbol, query));
  }

  @WithPng()
  @Get('/:symbol.svg')
  @Endpoint({
    summary: 'Render candles as SVG',
    description: 'Returns the candles as an SVG chart with volumes, the last price and gaps.',
    params: symbols,
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['not_found', 'unprocessable', 'unavailable'],
  })
  async renderCandles(
    @Param('symbol') symbol: string,
    @QueryParams() query: CandlesQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    return picture(await this.charts.render(requester, symbol, query));
  }
}
