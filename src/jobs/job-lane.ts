import type { PgBoss, Job as QueuedJob } from 'pg-boss';
import type { Job } from './job.js';

/** How long a lane goes without looking for runs that have become due, when nothing wakes it. */
export const LOOK_MS = 500;
/** A run whose process has not been heard of for so long is given out again (s). The least that pg-boss takes. */
export const HEARTBEAT_SECONDS = 10;
const BEAT_MS = 3_000;
/** Runs asked for at once. More than there are places for is never asked. */
const LARGEST_FETCH = 100;

/**
 * Runs one job many times at once in this process. One loop looks for runs on behalf of all its places: as many workers of pg-boss would
 * each poll by themselves, and asking side by side they would give one group more than its share.
 */
export class JobLane {
  private readonly running = new Map<string, AbortController>();
  private readonly finished: string[] = [];
  private readonly failed: Array<{ id: string; error: Error }> = [];
  private readonly loop: Promise<void>;
  private readonly pulse = setInterval(() => void this.beat(), BEAT_MS);
  private stopping = false;
  private woken = false;
  private rouse: () => void = () => {};

  constructor(
    private readonly boss: PgBoss,
    private readonly job: Job,
    private readonly log: (line: string) => void,
    private readonly lookMs: number,
  ) {
    this.loop = this.work();
  }

  /** There may be something to run. */
  wake(): void {
    this.woken = true;
    this.rouse();
  }

  /** Takes no more runs, waits for those under way, then aborts them; they are run again elsewhere, or at the next start. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
    const deadline = performance.now() + graceMs;
    while (this.running.size > 0 && performance.now() < deadline) await this.sleep(Math.min(this.lookMs, deadline - performance.now()));
    clearInterval(this.pulse);
    for (const [id, controller] of this.running) {
      controller.abort();
      this.failed.push({ id, error: new Error('The process ended before the run did.') });
    }
    await this.settle();
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      try {
        await this.settle();
        if ((await this.take()) > 0) continue; // of a group that is full now others may have been in front
      } catch (error) {
        this.woken = false; // not at once again: the database may be down
        this.log(`jobs: ${this.job.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await this.sleep(this.lookMs);
    }
  }

  /** @returns how many runs were begun */
  private async take(): Promise<number> {
    const places = (this.job.concurrency ?? 1) - this.running.size;
    if (places <= 0 || this.stopping) return 0;
    const queued = await this.boss.fetch<unknown>(this.job.name, {
      batchSize: Math.min(places, LARGEST_FETCH),
      ...(this.job.groupConcurrency === undefined ? {} : { groupConcurrency: this.job.groupConcurrency }),
    });
    for (const one of queued) void this.run(one);
    return queued.length;
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
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.failed.push({ id, error });
      this.log(`jobs: a run of ${this.job.name} failed: ${error.message}`);
    } finally {
      clearTimeout(expiry);
      this.running.delete(id);
      this.wake();
    }
  }

  /** Says of the runs under way that they are. One that the queue has given out again is not stopped: a job is idempotent. */
  private async beat(): Promise<void> {
    if (this.running.size === 0) return;
    await this.boss.touch(this.job.name, [...this.running.keys()]).catch((error: unknown) => this.log(`jobs: ${this.job.name}: ${String(error)}`));
  }

  /** Tells the queue what ended. A run whose end cannot be told is given out again when it expires. */
  private async settle(): Promise<void> {
    const finished = this.finished.splice(0);
    if (finished.length > 0) await this.boss.deleteJob(this.job.name, finished);
    for (const { id, error } of this.failed.splice(0)) await this.boss.fail(this.job.name, id, { message: error.message });
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
