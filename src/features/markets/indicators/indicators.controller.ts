import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../openapi/endpoint.js';
import { symbolParameter } from '../symbol-parameter.js';
import { IndicatorSeriesDto, IndicatorsQuery } from './indicators.dto.js';
import { IndicatorsService } from './indicators.service.js';

@Service()
@Authorized()
@JsonController('/markets/indicators')
export class IndicatorsController {
  constructor(private readonly indicators: IndicatorsService) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'Compute indicators',
    description:
      'Technical indicators over the candles of an instrument, computed here by the same formulas for every provider. Candles before the range are read, too, so that ' +
      'values do not depend on where it begins: as many as the formula looks back, 10 periods for exponential averages and 20 for those of Wilder (RSI, ATR; 40 for ADX), ' +
      'after which what was before weighs less than a billionth; at most 5,000, and as far as there are any. ' +
      'OBV counts from the first candle of the range. VWAP counts from the opening of each session, and for days and longer from the first candle of the range.',
    returns: IndicatorSeriesDto,
    csv: IndicatorSeriesDto.table,
    params: { symbol: symbolParameter },
    errors: ['unprocessable'],
  })
  async getIndicators(@Param('symbol') symbol: string, @QueryParams() query: IndicatorsQuery): Promise<IndicatorSeriesDto> {
    return IndicatorSeriesDto.from(await this.indicators.read(symbol, query));
  }
}
