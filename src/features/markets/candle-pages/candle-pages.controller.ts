import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { answerOf } from '../../../api/answer.js';
import { Endpoint } from '../../../api/endpoint.js';
import { CursorCodec } from '../../../http/cursor.js';
import {
  CandlePageDto,
  CandlePageQuery,
  CandleSeriesErrorDto,
  CandleSeriesSourceDto,
  InstrumentCandleDto,
} from './candle-page.dto.js';
import { CandlePages } from './candle-pages.service.js';

@Service()
@Authorized()
@JsonController('/markets/candles')
export class CandlePagesController {
  constructor(
    private readonly pages: CandlePages,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List candles',
    lane: 'reads',
    description:
      'Returns candles of up to 50 instruments over a range of any length, in pages: those of the first ' +
      'instrument by time, then those of the next one. As CSV it is a table with a column for the instrument. ' +
      'Instruments without candles are listed in `errors`; the candles of the others are returned. `GET ' +
      '/markets/candles/{symbol}` returns the gaps of one instrument, and images.',
    returns: CandlePageDto,
  })
  async listCandles(@QueryParams() query: CandlePageQuery): Promise<CandlePageDto> {
    const { symbol: symbols, interval, from, to, adjustment, limit, cursor } = query;
    const scope = `candles:${JSON.stringify([symbols, interval, from, to, adjustment])}`;
    const [at, time] = cursor === undefined ? [] : (this.cursors.decode(scope, cursor) as number[]);
    const start = at === undefined || time === undefined ? undefined : { at, time };
    const page = await this.pages.read({ symbols, interval, from, to, adjustment }, start, limit);
    return answerOf(CandlePageDto, {
      items: page.candles.map(InstrumentCandleDto.of),
      nextCursor: page.next === undefined ? null : this.cursors.encode(scope, [page.next.at, page.next.time]),
      series: page.series.map(CandleSeriesSourceDto.from),
      errors: page.errors.map(CandleSeriesErrorDto.from),
    });
  }
}
