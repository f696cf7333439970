import { Authorized, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { Endpoint } from '../../openapi/endpoint.js';
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
    description: 'What was, is or could not be delivered to your endpoints, newest first. Kept for 30 days.',
    returns: WebhookDeliveryPageDto,
  })
  async listWebhookDeliveries(@CurrentCaller() { accountId }: Caller, @QueryParams() query: DeliveryQuery): Promise<Page<object>> {
    const { limit, cursor, ...filter } = query;
    const page = this.cursors.page(`webhook deliveries:${accountId}:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.deliveries.list(accountId, filter, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], WebhookDeliveryDto.from);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Read a delivery', description: 'With its attempts and what came back from each.', returns: WebhookDeliveryDetailDto })
  async getWebhookDelivery(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookDeliveryDetailDto> {
    return WebhookDeliveryDetailDto.with(await this.deliveries.get(accountId, id));
  }

  @Post('/:id/redeliver')
  @Endpoint({
    summary: 'Deliver once more',
    description:
      'Makes one attempt at once, with the same `webhook-id`, whatever became of those before. A success delivers; a failure changes nothing: it is not ' +
      'tried again, and a schedule under way goes on. Asked for again before the attempt was made, it is still one.',
    returns: WebhookDeliveryDto,
    status: 202,
    idempotent: true,
    errors: ['conflict'],
  })
  async redeliverWebhook(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.from(await this.deliveries.redeliver(accountId, id));
  }
}
