import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { notificationsOf } from '../database/notifications.js';
import { LogChangeSignal } from './event-change-signal.js';

/** Channel of NOTIFY for events that got their positions; the payload is the last position. */
export const EVENTS_CHANNEL = 'watchfloor_events';

/** Notifies the consumers of this process when another process has assigned positions in the log. */
@Service()
export class EventListener {
  private stopListening?: () => Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly signal: LogChangeSignal,
  ) {}

  start(): void {
    this.stopListening ??= notificationsOf(this.database.connection, EVENTS_CHANNEL, (position) =>
      this.onNotification(position),
    );
  }

  /**
   * Handles a notification of the channel.
   * @param position undefined after a new connection: earlier notifications may have been missed
   */
  private onNotification(position: string | undefined): void {
    if (position === undefined) this.signal.notify();
    else this.signal.reached(Number(position));
  }

  async close(): Promise<void> {
    await this.stopListening?.();
    this.stopListening = undefined;
  }
}
