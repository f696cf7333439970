import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { Timers } from '../timers.js';
import type { FeedRegistry } from './feed-status.js';
import type { Upstreams } from './upstreams.js';

/** The parts with which every source and provider is made. */
export interface SourceParts {
  upstreams: Upstreams;
  feeds: FeedRegistry;
  clock: Clock;
  timers: Timers;
  log: Log;
}
