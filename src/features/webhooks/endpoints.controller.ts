import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import {
  NewWebhookEndpointDto,
  RotateSecretQuery,
  WebhookEndpointChangesDto,
  WebhookEndpointDto,
  WebhookEndpointPageDto,
  WebhookEndpointWithSecretDto,
} from './endpoint.dto.js';
import { EndpointEditing } from './endpoint-editing.service.js';
import { EndpointTests } from './endpoint-tests.service.js';
import { EndpointsService } from './endpoints.service.js';

@Service()
@Authorized()
@JsonController('/webhooks/endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly editing: EndpointEditing,
    private readonly tests: EndpointTests,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List webhook endpoints',
    description: 'Lists your webhook endpoints.',
    returns: WebhookEndpointPageDto,
  })
  async listWebhookEndpoints(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`webhook endpoints:${accountId}:${order}`, limit, cursor);
    const found = await this.endpoints.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], WebhookEndpointDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a webhook endpoint',
    description:
      'Creates an endpoint. Events are delivered once a subscription names the endpoint (`POST ' +
      '/subscriptions`). The signing secret is shown only in this response; store it, or rotate it when it ' +
      'is lost. With the `format` of a chat the endpoint gets messages for that chat, which are not signed. ' +
      'Private and reserved addresses are rejected, here and at every delivery.',
    returns: WebhookEndpointWithSecretDto,
    status: 201,
    idempotent: true,
    errors: ['unprocessable', 'quota_reached'],
  })
  async createWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Body() request: NewWebhookEndpointDto,
  ): Promise<Reply> {
    const created = await this.editing.create(accountId, request);
    return Reply.created(
      WebhookEndpointWithSecretDto.with(created),
      `/api/v1/webhooks/endpoints/${created.endpoint.id}`,
    );
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a webhook endpoint',
    description: 'Returns an endpoint with its URL and status.',
    returns: WebhookEndpointDto,
  })
  async getWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.endpoints.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a webhook endpoint',
    description: 'Updates the fields you send. Running attempts still use the previous URL.',
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
    return WebhookEndpointDto.from(await this.editing.change(accountId, id, changes, origin, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes the endpoint with its subscriptions, deliveries and attempts. Pending deliveries are dropped.',
    ifMatch: true,
  })
  async deleteWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.endpoints.remove(accountId, id, ifMatch);
  }

  @Post('/:id/rotate-secret')
  @Endpoint({
    summary: 'Rotate the signing secret',
    description:
      'Creates a new secret, shown only in this response. For 24 hours deliveries are signed with both ' +
      'secrets; with `revokeOld=true` only with the new one from the next attempt on. At most 10 secrets are ' +
      'active at the same time.',
    returns: WebhookEndpointWithSecretDto,
    idempotent: true,
  })
  async rotateWebhookSecret(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { revokeOld }: RotateSecretQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<WebhookEndpointWithSecretDto> {
    return WebhookEndpointWithSecretDto.with(await this.editing.rotateSecret(accountId, id, revokeOld, origin));
  }

  @Post('/:id/enable')
  @Endpoint({
    summary: 'Enable a webhook endpoint',
    description:
      'Resumes deliveries and resets the failure record. Recover missed events with `POST ' +
      '/webhooks/endpoints/{id}/recover`.',
    returns: WebhookEndpointDto,
    errors: ['conflict'],
  })
  async enableWebhookEndpoint(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.from(await this.editing.enable(accountId, id));
  }

  @Post('/:id/test')
  @Endpoint({
    summary: 'Send a test event',
    description:
      'Appends an event `webhook.test` and delivers it to this endpoint only, in its format. Returns the ' +
      'event; `GET /webhooks/deliveries` shows its delivery. Tests are limited per account and per endpoint; ' +
      'beyond the limit the response is 429 with `Retry-After`.',
    returns: CloudEventDto,
    status: 202,
    errors: ['conflict'],
  })
  async testWebhookEndpoint(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<CloudEventDto> {
    return CloudEventDto.from(await this.tests.send(accountId, id));
  }
}
