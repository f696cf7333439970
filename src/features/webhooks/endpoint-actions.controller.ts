import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { WebhookEndpointDto, WebhookRecoveryRequestDto } from './endpoint.dto.js';
import { Recovery } from './recovery.service.js';
import { WebhookEndpointStatsDto } from './stats.dto.js';
import { StatsService } from './stats.service.js';

@Service()
@Authorized()
@JsonController('/webhooks/endpoints/:id')
export class EndpointActionsController {
  constructor(
    private readonly recovery: Recovery,
    private readonly stats: StatsService,
  ) {}

  @Post('/recover')
  @Endpoint({
    summary: 'Recover missed deliveries',
    description:
      'Recovers events of a time range, at most 30 days back: queues every failed delivery again with a ' +
      'full schedule, and delivers matching events of the current subscriptions that were never queued. ' +
      '`recovery` of the endpoint shows the progress. One recovery at a time.',
    returns: WebhookEndpointDto,
    status: 202,
    idempotent: true,
    errors: ['conflict'],
  })
  async recoverWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() request: WebhookRecoveryRequestDto,
  ): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.recovery.begin(accountId, id, request));
  }

  @Get('/stats')
  @Endpoint({
    summary: 'Get webhook endpoint statistics',
    description: 'Returns deliveries, attempts and latencies of the last 24 hours and 7 days.',
    returns: WebhookEndpointStatsDto,
  })
  async getWebhookEndpointStats(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookEndpointStatsDto> {
    return WebhookEndpointStatsDto.from(await this.stats.of(accountId, id));
  }
}
