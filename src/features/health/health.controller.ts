import { Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../api/endpoint.js';
import { text } from '../../api/rules.js';
import { timeWindow } from '../../http/time-window.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import { FeedHistoryDto, FeedHistoryQuery } from './feed-history.dto.js';
import { FeedHistories } from './feed-history.service.js';
import { FeedListDto, FeedStatusDto } from './health.dto.js';

@Service()
@Public()
@JsonController('/health')
export class HealthController {
  constructor(
    private readonly feeds: FeedRegistry,
    private readonly histories: FeedHistories,
  ) {}

  @Get('/feeds')
  @Endpoint({
    summary: 'Get feed status',
    description:
      'Lists every feed of this process by name, with its last success and the failures since. If several ' +
      'processes have the same sources, one reads each source (`process`); in the others the feed is on ' +
      'standby.',
    returns: FeedListDto,
  })
  getFeeds(): FeedListDto {
    return Object.assign(new FeedListDto(), { items: this.feeds.list().map(FeedStatusDto.from) });
  }

  @Get('/feeds/:name/history')
  @Endpoint({
    summary: 'Get feed history',
    description:
      'Returns the status of a feed over time, and the fraction of the time in which it was up. The status is compared ' +
      'every five seconds, and a change is stored if the status before lasted a minute. Changes are kept for 90 days, ' +
      'also those of feeds that were renamed or removed.',
    returns: FeedHistoryDto,
    params: {
      name: { description: 'The feed, as `GET /health/feeds` names it.', rule: text(1, 100), example: 'quotes' },
    },
    errors: ['not_found'],
  })
  async getFeedHistory(@Param('name') name: string, @QueryParams() query: FeedHistoryQuery): Promise<FeedHistoryDto> {
    return FeedHistoryDto.from(await this.histories.read(name, timeWindow(query)));
  }
}
