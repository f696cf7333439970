import type { Log } from '../logging/log.js';
import type { Clock } from '../time/clock.js';
import type { Timers } from '../time/timers.js';
import type { FeedRegistry } from './feed-status.js';
import type { Upstreams } from './upstreams.js';

/** Dependencies that every source and provider receives. */
export interface SourceParts {
  upstreams: Upstreams;
  feeds: FeedRegistry;
  clock: Clock;
  timers: Timers;
  log: Log;
}
