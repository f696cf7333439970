import type { Problem } from '../api/problem.js';
import type { Log } from '../logging/log.js';
import { SECOND_MS } from '../time/durations.js';

/**
 * Maximum number of logged failures of an unavailable store in a second; further ones are counted, and the next log
 * line has their number.
 */
const MAX_PER_SECOND = 5;

/**
 * Logs requests that failed because a store is unavailable. All requests fail for the same reason during an outage, so
 * the number of lines is limited.
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
