import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { symbolParameter } from '../symbol-parameter.js';
import { indicatorKinds } from './indicator-catalog.js';
import { IndicatorSeriesDto, IndicatorsQuery } from './indicators.dto.js';
import { IndicatorsService } from './indicators.service.js';

/**
 * Returns the names of all indicators with the defaults of their parameters. @param isPattern true: names of patterns;
 * false: names of the other indicators
 */
const indicatorNames = (isPattern: boolean): string =>
  Object.entries(indicatorKinds)
    .filter(([, { outputs }]) => (outputs[0]?.unit === 'signal') === isPattern)
    .map(([name, { parameters }]) => `\`${[name, ...parameters.map(({ fallback }) => fallback)].join(':')}\``)
    .join(', ');

@Service()
@Authorized()
@JsonController('/markets/indicators')
export class IndicatorsController {
  constructor(private readonly indicators: IndicatorsService) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'Get technical indicators',
    lane: 'reads',
    description:
      'Returns technical indicators over the candles of an instrument, calculated with the same formulas ' +
      'for every provider. Earlier candles are read too, so that values do not depend on the start of the ' +
      'range: as many as the formula looks back, 10 periods for exponential averages, and 20 for Wilder ' +
      'averages (RSI, ATR; 40 for ADX), after which older candles weigh less than a billionth; at most ' +
      '5,000. OBV, AD and PVT count from the first candle of the range. VWAP counts from the opening of each ' +
      'session; for days and longer from the first candle of the range. Indicators with the defaults of their ' +
      `parameters: ${indicatorNames(false)}. Candle patterns, which are 100 (bullish), -100 (bearish) or 0: ` +
      `${indicatorNames(true)}.`,
    returns: IndicatorSeriesDto,
    csv: IndicatorSeriesDto.table,
    params: { symbol: symbolParameter },
    errors: ['unprocessable'],
  })
  async getIndicators(
    @Param('symbol') symbol: string,
    @QueryParams() query: IndicatorsQuery,
  ): Promise<IndicatorSeriesDto> {
    return IndicatorSeriesDto.from(await this.indicators.read(symbol, query));
  }
}
