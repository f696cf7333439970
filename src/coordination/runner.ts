import type { Role } from '../config/service-config.js';

/**
 * Stages in the order of the start; the stop is in reverse. State is ready before its readers, and both before the
 * sources that fill it.
 */
export const stages = ['state', 'readers', 'sources'] as const;
export type Stage = (typeof stages)[number];

/**
 * Background work that runs as long as the process. A `*.runner.ts` exports one; it runs in the processes that have one
 * of its roles.
 */
export abstract class Runner {
  abstract readonly roles: readonly Role[];
  abstract readonly stage: Stage;

  /** Resolves when later stages may rely on it. Later failures are handled by the runner itself. */
  abstract start(): Promise<void>;

  /** Resolves when it has stopped and its state is saved. Also called when `start` failed. Takes at most 5 s. */
  abstract stop(): Promise<void>;
}

/**
 * A runner that runs in the leader only (`leadership.ts`). It starts when its process becomes the leader, and again
 * when it regains leadership after `stepDown`.
 */
export abstract class LeaderRunner extends Runner {
  readonly roles: readonly Role[] = ['ingest'];
  /** False while leadership is uncertain: events wait to be published. Set by `Leadership` only. */
  canPublish = true;

  /**
   * Called once in every process of its roles, before anything starts.
   * @throws when the configuration is invalid, which prevents the start
   */
  prepare(): void {}

  /** Called when another process leads, at the start and after `stepDown`, and again as long as it does. */
  follow(): void {}

  /**
   * Called when another process leads. Intake stops before this returns, and unpublished events are discarded; resolves
   * when nothing runs any more. Never rejects.
   */
  abstract stepDown(): Promise<void>;
}
