import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { HttpConfig } from '../config/http-config.js';
import { LimitsConfig } from '../config/limits-config.js';
import { FairTurns, TurnRefused } from './fair-turns.js';
import { HeavyWork, type InThread, queueFull } from './heavy-work.js';
import type { LongRequest } from './long-request.js';
import { ThreadOutOfMemory, ThreadPool } from './thread-pool.js';

/**
 * Number of tasks that may be prepared on the event loop while all threads are busy, because loading their data waits
 * for databases and vendors.
 */
const PREPARED_AHEAD = 2;
/** Time limit of a task (ms). The largest image takes a second of CPU, and the first one loads the library. */
const TIME_LIMIT_MS = 60_000;
/** Work that is expected to need more than this fraction of the requests' deadline is refused at once. */
const DEADLINE_SHARE = 0.5;
/** Heap limit of a thread (MB). The drawing library and the largest image need less than half of it. */
const MAX_HEAP_MB = 384;

/** Runs heavy work in a pool of threads of this process, which start with the first task. */
@Service()
export class ThreadedWork extends HeavyWork {
  private readonly pool: ThreadPool;
  private readonly turns: FairTurns;

  constructor(limits: LimitsConfig, http: HttpConfig) {
    super();
    const threads = limits.heavyThreads;
    this.pool = new ThreadPool({ does: 'draws', threads, timeLimitMs: TIME_LIMIT_MS, maxHeapMb: MAX_HEAP_MB });
    this.turns = new FairTurns({
      running: threads + PREPARED_AHEAD,
      waiting: limits.heavyQueue,
      maxMs: DEADLINE_SHARE * http.deadlineMs,
    });
  }

  get reading(): { running: number; waiting: number } {
    return this.turns.counts;
  }

  hasCapacity(accountId: string): boolean {
    return this.turns.hasCapacity(accountId);
  }

  async run<Result>(requester: LongRequest, work: (inThread: InThread) => Promise<Result>): Promise<Result> {
    // This queue has its own limit, and requests that wait here do not block the event loop.
    requester.releaseProcessSlot();
    const { signal } = requester;
    try {
      return await this.turns.run(
        requester.chargedAccountId ?? requester.accountId,
        () => work((called, input, transfer) => this.pool.run(called, input, { signal, transfer })),
        signal,
      );
    } catch (error) {
      if (error instanceof ThreadOutOfMemory) {
        const detail =
          'This needs more memory than one request may use. Ask for less, such as a shorter range, or try again.';
        throw new Problem('overloaded', { detail, headers: { 'Retry-After': '30' }, cause: error });
      }
      if (!(error instanceof TurnRefused)) throw error;
      throw queueFull();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
