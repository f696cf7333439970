import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { ChatModels } from '../models/chat-model.js';
import { ToolCatalogue } from '../tools/tool.js';
import { understand } from './match-question.js';
import { absoluteDates } from './spans/absolute-dates.js';
import { Calendar } from './spans/calendar.js';
import { prepareTables } from './tables.js';

/** Delay after the start (ms), so that the first requests do not wait for the preparation. */
const DELAY_MS = 5 * SECOND_MS;
const EXAMPLE = 'Which tankers are near Hormuz?';

/**
 * Loads the tables and libraries of the composer shortly after the start, so that the first question need not wait for
 * them.
 */
@Service()
export class PreparationRunner extends Runner {
  readonly roles: readonly Role[] = ['api'];
  readonly stage = 'sources';
  private cancel = () => {};
  private abort = new AbortController();
  /** Resolves when the preparation has ended. */
  prepared: Promise<void> = Promise.resolve();

  constructor(
    private readonly models: ChatModels,
    private readonly catalogue: ToolCatalogue,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    if (this.models.all.length > 0) return;
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
      await prepareTables(signal);
      const now = new Date(this.clock.now());
      const dates = (await absoluteDates())(EXAMPLE, now);
      const own = { portfolio: [], watchlist: [], geofence: [], rule: [], alert: [], client: [] };
      const surroundings = { calendar: new Calendar(now, 'UTC'), own, dates };
      await understand({ text: EXAMPLE, surroundings, names: { vessels: async () => [] }, implied: [] });
      this.catalogue.find('list_vessels');
    } catch (error) {
      if (!signal.aborted) this.log.warn({ err: error }, 'Composer not prepared; the first question takes longer.');
    }
  }
}
