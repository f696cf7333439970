import type { Role } from '../config/service-config.js';

/**
 * Stages in the order of the start; the shutdown is in reverse. State starts before its readers, and both before the
 * sources that fill it.
 */
export const stages = ['state', 'readers', 'sources'] as const;
export type Stage = (typeof stages)[number];

/**
 * A background task that runs as long as the process. Each `*.runner.ts` exports one; it runs in processes that have
 * one of its roles.
 */
export abstract class Runner {
  abstract readonly roles: readonly Role[];
  abstract readonly stage: Stage;

  /** Starts the task. Resolves when later stages may depend on it; the runner itself handles later failures. */
  abstract start(): Promise<void>;

  /**
   * Stops the task. Resolves when it has stopped and its state is saved, within 5 s. Also called after a failed
   * `start`.
   */
  abstract stop(): Promise<void>;
}

/**
 * A runner that runs only in the leader (leadership.ts). It starts when its process becomes the leader, and again when
 * the process becomes the leader after `stepDown`.
 */
export abstract class LeaderRunner extends Runner {
  readonly roles: readonly Role[] = ['ingest'];
  /** False while leadership is uncertain; events must then wait. Set only by `Leadership`. */
  canPublish = true;

  /**
   * Checks the configuration. Called once in every process of its roles, before any runner starts.
   * @throws when the configuration is invalid, which prevents the start
   */
  prepare(): void {}

  /**
   * Notifies the runner that another process leads. Called at the start or after `stepDown`, and repeatedly while the
   * other process leads.
   */
  follow(): void {}

  /**
   * Stops the task because another process leads. Intake stops synchronously, and unpublished events are discarded.
   * Resolves when nothing runs any more. Never rejects.
   */
  abstract stepDown(): Promise<void>;
}
