import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { CloudEventDto } from '../../events/event.dto.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import { type Page, PageQuery } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import { Endpoint } from '../../openapi/endpoint.js';
import {
  NewWebhookEndpointDto,
  RotateSecretQuery,
  WebhookEndpointChangesDto,
  WebhookEndpointDto,
  WebhookEndpointPageDto,
  WebhookEndpointWithSecretDto,
} from './endpoint.dto.js';
import { EndpointTests } from './endpoint-tests.service.js';
import { EndpointsService } from './endpoints.service.js';

@Service()
@Authorized()
@JsonController('/webhooks/endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly tests: EndpointTests,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({ summary: 'List your endpoints', description: 'Where your events are delivered, oldest first.', returns: WebhookEndpointPageDto })
  async listWebhookEndpoints(@CurrentCaller() { accountId }: Caller, @QueryParams() { limit, cursor }: PageQuery): Promise<Page<object>> {
    const page = this.cursors.page(`webhook endpoints:${accountId}`, limit, cursor);
    const found = await this.endpoints.list(accountId, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], WebhookEndpointDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Add an endpoint',
    description:
      'Nothing is delivered to it before a subscription names it (`POST /subscriptions`). The answer alone shows the secret that deliveries are signed with; ' +
      'keep it, or rotate it when it is lost. Private and reserved addresses are refused, here and again at every delivery.',
    returns: WebhookEndpointWithSecretDto,
    status: 201,
    idempotent: true,
    errors: ['unprocessable', 'quota_reached'],
  })
  async createWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Body() request: NewWebhookEndpointDto): Promise<Reply> {
    const created = await this.endpoints.create(accountId, request);
    return Reply.created(WebhookEndpointWithSecretDto.with(created), `/api/v1/webhooks/endpoints/${created.endpoint.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Read an endpoint', description: 'Its URL and whether events are delivered to it.', returns: WebhookEndpointDto })
  async getWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.endpoints.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Change an endpoint',
    description: 'Changes the fields that are sent. Attempts already under way go to the URL before.',
    returns: WebhookEndpointDto,
    ifMatch: true,
    errors: ['unprocessable', 'conflict'],
  })
  async updateWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: WebhookEndpointChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.endpoints.change(accountId, id, changes, origin, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an endpoint',
    description: 'With the subscriptions that deliver to it, its deliveries and their attempts. What is still to be delivered is not.',
  })
  async deleteWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.endpoints.remove(accountId, id);
  }

  @Post('/:id/rotate-secret')
  @Endpoint({
    summary: 'Replace the secret',
    description:
      'Makes a new secret and shows it this once. For 24 hours deliveries are signed with both, so that receivers can follow; ' +
      'with `revokeOld=true` with the new one alone, from the next attempt on. At most 10 sign at once.',
    returns: WebhookEndpointWithSecretDto,
    idempotent: true,
  })
  async rotateWebhookSecret(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { revokeOld }: RotateSecretQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<WebhookEndpointWithSecretDto> {
    return WebhookEndpointWithSecretDto.with(await this.endpoints.rotateSecret(accountId, id, revokeOld, origin));
  }

  @Post('/:id/enable')
  @Endpoint({
    summary: 'Enable an endpoint',
    description: 'Delivers again, from now on, and forgets that it failed. What it missed can be recovered with `POST /webhooks/endpoints/{id}/recover`.',
    returns: WebhookEndpointDto,
    errors: ['conflict'],
  })
  async enableWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.endpoints.enable(accountId, id));
  }

  @Post('/:id/test')
  @Endpoint({
    summary: 'Test an endpoint',
    description:
      'Writes an event `webhook.test` and delivers it to this endpoint alone. Returns the event; `GET /webhooks/deliveries` shows its delivery. ' +
      'An account and each of its endpoints have a limit of tests per minute, beside the limit of requests; beyond it the answer is 429 with `Retry-After`.',
    returns: CloudEventDto,
    status: 202,
    errors: ['conflict'],
  })
  async testWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<CloudEventDto> {
    return CloudEventDto.from(await this.tests.send(accountId, id));
  }
}
