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
