import type { Transaction } from '../database/database.js';
import type { Job } from './job.js';

export interface JobsStartOptions {
  /** False: this process sends runs but does not run any. */
  work: boolean;
}

export interface Timing {
  /** Delay in seconds; fractions are allowed. */
  startAfterSeconds?: number;
  /** Group of the run, to which `Job.groupConcurrency` applies. */
  group?: string;
  /** With `group`: owner of the run, for `Job.fair`. */
  owner?: string;
  /** Priority of the run: it begins after all due runs of a higher priority. Default: 0. */
  priority?: number;
  /** For a job with `concurrency`: while a run with this key is queued or running, another one is not queued. */
  key?: string;
}

export interface SendOptions extends Timing {
  /** Transaction in which the run is queued. Default: the caller's current transaction, if there is one. */
  tx?: Transaction;
}

/** Runs durable background jobs: queued runs survive restarts, are distributed over all processes, and are retried. */
export abstract class Jobs {
  /** The jobs registered so far. */
  abstract readonly registered: readonly Job[];

  /** Registers a job, before `start`. @throws when the name is taken */
  abstract register(job: Job): void;

  /**
   * Queues one run of a registered job. Only after `start`. Inside `Database.transaction` the run exists if and only if
   * the transaction commits.
   * @param data sent as JSON
   */
  abstract send(name: string, data: object, options?: SendOptions): Promise<void>;

  /** Queues several runs of one job at once, in the caller's transaction if there is one. */
  abstract sendMany(name: string, items: ReadonlyArray<{ data: object } & Timing>): Promise<void>;

  /** Starts the queue: from now on `send` works and, with `work`, jobs run. May be called again only after `stop`. */
  abstract start(options: JobsStartOptions): Promise<void>;

  /**
   * Starts no more runs and waits for running ones, for at most `graceMs`; then aborts their signals, and they are
   * repeated later.
   */
  abstract stop(graceMs: number): Promise<void>;
}
