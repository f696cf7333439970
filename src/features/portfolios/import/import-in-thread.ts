import { threadFunction } from '../../../threads/thread-call.js';
import type { finishRows } from './finish-rows.js';
import type { readFileInThread } from './read-file.js';

/** Reads a file in a thread. */
export const readingInThread = threadFunction<typeof readFileInThread>(
  new URL('./read-file.js', import.meta.url),
  'readFileInThread',
);

/** Checks the entries of a file in a thread. */
export const finishingInThread = threadFunction<typeof finishRows>(
  new URL('./finish-rows.js', import.meta.url),
  'finishRows',
);
