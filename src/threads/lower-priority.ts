import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Gives the calling thread a lower priority than the rest of the process, so that the event loop runs first when there
 * are more threads than processors. Only Linux schedules each thread by its own value, with the thread's id in place of
 * a process id (`man 2 setpriority`); elsewhere nothing changes.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  // The link's target is "<process id>/task/<thread id>".
  const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(threadId, Math.max(getPriority(threadId), constants.priority.PRIORITY_BELOW_NORMAL));
}
