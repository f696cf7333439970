import { isDatabaseUnavailable } from '../database/database-errors.js';

/**
 * Logs failures of the job queue. In an outage of the database every queue fails twice a second, so an outage is logged
 * in one line when it begins and one when it ends, with the number of failures in between.
 */
export class QueueFailures {
  private omitted = 0;
  private isOut = false;
  private lastTick = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly log: (line: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Logs a failure, or counts it during an outage.
   * @param what the failed operation, as the beginning of a sentence
   */
  failed(what: string, error: unknown): void {
    const message = messageOf(error);
    if (!isDatabaseUnavailable(asError(error, message))) {
      this.log(`${what}: ${(error as Error | null)?.message ?? message}`);
      return;
    }
    this.lastTick = this.now();
    if (this.isOut) {
      this.omitted += 1;
      return;
    }
    this.isOut = true;
    this.log(`The job queue cannot reach the database; retrying: ${message}`);
  }

  /**
   * Ends an outage, unless the successful operation started before the last failure.
   * @param startedTick when the successful operation started (`performance.now()`, ms)
   */
  succeeded(startedTick: number): void {
    if (!this.isOut || startedTick <= this.lastTick) return;
    this.isOut = false;
    this.log(`The job queue reaches the database again; ${this.omitted} more failures were not logged.`);
    this.omitted = 0;
  }
}

/** The text that pg-boss appends to messages. Errors of the driver are recognized by their message without it. */
const PLACE = / \(Queue: [^()]*, Worker: [^()]*\)$/;

const messageOf = (error: unknown): string =>
  ((error as { message?: string } | null)?.message ?? String(error)).replace(PLACE, '');

/** Returns an Error, because pg-boss reports some errors as plain objects. */
const asError = (error: unknown, message: string): Error =>
  error instanceof Error && error.message === message
    ? error
    : Object.assign(new Error(message, { cause: error }), error, { message });
