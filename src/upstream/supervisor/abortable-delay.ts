import type { Timers } from '../../time/timers.js';

/** Resolves after `ms`, or as soon as the signal is aborted; the caller must then check the signal. */
export function pause(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || !(ms > 0)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancelTimer();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancelTimer = timers.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
