/** Rows of a table that are past their retention. */
export interface ExpiredRows {
  table: string;
  rows: number;
}

/**
 * Work that runs outside a request. A `*.job.ts` exports one. With `everySeconds` or `cron` it runs on a schedule, once
 * for all processes together; with neither it runs once for each `Jobs.send(name, …)`.
 *
 * A job may run again after a crash or an error, so `run` must be idempotent, and its comment says why it is.
 */
export interface Job {
  /** `<feature>.<what>`: letters, digits, `.`, `-` and `_`. Names the queue, so renaming it forgets what is queued. */
  readonly name: string;
  /**
   * The period in seconds, at least 1. A run longer than its period delays the next; skipped periods are not repeated.
   */
  readonly everySeconds?: number;
  /** A cron expression of five fields, in UTC. */
  readonly cron?: string;
  /**
   * Number of times a failed run is tried again, with growing pauses. Default: 2. Periodic jobs are not: the next
   * period is the retry.
   */
  readonly retries?: number;
  /** A run that takes longer (seconds) counts as failed, as after a crash; 900 by default. */
  readonly expireSeconds?: number;
  /**
   * Number of runs that a process has under way at once: for many short runs that mostly wait. They start within
   * moments of being sent and leave no trace when they are done. Unless said, a process runs one at a time, looks once
   * a second, and what was done is kept for a week.
   */
  readonly concurrency?: number;
  /**
   * With `concurrency`: how many runs of one `SendOptions.group` go at once, in all processes together but for a
   * moment's overlap.
   */
  readonly groupConcurrency?: number;
  /**
   * With `concurrency`: each `SendOptions.owner` has a share of a process's places, and owners take turns; see
   * `FairSlots`. Runs are taken from the queue before they have a place, so `expireSeconds` covers the wait for one.
   */
  readonly fair?: boolean;
  /**
   * For a job that deletes data past its retention: returns the rows that it would delete now, without those deleted
   * along with them.
   */
  expired?(): Promise<ExpiredRows[]>;
  /**
   * @param signal aborted when the run has expired or the process is about to end; finish or give up at once
   * @param data the data that was sent; null for a periodic run
   */
  run(signal: AbortSignal, data: unknown): Promise<void>;
}

/** True for a job that runs on a schedule. */
export const isPeriodic = (job: Job): boolean => job.everySeconds !== undefined || job.cron !== undefined;
