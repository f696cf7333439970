import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import type { Caller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { OldestFirstQuery } from '../../http/page.js';
import { OwnedController } from '../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../resources/owned-routes.js';
import { EventTypeListDto } from './event-types.dto.js';
import { EventTypesService } from './event-types.service.js';
import {
  NewSubscriptionDto,
  SubscriptionChangesDto,
  SubscriptionDto,
  SubscriptionPageDto,
} from './subscription.dto.js';
import { SubscriptionsService } from './subscriptions.records.js';

const path = '/subscriptions';

@Service()
@Authorized()
@JsonController(path)
export class SubscriptionsController extends OwnedController<SubscriptionsService> {
  constructor(
    subscriptions: SubscriptionsService,
    private readonly types: EventTypesService,
    cursors: CursorCodec,
  ) {
    super(subscriptions, cursors, { path, list: 'subscriptions', from: SubscriptionDto.from });
  }

  @ListOwned({ summary: 'List your subscriptions', returns: SubscriptionPageDto })
  listSubscriptions(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a subscription',
    description:
      'Creates a subscription. New events that match are delivered to your webhook endpoint or can be read ' +
      'as a stream; `GET /subscriptions/{id}/events` returns them in both cases. An event matches when its ' +
      'type matches `eventTypes` and every condition of `filter` holds. It is delivered once to an ' +
      'endpoint, even when several subscriptions match.',
    returns: SubscriptionDto,
    errors: ['unprocessable'],
  })
  createSubscription(caller: Caller, input: NewSubscriptionDto) {
    return this.created(caller, input);
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

  @GetOwned({
    summary: 'Get a subscription',
    description: 'Returns one of your subscriptions.',
    returns: SubscriptionDto,
  })
  getSubscription(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a subscription',
    description:
      'Applies to events appended from now on, also in open streams, and to further pages of `GET ' +
      '/subscriptions/{id}/events`. Conditions of `filter` are changed one by one; null removes one.',
    returns: SubscriptionDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  updateSubscription(caller: Caller, id: string, changes: SubscriptionChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a subscription',
    description: 'Ends the subscription, its streams and its cursors. Pending deliveries are still sent.',
  })
  deleteSubscription(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
