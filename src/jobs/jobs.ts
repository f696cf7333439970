import type { Transaction } from '../database/database.js';
import type { Job } from './job.js';

export interface JobsStartOptions {
  /** False: this process only sends, and leaves the running to others. */
  work: boolean;
}

export interface Timing {
  /** Delay in seconds; fractions are allowed. */
  startAfterSeconds?: number;
  /** The group that shares `Job.groupConcurrency`. */
  group?: string;
  /** With `group`: whose run it is, where `Job.fair` gives each owner a share. */
  owner?: string;
  /** Runs after everything of a higher priority that is due; 0 unless said. */
  priority?: number;
  /** For a job with `concurrency`: while a run sent with this key is queued or under way, no other is queued. */
  key?: string;
}

export interface SendOptions extends Timing {
  /** Queue it in this transaction; unless said, in the one the caller is in, if any. */
  tx?: Transaction;
}

/** Durable background work: it survives restarts, is shared by all processes, and is retried. */
export abstract class Jobs {
  /** The jobs made known so far. */
  abstract readonly registered: readonly Job[];

  /** Makes a job known, before `start`. @throws when the name is taken */
  abstract register(job: Job): void;

  /**
   * Queues one run of a registered job. Needs `start`. Inside `Database.transaction` the run exists when, and only
   * when, that commits.
   * @param data becomes JSON
   */
  abstract send(name: string, data: object, options?: SendOptions): Promise<void>;

  /** Queues many runs of one job at once, as `send` does in the transaction the caller is in. */
  abstract sendMany(name: string, items: ReadonlyArray<{ data: object } & Timing>): Promise<void>;

  /** From now on `send` works and, where this process works, jobs run. Once only, until `stop`. */
  abstract start(options: JobsStartOptions): Promise<void>;

  /**
   * Takes no more runs and waits for those under way, at most `graceMs`; then aborts their signals, and they are run
   * again later.
   */
  abstract stop(graceMs: number): Promise<void>;
}
