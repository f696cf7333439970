import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { uuidV7Pattern } from '../../api/rules.js';
import { EventLog } from '../../events/event-log.js';
import type { EventStream } from '../../http/stream/event-stream.js';
import { StreamHub } from '../../http/stream/stream-hub.js';
import type { StreamReply } from '../../http/stream/stream-reply.js';
import { Clock } from '../../time/clock.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import type { LiveStream, StreamItem } from './live-stream.js';
import { LiveStreams } from './live-streams.js';
import type { Subscription } from './subscription.js';
import { SubscriptionFeedService } from './subscription-feed.service.js';
import { SubscriptionsService } from './subscriptions.records.js';

/** Number of missed events that are read at a time. */
const PAGE = 100;

/** Where a stream begins: after an event, after a sequence number, or now. */
export interface StreamBeginning {
  lastEventId?: string;
  position?: number;
}

/**
 * Streams the events that match a subscription: first missed events from the database, then live events, without gaps
 * or repetitions.
 */
@Service()
export class SubscriptionStreamsService {
  constructor(
    private readonly hub: StreamHub,
    private readonly live: LiveStreams,
    private readonly subscriptions: SubscriptionsService,
    private readonly feed: SubscriptionFeedService,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a stream of a subscription.
   * @throws Problem `not_found`, `invalid_request` if `lastEventId` is not the id of an event
   */
  async open(
    accountId: string,
    id: string,
    { lastEventId, position }: StreamBeginning,
  ): Promise<StreamReply<StreamItem>> {
    const subscription = await this.subscriptions.get(accountId, id);
    const after =
      lastEventId === undefined
        ? (position ?? (await this.log.head()))
        : await this.positionOf(subscription, lastEventId);
    return this.hub.open<StreamItem>((stream) => this.fill(stream, subscription, after));
  }

  /**
   * Streams the events of some types that an account may see, without a subscription.
   * @throws Problem `invalid_request` if `lastEventId` is not the id of an event
   */
  async openTypes(accountId: string, eventTypes: string[], lastEventId?: string): Promise<StreamReply<StreamItem>> {
    const now = new Date(this.clock.now());
    const subscription: Subscription = {
      id: uuidV7(),
      accountId,
      name: '',
      eventTypes,
      filter: {},
      channel: 'stream',
      endpointId: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
      mailMode: null,
      digestMinutes: null,
      lastSentAt: null,
      lastErrorAt: null,
      lastError: null,
      isTransient: true,
    };
    const after = lastEventId === undefined ? await this.log.head() : await this.positionOf(subscription, lastEventId);
    return this.hub.open<StreamItem>((stream) => this.fill(stream, subscription, after));
  }

  /**
   * Returns the sequence number of an event. For a deleted event it is derived from the time in the id, but is not
   * before the creation of the subscription.
   */
  private async positionOf(subscription: Subscription, eventId: string): Promise<number> {
    if (!uuidV7Pattern.test(eventId)) {
      throw new Problem('invalid_request', {
        detail: 'Send the id of an event of this stream, or leave the header out.',
        errors: [{ pointer: 'header/Last-Event-ID', detail: 'must be a UUIDv7 in lower case' }],
      });
    }
    const event = await this.log.find(subscription.accountId, eventId);
    if (event !== undefined) return event.position;
    const recorded = new Date(Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16));
    const position = await this.log.positionBefore(recorded);
    if (subscription.isTransient) return position;
    return Math.max(position, (await this.feed.beginningOf(subscription)) ?? (await this.log.head()));
  }

  private async fill(stream: EventStream<StreamItem>, subscription: Subscription, after: number): Promise<void> {
    for (let position = after; ; ) {
      position = await this.replay(stream, subscription, position);
      const live = await this.live.join(subscription, stream, position);
      try {
        position = await this.meet(stream, live, position);
        // A client that reads too slowly to receive live events gets more events from the database first.
        if (!live.isBehind) return await this.follow(stream, live);
      } finally {
        this.live.leave(live);
      }
    }
  }

  /** Sends the missed events from the log. @returns the sequence number up to which events were sent */
  private async replay(stream: EventStream<StreamItem>, opened: Subscription, after: number): Promise<number> {
    for (let position = after; ; ) {
      // The subscription is read again for each page, because it may be changed or deleted meanwhile.
      const subscription = opened.isTransient ? opened : await this.subscriptions.find(opened.accountId, opened.id);
      if (subscription === undefined) return position;
      const page = await this.feed.stretch(subscription, position, PAGE);
      for (const event of page.events) await stream.write(event);
      position = page.position ?? position;
      if (!page.hasMore) return position;
    }
  }

  /**
   * Sends the events between the end of the replay and the first live event, then the held live events, and releases
   * the stream.
   */
  private async meet(stream: EventStream<StreamItem>, live: LiveStream, after: number): Promise<number> {
    let position = after;
    while (position < live.since && !live.hasEnded) {
      const filter = this.subscriptions.filterOf(live.subscription);
      const events = await this.log.visible(
        live.subscription.accountId,
        filter,
        { after: position, upTo: live.since },
        PAGE,
      );
      for (const event of events) await stream.write(event);
      position = events.length < PAGE ? live.since : (events.at(-1)?.position ?? position);
    }
    for (let event = live.held.shift(); event !== undefined; event = live.held.shift()) {
      await stream.write(event);
      position = event.position;
    }
    // No event can have arrived since the last held one was sent, because there was no await in between. Later events
    // are sent immediately.
    if (!live.isBehind) live.release();
    return position;
  }

  private async follow(stream: EventStream<StreamItem>, live: LiveStream): Promise<void> {
    if (!live.hasEnded) stream.send({ notice: 'ready', position: Math.max(this.live.reached, live.since) });
    await Promise.race([stream.closed, live.ended]);
    if (live.hasEnded) stream.send({ notice: 'ended', position: this.live.reached });
  }
}
