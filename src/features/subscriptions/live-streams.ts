import { Service } from 'typedi';
import { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import type { EventStream } from '../../http/stream/event-stream.js';
import { DurationHistogram } from '../../metrics/duration-histogram.js';
import { Clock } from '../../time/clock.js';
import { SECOND_MS } from '../../time/durations.js';
import { isUuidV7, timeOfUuidV7 } from '../../time/uuid-v7.js';
import { LiveStream, type StreamItem } from './live-stream.js';
import type { Subscription } from './subscription.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { changedIn } from './subscription-follower.js';
import { type Indexable, SubscriptionIndex } from './subscription-index.js';

interface Listener extends Indexable {
  live: LiveStream;
}

const BATCH = 500;

/** Upper limits of buckets (s): an event usually reaches streams within a second. */
const DELAY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * The open streams of this process that have caught up with the log. One reader follows the log for all of them, and
 * only while a stream is open. A stream that joins receives every event after `since` without a gap: joining and
 * advancing are each done in one step.
 */
@Service()
export class LiveStreams {
  /** Time (s) from the append of an event to its being written to open streams; once for each event that they get. */
  readonly delays = new DurationHistogram(DELAY_BUCKETS);
  private readonly index = new SubscriptionIndex<Listener>();
  private readonly keys = new Map<LiveStream, string>();
  /** Last sequence number read; undefined while no stream is open. */
  private position: number | undefined;
  private joined = 0;

  constructor(
    private readonly log: EventLog,
    private readonly repository: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  /**
   * Adds a stream.
   * @param after sequence number up to which the stream has received all events; it may be less than `since` of the
   * returned stream
   */
  async join(subscription: Subscription, stream: EventStream<StreamItem>, after: number): Promise<LiveStream> {
    const head = await this.log.head();
    this.position ??= head;
    const live = new LiveStream(stream, subscription, Math.max(this.position, after));
    this.joined += 1;
    this.keys.set(live, `${this.joined}`);
    this.listen(live, subscription);
    try {
      // The row contains changes that were read from the log before the stream joined; later changes follow with their
      // events.
      if (subscription.isTransient !== true)
        this.apply(live, await this.repository.find(subscription.accountId, subscription.id));
      return live;
    } catch (error) {
      this.leave(live);
      throw error;
    }
  }

  leave(live: LiveStream): void {
    this.index.delete(this.keys.get(live) ?? '');
    this.keys.delete(live);
    if (this.keys.size === 0) this.position = undefined;
  }

  /** Sequence number up to which the log has been read. */
  get reached(): number {
    return this.position ?? 0;
  }

  /** Sends new events to the streams. @returns true if more may follow */
  async turn(): Promise<boolean> {
    const { position } = this;
    if (position === undefined) return false;
    const events = await this.log.after(position, BATCH);
    const ids = changedIn(events);
    const rows = new Map((ids.length === 0 ? [] : await this.repository.placed(ids)).map((row) => [row.id, row]));
    // All streams may have closed meanwhile, and others may have joined at another position.
    if (this.position === position) this.take(events, rows);
    return events.length === BATCH;
  }

  private take(events: readonly LoggedEvent[], rows: ReadonlyMap<string, Subscription>): void {
    for (const event of events) {
      for (const id of changedIn([event])) for (const live of this.of(id)) this.apply(live, rows.get(id));
      const listeners = this.index.match(event);
      for (const { live } of listeners) live.tell(event);
      if (listeners.length > 0 && isUuidV7(event.id))
        this.delays.observe(Math.max(0, this.clock.now() - timeOfUuidV7(event.id)) / SECOND_MS);
    }
    if (this.position !== undefined) this.position = events.at(-1)?.position ?? this.position;
  }

  private of(subscriptionId: string): LiveStream[] {
    return [...this.keys.keys()].filter(({ subscription }) => subscription.id === subscriptionId);
  }

  private apply(live: LiveStream, subscription: Subscription | undefined): void {
    if (subscription === undefined) {
      this.index.delete(this.keys.get(live) ?? '');
      live.end();
    } else if (subscription.version > live.subscription.version && this.keys.has(live)) this.listen(live, subscription);
  }

  private listen(live: LiveStream, subscription: Subscription): void {
    const { accountId, eventTypes, filter } = subscription;
    live.subscription = subscription;
    this.index.set({ id: this.keys.get(live) ?? '', accountId, eventTypes, filter, since: live.since, live });
  }
}
