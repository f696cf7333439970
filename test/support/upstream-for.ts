import type { ExecutionContext } from 'ava';
import { createLog } from '../../src/logging/log.js';
import type { Clock } from '../../src/time/clock.js';
import type { BudgetStore } from '../../src/upstream/budget/budget-store.js';
import { MemoryBudgetStore } from '../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../src/upstream/client/http-upstreams.js';
import type { SocketTimes } from '../../src/upstream/client/vendor-socket.js';
import { FeedRegistry, type FeedStatus } from '../../src/upstream/feed-status.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';
import type { Upstream, UpstreamOptions } from '../../src/upstream/upstreams.js';
import { ManualClock } from './manual-clock.js';
import { VENDOR_MS } from './peer-times.js';

export interface UpstreamTest {
  upstream: Upstream;
  upstreams: HttpUpstreams;
  clock: ManualClock;
  feed(): FeedStatus;
  /** Returns the number of failures of a kind. */
  failures(kind: string): number;
  /** Returns the number of measured calls. */
  measured(): number;
  logged: string[];
}

interface Options extends Partial<UpstreamOptions> {
  budgetStore?: (clock: Clock) => BudgetStore;
  socketTimes?: Partial<SocketTimes>;
}

/** Returns the client of one vendor, with a clock that only the test advances. It is closed when the test ends. */
export function upstreamFor(
  t: ExecutionContext,
  baseUrl: string,
  { budgetStore, socketTimes, ...options }: Options = {},
): UpstreamTest {
  const clock = new ManualClock();
  const feeds = new FeedRegistry();
  const logged: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
  const budgets = budgetStore?.(clock) ?? new MemoryBudgetStore(clock);
  const upstreams = new HttpUpstreams({
    feeds,
    budgets,
    clock,
    log,
    userAgent: 'Watchfloor/test',
    timeoutMs: VENDOR_MS,
    socketTimes,
  });
  const upstream = upstreams.open({ feed: 'markets.vendor', provider: 'vendor', baseUrl, ...options });
  t.teardown(() => upstreams.close());
  const feed = () => feeds.list()[0] as FeedStatus;
  const failures = (kind: string) => feed().failures?.find((one) => one.kind === kind)?.count ?? 0;
  const measured = () =>
    feeds.calls
      .get('markets.vendor')
      ?.samples('calls', {})
      .find(({ metricName }) => metricName === 'calls_count')?.value ?? 0;
  return { upstream, upstreams, clock, feed, failures, measured, logged };
}

/** Returns the error with which a call fails. @throws if it succeeds or fails with another kind of error */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw new Error('A call failed with something other than an UpstreamError.', { cause: error });
  }
  throw new Error('The call brought an answer.');
}

/** Resolves when `isTrue` returns true. */
export async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > endsAt) throw new Error('It did not come about.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
