import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import { type Page, PageQuery } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { EventTypeListDto } from './event-types.dto.js';
import { EventTypesService } from './event-types.service.js';
import { NewSubscriptionDto, SubscriptionChangesDto, SubscriptionDto, SubscriptionPageDto } from './subscription.dto.js';
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
  @Endpoint({ summary: 'List your subscriptions', description: 'Oldest first. Follow `nextCursor` until it is null.', returns: SubscriptionPageDto })
  async listSubscriptions(@CurrentCaller() { accountId }: Caller, @QueryParams() { limit, cursor }: PageQuery): Promise<Page<object>> {
    const page = this.cursors.page(`subscriptions:${accountId}`, limit, cursor);
    const found = await this.subscriptions.list(accountId, page.fetch, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id }) => [id], SubscriptionDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Subscribe to events',
    description:
      'From now on, what matches is delivered to your webhook endpoint, or can be read as a stream; in either case also by pulling `GET /subscriptions/{id}/events`. ' +
      'An event matches when its type is one of `eventTypes` and every condition of `filter` holds. It is delivered once to an endpoint, however many subscriptions match.',
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
    summary: 'List the types of events',
    description: 'What there is to subscribe to, with the JSON Schema of each event as it is delivered and an example of it.',
    returns: EventTypeListDto,
  })
  async listEventTypes(): Promise<EventTypeListDto> {
    return EventTypeListDto.from(this.types.list());
  }

  @Get('/:id')
  @Endpoint({ summary: 'Read a subscription', description: 'One of your subscriptions.', returns: SubscriptionDto })
  async getSubscription(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<SubscriptionDto> {
    return SubscriptionDto.from(await this.subscriptions.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Change a subscription',
    description:
      'Takes effect for what is appended from now on, in open streams too; a pull feed reads by it from where its cursor stands. ' +
      'Conditions of `filter` are changed one by one, null takes one away.',
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
    description: 'Ends it, its streams and its cursors. What is on its way to an endpoint still arrives.',
  })
  async deleteSubscription(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.subscriptions.remove(accountId, id);
  }
}
