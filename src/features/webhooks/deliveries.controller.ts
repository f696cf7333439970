import { Authorized, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryQuery, WebhookDeliveryDetailDto, WebhookDeliveryDto, WebhookDeliveryPageDto } from './delivery.dto.js';

@Service()
@Authorized()
@JsonController('/webhooks/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List deliveries',
    description:
      'Lists deliveries to your endpoints: pending, delivered and failed ones. Deliveries are kept for 30 days.',
    returns: WebhookDeliveryPageDto,
  })
  async listWebhookDeliveries(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: DeliveryQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, ...filter } = query;
    const page = this.cursors.page(`webhook deliveries:${accountId}:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.deliveries.list(accountId, filter, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], WebhookDeliveryDto.from);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a delivery',
    description: 'Returns a delivery with its attempts and their results.',
    returns: WebhookDeliveryDetailDto,
  })
  async getWebhookDelivery(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookDeliveryDetailDto> {
    return WebhookDeliveryDetailDto.with(await this.deliveries.get(accountId, id));
  }

  @Post('/:id/redeliver')
  @Endpoint({
    summary: 'Redeliver an event',
    description:
      'Makes one immediate attempt with the same `webhook-id`. If it fails it is not retried, and any existing ' +
      'schedule continues. Repeated requests before the attempt count as one.',
    returns: WebhookDeliveryDto,
    status: 202,
    idempotent: true,
    errors: ['conflict'],
  })
  async redeliverWebhook(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.from(await this.deliveries.redeliver(accountId, id));
  }
}
