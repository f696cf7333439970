import type { Transaction } from '../database/database.js';
import type { Job } from './job.js';

export interface SendOptions {
  /** Not before so many seconds from now. */
  startAfterSeconds?: number;
  /** Queue it in this transaction: it exists when, and only when, the transaction commits. */
  tx?: Transaction;
}

/** Durable background work: it survives restarts, is shared by all processes, and is retried. */
export abstract class Jobs {
  /** Makes a job known, before `start`. @throws when the name is taken */
  abstract register(job: Job): void;

  /** Queues one run of a registered job. Needs `start`. @param data becomes JSON */
  abstract send(name: string, data: object, options?: SendOptions): Promise<void>;

  /** From now on jobs run. */
  abstract start(): Promise<void>;

  /** Takes no more runs and waits for those under way, at most `graceMs`; then aborts their signals, and they are run again later. */
  abstract stop(graceMs: number): Promise<void>;
}
