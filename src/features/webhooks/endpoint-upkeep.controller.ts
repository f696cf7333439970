import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { WebhookEndpointDto, WebhookRecoveryRequestDto } from './endpoint.dto.js';
import { Recovery } from './recovery.service.js';
import { WebhookEndpointStatsDto } from './stats.dto.js';
import { StatsService } from './stats.service.js';

@Service()
@Authorized()
@JsonController('/webhooks/endpoints/:id')
export class EndpointUpkeepController {
  constructor(
    private readonly recovery: Recovery,
    private readonly stats: StatsService,
  ) {}

  @Post('/recover')
  @Endpoint({
    summary: 'Recover what an endpoint missed',
    description:
      'For events of a time, at most 30 days back: queues every delivery that failed once more, from its first attempt on, and delivers events that the ' +
      'subscriptions of the endpoint, as they are now, ask for and that were never queued for it. `recovery` of the endpoint tells how far it has come. ' +
      'One recovery at a time.',
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
    summary: 'Read how an endpoint does',
    description: 'Deliveries, attempts and latencies of the last 24 hours and 7 days.',
    returns: WebhookEndpointStatsDto,
  })
  async getWebhookEndpointStats(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookEndpointStatsDto> {
    return WebhookEndpointStatsDto.from(await this.stats.of(accountId, id));
  }
}
