/** The number of expired rows of a table. */
export interface ExpiredRows {
  table: string;
  rows: number;
}

/**
 * A task that runs outside of requests. Each `*.job.ts` exports one. With `everySeconds` or `cron` it runs on a
 * schedule, once for all processes together; otherwise it runs once for each `Jobs.send(name, …)`.
 *
 * A job may run again after a crash or an error, so `run` must be idempotent; its comment explains why it is.
 */
export interface Job {
  /**
   * Name `<feature>.<task>` in letters, digits, `.`, `-` and `_`. It is also the name of the queue, so queued runs are
   * lost when it is renamed.
   */
  readonly name: string;
  /**
   * Period in seconds, at least 1. A run longer than its period delays the next one; skipped periods are not made up
   * for.
   */
  readonly everySeconds?: number;
  /** Schedule: a cron expression of five fields, in UTC. */
  readonly cron?: string;
  /**
   * Number of retries of a failed run, with growing pauses. Default: 2. Runs on a schedule are not retried, because the
   * next period follows.
   */
  readonly retries?: number;
  /** A run that takes longer (s) counts as failed, as after a crash. Default: 900. */
  readonly expireSeconds?: number;
  /**
   * Maximum number of concurrent runs in a process, for many short runs that mostly wait. They start moments after they
   * were sent, and are deleted when they are done. Default: a process runs one at a time, polls once a second, and
   * completed runs are kept for a week.
   */
  readonly concurrency?: number;
  /**
   * With `concurrency`: maximum number of concurrent runs of one `SendOptions.group`, over all processes, except for
   * short overlaps.
   */
  readonly groupConcurrency?: number;
  /**
   * With `concurrency`: true if owners (`SendOptions.owner`) take turns and each has a limited number of a process's
   * slots; see `FairSlots`. Runs are fetched before they have a slot, so `expireSeconds` includes the wait for one.
   */
  readonly fair?: boolean;
  /**
   * For a job that deletes expired data: returns the number of rows that it would delete now, without rows that are
   * deleted in cascade.
   */
  expired?(): Promise<ExpiredRows[]>;
  /**
   * Does the work of one run.
   * @param signal aborts when the run has expired or the process is about to end; `run` must then finish or stop at
   * once
   * @param data data that was sent; null for a run on a schedule
   */
  run(signal: AbortSignal, data: unknown): Promise<void>;
}

/** True for a job that runs on a schedule. */
export const isPeriodic = (job: Job): boolean => job.everySeconds !== undefined || job.cron !== undefined;
