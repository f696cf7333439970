import { threadFunction } from '../../../threads/thread-call.js';
import type { finishRows } from './finish-rows.js';
import type { readFileInThread } from './read-file.js';

/** Calls `readFileInThread` in a thread. */
export const readingInThread = threadFunction<typeof readFileInThread>(
  new URL('./read-file.js', import.meta.url),
  'readFileInThread',
);

/** Calls `finishRows` in a thread. */
export const finishingInThread = threadFunction<typeof finishRows>(
  new URL('./finish-rows.js', import.meta.url),
  'finishRows',
);
