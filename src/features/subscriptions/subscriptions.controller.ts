import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import { EventTypeListDto } from './event-types.dto.js';
import { EventTypesService } from './event-types.service.js';
import {
  NewSubscriptionDto,
  SubscriptionChangesDto,
  SubscriptionDto,
  SubscriptionPageDto,
} from './subscription.dto.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Service()
@Authorized()
@JsonController('/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly types: EventTypesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your subscriptions',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: SubscriptionPageDto,
  })
  async listSubscriptions(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`subscriptions:${accountId}:${order}`, limit, cursor);
    const found = await this.subscriptions.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], SubscriptionDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a subscription',
    description:
      'Creates a subscription. New events that match are delivered to your webhook endpoint or can be read ' +
      'as a stream; `GET /subscriptions/{id}/events` returns them in both cases. An event matches when its ' +
      'type matches `eventTypes` and every condition of `filter` holds. It is delivered once to an ' +
      'endpoint, even when several subscriptions match.',
    returns: SubscriptionDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable'],
  })
  async createSubscription(@CurrentCaller() { accountId }: Caller, @Body() input: NewSubscriptionDto): Promise<Reply> {
    const created = await this.subscriptions.create(accountId, input);
    return Reply.created(SubscriptionDto.from(created), `/api/v1/subscriptions/${created.id}`);
  }

  @Get('/event-types')
  @Endpoint({
    summary: 'List event types',
    description: 'Lists all event types with the JSON Schema and an example of each delivered event.',
    returns: EventTypeListDto,
  })
  async listEventTypes(): Promise<EventTypeListDto> {
    return EventTypeListDto.from(this.types.list());
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a subscription',
    description: 'Returns one of your subscriptions.',
    returns: SubscriptionDto,
  })
  async getSubscription(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<SubscriptionDto> {
    return SubscriptionDto.from(await this.subscriptions.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a subscription',
    description:
      'Applies to events appended from now on, also in open streams, and to further pages of `GET ' +
      '/subscriptions/{id}/events`. Conditions of `filter` are changed one by one; null removes one.',
    returns: SubscriptionDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async updateSubscription(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: SubscriptionChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<SubscriptionDto> {
    return SubscriptionDto.from(await this.subscriptions.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a subscription',
    description: 'Ends the subscription, its streams and its cursors. Pending deliveries are still sent.',
    ifMatch: true,
  })
  async deleteSubscription(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.subscriptions.remove(accountId, id, ifMatch);
  }
}
