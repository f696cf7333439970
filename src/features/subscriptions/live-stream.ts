import type { LoggedEvent } from '../../events/logged-event.js';
import type { EventStream } from '../../http/stream/event-stream.js';
import type { Subscription } from './subscription.js';

/** A message about the stream itself. */
export interface StreamNotice {
  /**
   * `ready`: everything up to `position` has been sent, what follows is live. `ended`: the subscription was deleted.
   */
  notice: 'ready' | 'ended';
  position: number;
}

/** An item of a stream. */
export type StreamItem = LoggedEvent | StreamNotice;

/** The most events that wait for a stream that is still being sent missed ones. */
const MAX_HELD = 500;

/** A stream that receives appended events. Holds them back until the events before them have been sent. */
export class LiveStream {
  readonly held: LoggedEvent[] = [];
  /** True when more events arrived than fit: later events are missing. */
  isBehind = false;
  /** True when the subscription has been deleted. */
  hasEnded = false;
  readonly ended: Promise<void>;
  private resolveEnded!: () => void;
  private isHolding = true;

  /** @param since receives events after this sequence number */
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

  /** Sends later events as they arrive. Call this only when no event is held. */
  release(): void {
    this.isHolding = false;
  }

  end(): void {
    this.hasEnded = true;
    this.resolveEnded();
  }
}
