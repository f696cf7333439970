import type { Transaction } from '../database/database.js';
import type { Job } from './job.js';

export interface JobsStartOptions {
  /** False: this process only sends, and leaves the running to others. */
  work: boolean;
}

export interface SendOptions {
  /** Not before so many seconds from now. */
  startAfterSeconds?: number;
  /** Queue it in this transaction; unless said, in the one the caller is in, if any. */
  tx?: Transaction;
}

/** Durable background work: it survives restarts, is shared by all processes, and is retried. */
export abstract class Jobs {
  /** Makes a job known, before `start`. @throws when the name is taken */
  abstract register(job: Job): void;

  /**
   * Queues one run of a registered job. Needs `start`. Inside `Database.transaction` the run exists when, and only when, that commits.
   * @param data becomes JSON
   */
  abstract send(name: string, data: object, options?: SendOptions): Promise<void>;

  /** From now on `send` works and, where this process works, jobs run. Once only, until `stop`. */
  abstract start(options: JobsStartOptions): Promise<void>;

  /** Takes no more runs and waits for those under way, at most `graceMs`; then aborts their signals, and they are run again later. */
  abstract stop(graceMs: number): Promise<void>;
}
