import type { Problem } from '../api/problem.js';
import type { Log } from '../logging/log.js';
import { SECOND_MS } from '../time/durations.js';

/**
 * Failures of an unavailable store that are logged in a second; the others are counted, and the next logged one has
 * their number.
 */
const MAX_PER_SECOND = 5;

/**
 * Logs requests that failed because a store is unavailable: an outage fails all requests for the same reason, and must
 * not flood the log.
 */
export class OutageLog {
  private second = Number.NEGATIVE_INFINITY;
  private logged = 0;
  private omitted = 0;

  constructor(
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {}

  failed(requestId: string, { code, cause, message }: Problem): void {
    const now = this.now();
    if (now - this.second >= SECOND_MS) {
      this.second = now;
      this.logged = 0;
    }
    if (this.logged >= MAX_PER_SECOND) {
      this.omitted += 1;
      return;
    }
    this.logged += 1;
    this.log.error({ requestId, code, err: cause, ...(this.omitted > 0 && { omitted: this.omitted }) }, message);
    this.omitted = 0;
  }
}
