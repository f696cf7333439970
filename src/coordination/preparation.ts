import type { Role } from '../config/service-config.js';
import type { Log } from '../logging/log.js';
import { SECOND_MS } from '../time/durations.js';
import type { Timers } from '../time/timers.js';
import { Runner, type Stage } from './runner.js';

/** Delay after the start (ms), so that the first requests do not wait for the preparation. */
const DELAY_MS = 5 * SECOND_MS;

/** Shortly after the start, prepares data that the first request would otherwise wait for. */
export abstract class Preparation extends Runner {
  readonly roles: readonly Role[] = ['api'];
  readonly stage: Stage = 'readers';
  /** Resolves when the preparation has ended. */
  prepared: Promise<void> = Promise.resolve();
  protected readonly delayMs: number = DELAY_MS;
  /** Message of the log after a failure, with its consequence for requests. */
  protected abstract readonly failure: string;
  private cancel = () => {};
  private abort = new AbortController();

  constructor(
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.abort = new AbortController();
    this.cancel = this.timers.after(this.delayMs, () => {
      this.prepared = this.run(this.abort.signal);
    });
  }

  async stop(): Promise<void> {
    this.cancel();
    this.abort.abort();
    await this.prepared;
  }

  /** Prepares the data in slices of a few milliseconds. */
  protected abstract prepare(signal: AbortSignal): Promise<void>;

  private async run(signal: AbortSignal): Promise<void> {
    try {
      await this.prepare(signal);
    } catch (error) {
      if (!signal.aborted) this.log.warn({ err: error }, this.failure);
    }
  }
}
