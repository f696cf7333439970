import { Service } from 'typedi';
import type { Role } from '../../config/service-config.js';
import { Runner } from '../../coordination/runner.js';
import { gazetteer } from '../../gazetteer/gazetteer.js';
import { Log } from '../../logging/log.js';
import { SECOND_MS } from '../../time/durations.js';
import { Timers } from '../../time/timers.js';
import { townsByCell } from './reading/country-cells.js';

/** Delay after the start (ms), so that the first requests do not wait for the preparation. */
const DELAY_MS = 5 * SECOND_MS;

/** Shortly after the start, loads the places that queries can name, so that the first search need not wait for them. */
@Service()
export class SearchPreparationRunner extends Runner {
  readonly roles: readonly Role[] = ['api'];
  readonly stage = 'readers';
  private cancel = () => {};
  private abort = new AbortController();
  private prepared: Promise<void> = Promise.resolve();

  constructor(
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.abort = new AbortController();
    this.cancel = this.timers.after(DELAY_MS, () => {
      this.prepared = this.prepare(this.abort.signal);
    });
  }

  async stop(): Promise<void> {
    this.cancel();
    this.abort.abort();
    await this.prepared;
  }

  private async prepare(signal: AbortSignal): Promise<void> {
    try {
      for (const table of [gazetteer, townsByCell]) await table.prepare(signal);
    } catch (error) {
      if (!signal.aborted) this.log.warn({ err: error }, 'Places not prepared; the first search takes longer.');
    }
  }
}
