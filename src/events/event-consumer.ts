import type { Role } from '../config/service-config.js';

/** Something that reads the log as it grows. A `*.consumer.ts` exports one; it runs in the processes of its role. */
export abstract class EventConsumer {
  abstract readonly role: Role;

  /**
   * Handles what is new. Called after events have come, once a second besides, and never twice at once in a process.
   * @returns true when there may be more right now
   */
  abstract turn(): Promise<boolean>;
}
