import type { fromDrizzle, PgBoss, Job as QueuedJob } from 'pg-boss';
import { FairSlots, type Turn } from './fair-slots.js';
import type { Job } from './job.js';
import type { QueueFailures } from './queue-failures.js';

/** A lane looks for due runs at this interval when nothing wakes it. */
export const POLL_INTERVAL_MS = 500;
/** A run without a heartbeat for this long is handed out again (s). The minimum of pg-boss. */
export const HEARTBEAT_SECONDS = 10;
const BEAT_MS = 3_000;
/** Maximum number of runs taken from the queue at once. */
const MAX_FETCH = 100;
/** No more runs are taken from the queue while this many wait for a place. */
const MAX_WAITING = 1_000;

/** A run taken from the queue. */
interface TakenRun extends Turn {
  queued: QueuedJob<unknown>;
}

/**
 * Runs one job many times at once in this process. One loop looks for runs on behalf of all its places: as many workers
 * of pg-boss would each poll by themselves, and asking side by side they would give one group more than its share. The
 * queue is first in, first out, so the loop takes more runs than it has places for and lets `FairSlots` choose among
 * them.
 */
export class JobQueuePoller {
  private readonly running = new Map<string, AbortController>();
  private readonly turns: FairSlots<TakenRun>;
  private readonly finished: string[] = [];
  private readonly failed: Array<{ id: string; message: string }> = [];
  private readonly loop: Promise<void>;
  private readonly pulse = setInterval(() => void this.beat(), BEAT_MS);
  private stopping = false;
  private woken = false;
  private rouse: () => void = () => {};

  constructor(
    private readonly boss: PgBoss,
    private readonly job: Job,
    private readonly failures: QueueFailures,
    private readonly pollIntervalMs: number,
    /** The connection for its short statements. */
    private readonly db: ReturnType<typeof fromDrizzle>,
  ) {
    this.turns = new FairSlots(job.concurrency ?? 1);
    this.loop = this.work();
  }

  /** There may be something to run. */
  wake(): void {
    this.woken = true;
    this.rouse();
  }

  /**
   * Takes no more runs, waits for those under way, then aborts them; they are run again elsewhere, or at the next
   * start.
   */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
    this.fail(this.turns.drain().map(({ id }) => id));
    await this.settle().catch((error: unknown) => this.report(error));
    const deadline = performance.now() + graceMs;
    while (this.running.size > 0 && performance.now() < deadline)
      await this.sleep(Math.min(this.pollIntervalMs, deadline - performance.now()));
    clearInterval(this.pulse);
    for (const controller of this.running.values()) controller.abort();
    this.fail([...this.running.keys()]);
    await this.settle();
  }

  /** Marks runs as failed, so that they run again in another process or at the next start. */
  private fail(ids: readonly string[]): void {
    this.failed.push(...ids.map((id) => ({ id, message: 'The process ended before the run did.' })));
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const startedTick = performance.now();
      try {
        await this.settle();
        const taken = await this.take();
        this.failures.succeeded(startedTick);
        if (taken > 0) continue; // runs of a group that is full now may have hidden others
      } catch (error) {
        this.woken = false; // not at once again: the database may be down
        this.report(error);
      }
      await this.sleep(this.pollIntervalMs);
    }
  }

  /** @returns how many runs were taken from the queue */
  private async take(): Promise<number> {
    if (this.stopping) return 0;
    this.begin();
    // Without owners, what is taken first also runs first: nothing is gained by taking more than can run.
    const wanted = Math.min(MAX_FETCH, this.job.fair === true ? MAX_WAITING - this.turns.waiting : this.turns.free);
    if (this.turns.free <= 0 || wanted <= 0) return 0;
    const queued = await this.boss.fetch<unknown>(this.job.name, {
      db: this.db,
      batchSize: wanted,
      ...(this.job.groupConcurrency === undefined ? {} : { groupConcurrency: this.job.groupConcurrency }),
    });
    for (const one of queued) this.turns.add(this.turnOf(one));
    this.begin();
    return queued.length;
  }

  /** A run sent without an owner, as by an earlier release, has its group for one. */
  private turnOf(queued: QueuedJob<unknown>): TakenRun {
    const { id, groupId, groupTier } = queued;
    const group = groupId ?? id;
    return { id, group, owner: this.job.fair === true ? (groupTier ?? group) : id, queued };
  }

  private begin(): void {
    for (let turn = this.turns.next(); turn !== undefined; turn = this.turns.next()) void this.run(turn.queued);
  }

  private async run({ id, data, expireInSeconds }: QueuedJob<unknown>): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    const expiry = setTimeout(() => controller.abort(), expireInSeconds * 1_000);
    controller.signal.addEventListener('abort', () => clearTimeout(expiry));
    try {
      await this.job.run(controller.signal, data ?? null);
      this.finished.push(id);
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      this.failed.push({ id, message });
      this.failures.failed(`A run of ${this.job.name} failed`, thrown);
    } finally {
      clearTimeout(expiry);
      this.running.delete(id);
      this.turns.done(id);
      if (!this.stopping) this.begin();
      this.wake();
    }
  }

  /** Reports the runs taken as alive. One that the queue has given out again is not stopped: a job is idempotent. */
  private async beat(): Promise<void> {
    const taken = this.turns.ids();
    if (taken.length === 0) return;
    await this.boss.touch(this.job.name, taken, { db: this.db }).catch((error: unknown) => this.report(error));
  }

  private report(error: unknown): void {
    this.failures.failed(`Queue ${this.job.name}`, error);
  }

  /** Reports finished runs to the queue. A run that cannot be reported is handed out again when it expires. */
  private async settle(): Promise<void> {
    const finished = this.finished.splice(0);
    if (finished.length > 0) await this.boss.deleteJob(this.job.name, finished, { db: this.db });
    const failed = Map.groupBy(this.failed.splice(0), ({ message }) => message);
    for (const [message, runs] of failed)
      await this.boss.fail(
        this.job.name,
        runs.map(({ id }) => id),
        { message },
        { db: this.db },
      );
  }

  private async sleep(ms: number): Promise<void> {
    if (this.woken) {
      this.woken = false;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.rouse = resolve;
    await promise;
    clearTimeout(timer);
  }
}
