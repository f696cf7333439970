import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { BriefingPublisher } from './briefing-publisher.service.js';

/**
 * Publishes due briefings once a minute. Runs in processes that serve HTTP, because briefings are composed from
 * the results of API operations.
 */
@Service()
export class BriefingsRunner extends Runner {
  readonly roles: readonly Role[] = ['api'];
  readonly stage = 'sources';
  private end = () => {};
  private abort = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly publisher: BriefingPublisher,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.abort = new AbortController();
    this.end = this.timers.every(MINUTE_MS, () => {
      this.running ??= this.round().finally(() => {
        this.running = undefined;
      });
    });
  }

  async stop(): Promise<void> {
    this.end();
    this.abort.abort();
    await this.running;
  }

  private async round(): Promise<void> {
    try {
      await this.publisher.publishDue(this.abort.signal);
    } catch (error) {
      if (!this.abort.signal.aborted)
        this.log.warn({ err: error }, 'Scheduled briefings could not be read; trying again in a minute.');
    }
  }
}
