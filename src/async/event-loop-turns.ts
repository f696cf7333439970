import { actingOwner } from './account-context.js';

/** Waiting calls by the account or address that they run for, in the order of the owners' turns; no list is empty. */
const queues = new Map<string, Array<() => void>>();

/**
 * Resolves in a later turn of the event loop, in which no other waiting call resolves. With `setImmediate` all waiting
 * calls would continue in the same turn: twenty long responses of a few milliseconds each would take a tenth of a
 * second in which no other request is read. Accounts take turns (round robin), so that a busy account delays another
 * one by only one call.
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

/** Resolves the first call of the first account, which then moves to the end. */
function runNext(): void {
  const [first] = queues;
  if (first === undefined) return;
  const [owner, queue] = first;
  queues.delete(owner);
  queue.shift()?.();
  if (queue.length > 0) queues.set(owner, queue);
  if (queues.size > 0) setImmediate(runNext);
}
