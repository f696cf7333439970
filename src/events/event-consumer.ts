import type { Role } from '../config/service-config.js';

/** Reads the event log as it grows. Each `*.consumer.ts` exports one; it runs in the processes of its role. */
export abstract class EventConsumer {
  abstract readonly role: Role;

  /**
   * Handles new events. Called after events have been appended and at least once a second, and never twice at the same
   * time in a process.
   * @returns true when more events may be waiting
   */
  abstract turn(): Promise<boolean>;
}
