import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { notificationsOf } from '../database/notifications.js';
import { LogBell } from './event-bell.js';

/** What PostgreSQL's NOTIFY carries whenever events got their place; its payload is the last position. */
export const EVENTS_CHANNEL = 'watchfloor_events';

/** Rings the bell of this process when another one has given places in the log. */
@Service()
export class EventListener {
  private stopListening?: () => Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly bell: LogBell,
  ) {}

  start(): void {
    this.stopListening ??= notificationsOf(this.database.connection, EVENTS_CHANNEL, (position) => this.heard(position));
  }

  /** @param position undefined when the connection is new, and others may have rung unheard */
  private heard(position: string | undefined): void {
    if (position === undefined) this.bell.ring();
    else this.bell.reached(Number(position));
  }

  async close(): Promise<void> {
    await this.stopListening?.();
    this.stopListening = undefined;
  }
}
