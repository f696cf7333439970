import type { fromDrizzle, PgBoss, Job as QueuedJob } from 'pg-boss';
import { FairSlots, type Turn } from './fair-slots.js';
import type { Job } from './job.js';
import type { QueueFailures } from './queue-failures.js';

/** Interval at which a poller looks for due runs without a notification (ms). */
export const POLL_INTERVAL_MS = 500;
/** A run without a heartbeat for this long (s) is delivered again. The minimum of pg-boss. */
export const HEARTBEAT_SECONDS = 10;
const BEAT_MS = 3_000;
/** Maximum number of runs fetched from the queue at once. */
const MAX_FETCH = 100;
/** No more runs are fetched while this many wait for a slot. */
const MAX_WAITING = 1_000;

/** A run fetched from the queue. */
interface TakenRun extends Turn {
  queued: QueuedJob<unknown>;
}

/**
 * Runs one job several times concurrently in this process. One loop fetches runs for all slots: the same number of
 * pg-boss workers would each poll separately and, by polling concurrently, exceed the limit of a group. The queue is
 * first in, first out, so the loop fetches more runs than it has slots and lets `FairSlots` choose.
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
    /** Connection for the poller's own short statements. */
    private readonly db: ReturnType<typeof fromDrizzle>,
  ) {
    this.turns = new FairSlots(job.concurrency ?? 1);
    this.loop = this.work();
  }

  /** Wakes the loop, because a run may be due. */
  wake(): void {
    this.woken = true;
    this.rouse();
  }

  /**
   * Stops fetching, waits for running runs for at most `graceMs`, then aborts them. Aborted runs are repeated by
   * another process or after the next start.
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

  /** Marks runs as failed, so that another process, or this one after its next start, repeats them. */
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
        if (taken > 0) continue; // runs of a group that reached its limit may have hidden other runs
      } catch (error) {
        this.woken = false; // do not retry at once, because the database may be down
        this.report(error);
      }
      await this.sleep(this.pollIntervalMs);
    }
  }

  /**
   * Fetches runs as far as there are slots, and starts them.
   * @returns the number of runs fetched from the queue
   */
  private async take(): Promise<number> {
    if (this.stopping) return 0;
    this.begin();
    // Without owners the order of fetching is the order of running, so only as many runs are fetched as can start.
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

  /**
   * Returns a fetched run with its owner. For runs without an owner, as of earlier releases, the group is the owner.
   */
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

  /**
   * Sends heartbeats for the fetched runs. A run that the queue has delivered again is not stopped, because jobs are
   * idempotent.
   */
  private async beat(): Promise<void> {
    const taken = this.turns.ids();
    if (taken.length === 0) return;
    await this.boss.touch(this.job.name, taken, { db: this.db }).catch((error: unknown) => this.report(error));
  }

  private report(error: unknown): void {
    this.failures.failed(`Queue ${this.job.name}`, error);
  }

  /** Reports finished runs to the queue. A run that cannot be reported is delivered again after it expires. */
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
