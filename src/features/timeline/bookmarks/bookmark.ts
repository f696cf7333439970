import type { EventEnvelope } from '../../../events/logged-event.js';

/** An event that an account marked. */
export interface Bookmark {
  id: string;
  accountId: string;
  eventId: string;
  /** As the event was when it was marked. */
  event: EventEnvelope;
  note: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
