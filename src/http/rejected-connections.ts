import type { Server } from 'node:http';
import type { Log } from '../logging/log.js';
import { MINUTE_MS } from '../time/durations.js';

/** Minimum time between two lines (ms): a client that keeps connecting must not fill the log. */
const LOG_INTERVAL_MS = MINUTE_MS;

/**
 * Logs connections that a server closes because it has `maxConnections` open. Each line has the number since the
 * previous line; the first one is written at once.
 * @param now returns a monotonic time (ms)
 */
export function logRejectedConnections(server: Server, log: Log, now: () => number = () => performance.now()): void {
  let count = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    count += 1;
    if (now() - loggedAt < LOG_INTERVAL_MS) return;
    log.warn(
      { component: 'http', connections: count, limit: server.maxConnections },
      'Connections rejected: the limit of open connections is reached.',
    );
    loggedAt = now();
    count = 0;
  });
}
