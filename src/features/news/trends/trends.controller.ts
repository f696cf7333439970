import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type PathParameterDescription } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { SentimentService } from './sentiment.service.js';
import { TrendingService } from './trending.service.js';
import { NewsSentimentDto, NewsTrendsDto, SentimentQuery, TrendingQuery } from './trends.dto.js';

const symbolParameter: PathParameterDescription = {
  description: 'The instrument: `<ticker>.<venue>`, case-insensitive.',
  rule: text(1, 50, /^[A-Za-z0-9._&-]+$/, 'a symbol such as AAPL.US'),
  example: 'AAPL.US',
};

@Service()
@Authorized()
@JsonController('/news')
export class TrendsController {
  constructor(
    private readonly trends: TrendingService,
    private readonly sentiment: SentimentService,
  ) {}

  @Get('/trending')
  @Endpoint({
    summary: 'List news trends',
    description:
      'Lists words, instruments, countries, places and other entities that public articles of the last ' +
      'minutes or hours name more often than before, each compared with its own baseline. A trend needs at ' +
      'least three articles from two publishers.',
    returns: NewsTrendsDto,
  })
  async listNewsTrends(@QueryParams() query: TrendingQuery): Promise<NewsTrendsDto> {
    return NewsTrendsDto.from(await this.trends.read(query.windowSeconds), query);
  }

  @Get('/sentiment/:symbol')
  @Endpoint({
    summary: 'Get news sentiment',
    description:
      'Returns the mean tone of articles about an instrument over time, with the number of articles. ' +
      'Articles of the feeds that you added count as well.',
    returns: NewsSentimentDto,
    params: { symbol: symbolParameter },
    alternatives: { [svgType]: 'The articles by tone as an SVG bar chart.' },
  })
  async getNewsSentiment(
    @Param('symbol') symbol: string,
    @QueryParams() query: SentimentQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<NewsSentimentDto | Reply> {
    if (isPicture) return this.renderNewsSentiment(symbol, query, requester);
    return NewsSentimentDto.from(await this.sentiment.read(requester.accountId, symbol, query));
  }

  @WithPng()
  @Get('/sentiment/:symbol.svg')
  @Endpoint({
    summary: 'Render news sentiment as SVG',
    description:
      'Returns the number of positive, neutral and negative articles about an instrument over time as an ' +
      'SVG bar chart, with their mean tone.',
    params: { symbol: symbolParameter },
    alternatives: { [svgType]: 'The SVG chart.' },
  })
  async renderNewsSentiment(
    @Param('symbol') symbol: string,
    @QueryParams() query: SentimentQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const { theme, width, height, ...request } = query;
    return picture(await this.sentiment.draw(requester, symbol, request, { theme, width, height }));
  }
}
