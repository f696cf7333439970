import type { LoggedEvent } from '../../events/logged-event.js';
import type { EventStream } from '../../http/stream/event-stream.js';
import type { Subscription } from './subscription.js';

/** A message about the stream itself, not an event. */
export interface StreamNotice {
  /**
   * `ready`: all events up to `position` have been sent; later ones are sent as they happen. `ended`: the subscription
   * was deleted.
   */
  notice: 'ready' | 'ended';
  position: number;
}

/** An item of a stream: an event or a notice. */
export type StreamItem = LoggedEvent | StreamNotice;

/** Maximum number of new events that are held while missed events are still being sent to a stream. */
const MAX_HELD = 500;

/** A stream that receives new events. It holds them back until the events before them have been sent. */
export class LiveStream {
  readonly held: LoggedEvent[] = [];
  /** True if more events arrived than can be held: later events are missing. */
  isBehind = false;
  /** True if the subscription has been deleted. */
  hasEnded = false;
  readonly ended: Promise<void>;
  private resolveEnded!: () => void;
  private isHolding = true;

  /** Creates a stream that receives the events after the sequence number `since`. */
  constructor(
    private readonly stream: EventStream<StreamItem>,
    public subscription: Subscription,
    readonly since: number,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  tell(event: LoggedEvent): void {
    if (!this.isHolding) this.stream.send(event);
    else if (this.held.length < MAX_HELD && !this.isBehind) this.held.push(event);
    else this.isBehind = true;
  }

  /** Sends later events as soon as they arrive. Must be called only when no event is held. */
  release(): void {
    this.isHolding = false;
  }

  end(): void {
    this.hasEnded = true;
    this.resolveEnded();
  }
}
