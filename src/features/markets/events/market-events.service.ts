import { Service } from 'typedi';
import { ActionEvents } from './action-events.service.js';
import { CalendarEvents } from './calendar-events.service.js';
import { DisagreementEvents } from './disagreement-events.service.js';
import { ExchangeSessions } from './exchange-sessions.service.js';
import { FilingEvents } from './filing-events.service.js';
import { FollowedSymbols } from './followed-symbols.service.js';
import { PriceMoves } from './price-moves.service.js';
import { ReleaseEvents } from './release-events.service.js';

/** Finds and publishes all market events that are due. */
@Service()
export class MarketEvents {
  constructor(
    private readonly sessions: ExchangeSessions,
    private readonly followed: FollowedSymbols,
    private readonly moves: PriceMoves,
    private readonly actions: ActionEvents,
    private readonly calendar: CalendarEvents,
    private readonly filings: FilingEvents,
    private readonly releases: ReleaseEvents,
    private readonly disagreements: DisagreementEvents,
  ) {}

  async publish(signal: AbortSignal): Promise<void> {
    await this.sessions.publish();
    const symbols = await this.followed.list();
    await this.moves.publish(symbols, signal);
    // Actions come after the daily candles, since reading these refreshes the stored actions once a day.
    await this.actions.publish(symbols, signal);
    await this.calendar.publish(symbols, signal);
    await this.filings.publish(symbols, signal);
    await this.releases.publish(signal);
    await this.disagreements.publish();
  }
}
