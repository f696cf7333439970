import { Authorized, Body, Get, JsonController, Param, Patch, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { AdminFeedDto, AdminFeedListDto, FeedChangesDto, feedName } from './feed.dto.js';
import { FeedAdministration } from './feed-administration.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/feeds')
export class FeedsController {
  constructor(private readonly feeds: FeedAdministration) {}

  @Get('')
  @Endpoint({
    summary: 'List feeds with their settings',
    description:
      'Lists the feeds of this process, and those whose status another process has published. `GET ' +
      '/health/feeds` has the details.',
    returns: AdminFeedListDto,
  })
  async listAdminFeeds(): Promise<AdminFeedListDto> {
    return Object.assign(new AdminFeedListDto(), { items: (await this.feeds.list()).map(AdminFeedDto.from) });
  }

  @Patch('/:name')
  @Endpoint({
    summary: 'Update the settings of a feed',
    description:
      'Applies in every process within seconds, without a restart, and is kept across restarts. An open stream ' +
      'of a disabled provider ends within ten seconds. An interval is rejected for a feed that is not polled.',
    returns: AdminFeedDto,
    params: feedName,
    errors: ['not_found', 'conflict'],
  })
  async updateFeed(
    @CurrentCaller() operator: Caller,
    @Param('name') name: string,
    @Body() changes: FeedChangesDto,
    @Origin() origin: RequestOrigin,
  ): Promise<AdminFeedDto> {
    return AdminFeedDto.from(await this.feeds.change(operator, name, FeedChangesDto.settingsOf(changes), origin));
  }

  @Post('/:name/refresh')
  @Endpoint({
    summary: 'Refresh a feed now',
    description:
      'Requests a refresh: the process that reads the feed polls it at once or connects again; a provider ' +
      'that was paused after failures may be called again. A feed that no process reads has nothing to ' +
      'refresh.',
    status: 202,
    returns: AdminFeedDto,
    params: feedName,
    errors: ['not_found', 'conflict'],
  })
  async refreshFeed(
    @CurrentCaller() operator: Caller,
    @Param('name') name: string,
    @Origin() origin: RequestOrigin,
  ): Promise<AdminFeedDto> {
    return AdminFeedDto.from(await this.feeds.refresh(operator, name, origin));
  }
}
