import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
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
import { SubscriptionsService } from './subscriptions.service.js';

/** Events read at a time from what a stream has missed. */
const PAGE = 100;
const uuidV7Shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Where a stream begins: after an event, or at a position, or now. */
export interface StreamBeginning {
  lastEventId?: string;
  position?: number;
}

/**
 * Streams of what a subscription picks from the log: first what was missed, from the database, then what happens,
 * without a gap or a repetition between.
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

  /** @throws Problem `not_found`, `invalid_request` for what can be no id of an event */
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
   * @throws Problem `invalid_request` for an impossible id of an event
   */
  async openTypes(accountId: string, eventTypes: string[], lastEventId?: string): Promise<StreamReply<StreamItem>> {
    const now = new Date(this.clock.now());
    const subscription: Subscription = {
      ...{
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
      },
      ...{
        mailMode: null,
        digestMinutes: null,
        lastSentAt: null,
        lastErrorAt: null,
        lastError: null,
        isTransient: true,
      },
    };
    const after = lastEventId === undefined ? await this.log.head() : await this.positionOf(subscription, lastEventId);
    return this.hub.open<StreamItem>((stream) => this.fill(stream, subscription, after));
  }

  /** The place of the event; of one that is gone, the place that its time says, but not before the subscription. */
  private async positionOf(subscription: Subscription, eventId: string): Promise<number> {
    if (!uuidV7Shape.test(eventId)) {
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
        // A client that reads too slowly for the live events first receives more from the database.
        if (!live.isBehind) return await this.follow(stream, live);
      } finally {
        this.live.leave(live);
      }
    }
  }

  /** Sends what there is in the log. @returns how far it came: to the end as it was a moment ago */
  private async replay(stream: EventStream<StreamItem>, opened: Subscription, after: number): Promise<number> {
    for (let position = after; ; ) {
      // Read again each time: it may be changed or deleted before all is sent.
      const subscription = opened.isTransient ? opened : await this.subscriptions.find(opened.accountId, opened.id);
      if (subscription === undefined) return position;
      const page = await this.feed.stretch(subscription, position, PAGE);
      for (const event of page.events) await stream.write(event);
      position = page.position ?? position;
      if (!page.hasMore) return position;
    }
  }

  /** Sends the events between the end of the replay and the first live event, and then the live events. */
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
    // Nothing was awaited since none was left: what comes next is sent at once.
    if (!live.isBehind) live.release();
    return position;
  }

  private async follow(stream: EventStream<StreamItem>, live: LiveStream): Promise<void> {
    if (!live.hasEnded) stream.send({ notice: 'ready', position: Math.max(this.live.reached, live.since) });
    await Promise.race([stream.closed, live.ended]);
    if (live.hasEnded) stream.send({ notice: 'ended', position: this.live.reached });
  }
}
