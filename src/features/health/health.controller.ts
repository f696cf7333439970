import { Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../api/endpoint.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import { FeedListDto, FeedStatusDto } from './health.dto.js';

@Service()
@Public()
@JsonController('/health')
export class HealthController {
  constructor(private readonly feeds: FeedRegistry) {}

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
}
