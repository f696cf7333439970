import type { Role } from './config/service-config.js';

/** In the order of the start; at the stop the other way round. State is there before who reads it, and both before what fills it. */
export const stages = ['state', 'readers', 'sources'] as const;
export type Stage = (typeof stages)[number];

/** Something that runs beside requests for as long as the process does. A `*.runner.ts` exports one; it runs in the processes of its roles. */
export abstract class Runner {
  abstract readonly roles: readonly Role[];
  abstract readonly stage: Stage;

  /** Resolves when what comes after it may rely on it. What fails later is its own to mend. */
  abstract start(): Promise<void>;

  /** Resolves when nothing of it runs any more and what it held is kept. Also called when `start` failed. Never takes longer than 5 s. */
  abstract stop(): Promise<void>;
}

/**
 * A runner of which one runs among all processes: that of the leader (`src/leadership.ts`). It starts when its process has the lead, and
 * again, after `abandon`, when the lead has come back.
 */
export abstract class LeaderRunner extends Runner {
  readonly roles: readonly Role[] = ['ingest'];
  /** False while it is not known whether this process still leads: what is to be told waits. Not its own to set. */
  mayTell = true;

  /** Once in every process of its roles, before anything runs, whoever leads. @throws when the configuration is wrong: it refuses the start */
  prepare(): void {}

  /**
   * Another process leads, and tells what this one would. By the time this returns nothing is taken in any more, and what waits to be told
   * is given up; it resolves when nothing runs any more. Never rejects.
   */
  abstract abandon(): Promise<void>;
}
