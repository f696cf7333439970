import { actingOwner } from './account-context.js';

/** Waiting calls, by the account or address that they run for, in the order of their turns; no list is empty. */
const queues = new Map<string, Array<() => void>>();

/**
 * Resolves in a later turn of the event loop, in which nothing else that waits here goes on. With `setImmediate` all
 * that wait would go on in the same turn: twenty long answers, a few milliseconds each, would take a tenth of a second
 * in which no other request is read. Accounts take turns (round robin), so that one with much to do delays another by
 * one piece of work only.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    const owner = actingOwner() ?? '';
    const queue = queues.get(owner);
    if (queue !== undefined) return void queue.push(resolve);
    if (queues.size === 0) setImmediate(runNext);
    queues.set(owner, [resolve]);
  });
}

/** Lets the first of the first account go on; the account then goes to the end of the row. */
function runNext(): void {
  const [first] = queues;
  if (first === undefined) return;
  const [owner, queue] = first;
  queues.delete(owner);
  queue.shift()?.();
  if (queue.length > 0) queues.set(owner, queue);
  if (queues.size > 0) setImmediate(runNext);
}
