import type { LoggedEvent } from '../../../events/logged-event.js';
import type { PlacedSubscription } from '../subscription.js';

/** Time after the first event of a group at which all events of the group are sent together (ms). */
const GROUP_MS = 30_000;

/** The events sent in one e-mail, and the time from which it may be sent. */
export interface MailBatch {
  /** Key of the batch: `event:<id>`, `group:<id>`, or `until:<Unix seconds>`. */
  batch: string;
  dueAt: Date;
}

/** Returns the batch of the events that are mailed at a time (ms, a whole second). */
export const batchUntil = (time: number): MailBatch => ({ batch: `until:${time / 1_000}`, dueAt: new Date(time) });

/** Whether a batch is for one event or one group; false for the events of a period. */
export const isSingle = (batch: string): boolean => !batch.startsWith('until:');

/** Returns the batch of an event that matches a subscription. @param now ms since the epoch */
export function batchOf(
  { digestMinutes }: Pick<PlacedSubscription, 'digestMinutes'>,
  { id, data: { groupId } }: LoggedEvent,
  now: number,
): MailBatch {
  if (digestMinutes !== null) {
    const period = digestMinutes * 60_000;
    return batchUntil((Math.floor(now / period) + 1) * period);
  }
  if (typeof groupId === 'string' && /^[\w-]{1,64}$/.test(groupId))
    return { batch: `group:${groupId}`, dueAt: new Date(now + GROUP_MS) };
  return { batch: `event:${id}`, dueAt: new Date(now) };
}
