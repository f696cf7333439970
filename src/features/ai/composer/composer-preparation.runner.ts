import { Service } from 'typedi';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Preparation } from '../../../coordination/preparation.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import { ChatModels } from '../models/chat-model.js';
import { ToolCatalogue } from '../tools/tool.js';
import { understand } from './match-question.js';
import { absoluteDates } from './spans/absolute-dates.js';
import { Calendar } from './spans/calendar.js';
import { prepareTables } from './tables.js';

const EXAMPLE = 'Which tankers are near Hormuz?';

/**
 * Loads the tables and libraries of the composer shortly after the start, so that the first question need not wait for
 * them.
 */
@Service()
export class ComposerPreparationRunner extends Preparation {
  override readonly stage = 'sources';
  protected readonly failure = 'Composer not prepared; the first question takes longer.';

  constructor(
    private readonly models: ChatModels,
    private readonly catalogue: ToolCatalogue,
    private readonly clock: Clock,
    timers: Timers,
    log: Log,
  ) {
    super(timers, log);
  }

  override async start(): Promise<void> {
    if (this.models.all.length === 0) await super.start();
  }

  protected async prepare(signal: AbortSignal): Promise<void> {
    await prepareTables(signal);
    const now = new Date(this.clock.now());
    // Loading the parser of dates and its first use take some 20 ms each, so each has a turn of its own.
    const find = await absoluteDates();
    await ownTurn();
    const dates = find(EXAMPLE, now);
    await ownTurn();
    signal.throwIfAborted();
    const own = { portfolio: [], watchlist: [], geofence: [], rule: [], alert: [], client: [] };
    const questionContext = { calendar: new Calendar(now, 'UTC'), own, dates };
    await understand({ text: EXAMPLE, questionContext, names: { vessels: async () => [] }, implied: [] });
    await this.catalogue.prepare(signal);
  }
}
