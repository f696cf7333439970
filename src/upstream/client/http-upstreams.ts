import type { Clock } from '../../clock.js';
import type { Log } from '../../log.js';
import type { BudgetStore } from '../budget/budget-store.js';
import type { FeedRegistry } from '../feed-status.js';
import { UpstreamError } from '../upstream-error.js';
import { type Upstream, type UpstreamOptions, Upstreams } from '../upstreams.js';

export interface HttpUpstreamsParts {
  feeds: FeedRegistry;
  budgets: BudgetStore;
  clock: Clock;
  log: Log;
  userAgent: string;
}

/** Calls vendors over HTTP and WebSockets. */
export class HttpUpstreams extends Upstreams {
  constructor(readonly parts: HttpUpstreamsParts) {
    super();
  }

  open(_options: UpstreamOptions): Upstream {
    throw new UpstreamError('unreachable');
  }

  async close(): Promise<void> {}
}
