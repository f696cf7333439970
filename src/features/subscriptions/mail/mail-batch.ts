import type { LoggedEvent } from '../../../events/logged-event.js';
import type { PlacedSubscription } from '../subscription.js';

/** Events of one group are sent together, this long after the first of them. */
const GROUP_MS = 30_000;

/** The events sent in one e-mail, and the time from which it may be sent. */
export interface MailBatch {
  /** `event:<id>`, `group:<id>`, or `until:<Unix seconds>`. */
  batch: string;
  dueAt: Date;
}

/** Events that wait for the mail at a time (ms, a whole second). */
export const batchUntil = (time: number): MailBatch => ({ batch: `until:${time / 1_000}`, dueAt: new Date(time) });

/** True for the mail of one event or of one group; false for the mail of a period. */
export const isSingle = (batch: string): boolean => !batch.startsWith('until:');

/** The mail that an event goes into which matches a subscription. @param now ms since the epoch */
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
