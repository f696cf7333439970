import { Authorized, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import {
  AdminWebhookDeliveryDto,
  AdminWebhookDeliveryPageDto,
  AdminWebhookDeliveryQuery,
  AdminWebhookEndpointDto,
  AdminWebhookEndpointPageDto,
  AdminWebhookEndpointQuery,
  endpointIdParam,
} from './admin-webhook.dto.js';
import { WebhookAdministration } from './webhook-administration.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/webhooks')
export class AdminWebhooksController {
  constructor(
    private readonly webhooks: WebhookAdministration,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/endpoints')
  @Endpoint({
    summary: 'List webhook endpoints of all accounts',
    description:
      'Lists the endpoints of all accounts, which of them fail, and how many deliveries wait for each. ' +
      'Each read is recorded in the audit record, with its `reason`.',
    returns: AdminWebhookEndpointPageDto,
  })
  async listAdminWebhookEndpoints(
    @CurrentCaller() operator: Caller,
    @QueryParams() { limit, cursor, reason, ...filter }: AdminWebhookEndpointQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`admin endpoints:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.webhooks.listEndpoints(
      operator,
      filter,
      { ...origin, reason },
      page.fetch,
      page.after?.[0] as string | undefined,
    );
    return page.answer(found, ({ id }) => [id], AdminWebhookEndpointDto.from);
  }

  @Post('/endpoints/:id/disable')
  @Endpoint({
    summary: 'Disable a webhook endpoint',
    description:
      'Disables an endpoint of any account; its pending deliveries fail. Its owner sees it as `paused` and can ' +
      'enable it again. Has no effect on a disabled endpoint.',
    params: endpointIdParam,
    errors: ['not_found'],
  })
  async disableWebhookEndpoint(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.webhooks.disable(operator, id, origin);
  }

  @Get('/deliveries')
  @Endpoint({
    summary: 'List deliveries of all accounts',
    description:
      'Lists deliveries to the endpoints of all accounts. The content of events is not shown. Deliveries are ' +
      'kept for 30 days. Each read is recorded in the audit record, with its `reason`.',
    returns: AdminWebhookDeliveryPageDto,
  })
  async listAdminWebhookDeliveries(
    @CurrentCaller() operator: Caller,
    @QueryParams() { limit, cursor, reason, ...filter }: AdminWebhookDeliveryQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`admin deliveries:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.webhooks.listDeliveries(
      operator,
      filter,
      { ...origin, reason },
      page.fetch,
      page.after?.[0] as string | undefined,
    );
    return page.answer(found, ({ id }) => [id], AdminWebhookDeliveryDto.from);
  }
}
