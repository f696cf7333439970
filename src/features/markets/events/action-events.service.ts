import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { PriceCurrencies } from '../calendar/price-currencies.service.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { CorporateActionRepository } from '../candles/corporate-action.repository.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketDividend, marketSplit } from './market.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Number of days after its day up to which an action is still published if it becomes known late. */
const MAX_AGE_DAYS = 3;
const withActions: ReadonlySet<string> = new Set(['equity', 'etf']);

/** Publishes stored splits and dividends when their ex-day has come. */
@Service()
export class ActionEvents {
  constructor(
    private readonly actions: CorporateActionRepository,
    private readonly publisher: MarketEventPublisher,
    private readonly calendar: TradingCalendar,
    private readonly currencies: PriceCurrencies,
    private readonly clock: Clock,
  ) {}

  async publish(symbols: readonly MarketSymbol[], signal: AbortSignal): Promise<void> {
    const byText = new Map(
      symbols.filter(({ assetClass }) => withActions.has(assetClass)).map((symbol) => [symbol.text, symbol]),
    );
    if (byText.size === 0) return;
    const since = new Date(this.clock.now() - MAX_AGE_DAYS * DAY_MS).toISOString().slice(0, 10);
    for (const { symbol: text, provider: stored, day, kind, value, currency: stated } of await this.actions.since(
      [...byText.keys()],
      since,
    )) {
      signal.throwIfAborted();
      const symbol = byText.get(text) as MarketSymbol;
      if (day > this.calendar.dayOf(symbol, new Date(this.clock.now()))) continue;
      const [provider = stored] = stored.split(':');
      const origin = { provider, simulated: provider === 'simulator' };
      const event = { subject: `symbol:${text}` };
      const key = `${text} ${day}`;
      if (kind === 'split')
        await this.publisher.publish(marketSplit, key, {
          ...event,
          data: { symbol: text, day, ratio: value, ...origin },
        });
      else {
        const currency = stated ?? (await this.currencies.of(symbol));
        await this.publisher.publish(marketDividend, key, {
          ...event,
          data: { symbol: text, day, amount: value, currency, ...origin },
        });
      }
    }
  }
}
