import type { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { subscriptionChanged } from './subscriptions.events.js';

const BATCH = 1_000;

/** Returns the ids of the subscriptions that the events report as changed, without duplicates. */
export function changedIn(events: readonly LoggedEvent[]): string[] {
  return [
    ...new Set(
      events.filter(({ type }) => type === subscriptionChanged.type).map(({ data }) => data.subscriptionId as string),
    ),
  ];
}

/** Returns the ids of the subscriptions that changed after one sequence number, up to another. */
export async function changesBetween(log: EventLog, after: number, upTo: number): Promise<string[]> {
  const ids = new Set<string>();
  for (let from = after; from < upTo; ) {
    const events = await log.after(from, BATCH, [subscriptionChanged.type]);
    for (const id of changedIn(events.filter(({ position }) => position <= upTo))) ids.add(id);
    from = events.length < BATCH ? upTo : (events.at(-1)?.position ?? upTo);
  }
  return [...ids];
}
