import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { exampleOf } from '../../api/examples.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { framedOnce, type StreamMessage } from '../../http/stream/frame.js';
import { LastEventId } from '../../http/stream/last-event-id.js';
import { StreamReply } from '../../http/stream/stream-reply.js';
import type { StreamItem } from './live-stream.js';
import {
  SubscriptionEndedDto,
  SubscriptionEventsDto,
  SubscriptionEventsQuery,
  SubscriptionStreamQuery,
  SubscriptionStreamReadyDto,
} from './subscription-events.dto.js';
import { SubscriptionFeedService } from './subscription-feed.service.js';
import { SubscriptionStreamsService } from './subscription-streams.service.js';

const frames = {
  description:
    'Each event has its id as `id`, its type as `event` and the whole envelope as `data`. `ready`, without an ' +
    'id, means that all missed events were sent; `ended` means that the subscription was deleted.',
  events: { '*': CloudEventDto, ready: SubscriptionStreamReadyDto, ended: SubscriptionEndedDto },
  example: `id: 01980a6e-5f3c-7c1a-9b52-3a8f64d2e901\nevent: feed.status_changed\ndata: ${JSON.stringify(exampleOf(CloudEventDto))}\n\n`,
  resumes: true,
};

@Service()
@Authorized()
@JsonController('/subscriptions/:id')
export class SubscriptionEventsController {
  private readonly eventFrame = framedOnce((event: LoggedEvent) => ({
    id: event.id,
    event: event.type,
    data: CloudEventDto.from(this.envelopes.of(event)),
  }));

  constructor(
    private readonly feed: SubscriptionFeedService,
    private readonly streams: SubscriptionStreamsService,
    private readonly envelopes: EventEnvelopes,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/events')
  @Endpoint({
    summary: 'List events of a subscription',
    description:
      'Returns events oldest first, from the creation of the subscription, as far back as the log reaches. ' +
      'Keep `nextCursor` and pass it to the next call: no event is missed or returned twice. A call reads a ' +
      'limited part of the log, so `items` may be short or empty while `hasMore` is true. Works for both ' +
      'channels; events read here are still sent to the endpoint.',
    returns: SubscriptionEventsDto,
  })
  async listSubscriptionEvents(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor, from }: SubscriptionEventsQuery,
  ): Promise<SubscriptionEventsDto> {
    const begin = from === undefined ? undefined : new Date(from);
    const { events, position, hasMore } = await this.feed.read(
      accountId,
      id,
      limit,
      this.positionOf(accountId, id, cursor),
      begin,
    );
    const items = events.map((event) => CloudEventDto.from(this.envelopes.of(event)));
    return Object.assign(new SubscriptionEventsDto(), {
      items,
      nextCursor: this.cursorOf(accountId, id, position),
      hasMore,
    });
  }

  @Get('/stream')
  @Endpoint({
    summary: 'Stream events of a subscription',
    description:
      'Sends events as they occur, in the order of the log. `Last-Event-ID` resumes after that event: missed ' +
      'events are sent first, and no event is lost or repeated, even across a restart of the service. An id ' +
      'that the log no longer holds resumes at its time. Without it the stream starts now, or at `cursor`. ' +
      'Changes of the subscription apply to open streams. Works for both channels.',
    alternatives: { 'text/event-stream': frames },
  })
  async streamSubscriptionEvents(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { cursor }: SubscriptionStreamQuery,
    @LastEventId() lastEventId?: string,
  ): Promise<StreamReply<StreamItem>> {
    const position = this.positionOf(accountId, id, cursor);
    const reply = await this.streams.open(accountId, id, { lastEventId, position });
    return reply.as((item) => this.frameOf(item, accountId, id));
  }

  /**
   * Returns the cursor of a position in the log, which is valid only for this account and subscription.
   * @param position undefined: the beginning
   */
  private cursorOf(accountId: string, subscriptionId: string, position: number | undefined): string {
    return this.cursors.encode(scopeOf(accountId, subscriptionId), position === undefined ? [] : [position]);
  }

  /** Returns the position of a cursor; undefined for the beginning. @throws Problem `invalid_cursor` */
  private positionOf(accountId: string, subscriptionId: string, cursor: string | undefined): number | undefined {
    return cursor === undefined
      ? undefined
      : (this.cursors.decode(scopeOf(accountId, subscriptionId), cursor)[0] as number | undefined);
  }

  private frameOf(item: StreamItem, accountId: string, id: string): StreamMessage | Buffer {
    if (!('notice' in item)) return this.eventFrame(item);
    if (item.notice === 'ended') return { event: 'ended', data: SubscriptionEndedDto.from() };
    return { event: 'ready', data: SubscriptionStreamReadyDto.from(this.cursorOf(accountId, id, item.position)) };
  }
}

const scopeOf = (accountId: string, subscriptionId: string) => `subscription-events:${accountId}:${subscriptionId}`;
