import { Service } from 'typedi';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { minus, percentOf } from '../decimals.js';
import { parseSymbol } from '../market-symbol.js';
import { SourceDisagreements } from '../quotes/source-disagreements.js';
import { sourcesDisagree } from './market.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Publishes events about two providers that disagree on a price. */
@Service()
export class DisagreementEvents {
  constructor(
    private readonly disagreements: SourceDisagreements,
    private readonly publisher: MarketEventPublisher,
    private readonly calendar: TradingCalendar,
  ) {}

  async publish(): Promise<void> {
    for (const { symbol: text, first, second, at } of this.disagreements.take()) {
      const symbol = parseSymbol(text);
      if (symbol === undefined) continue;
      const session = this.calendar.dayOf(symbol, new Date(at));
      const data = {
        symbol: text,
        firstProvider: first.provider,
        firstPrice: first.price,
        secondProvider: second.provider,
        secondPrice: second.price,
        differencePercent: percentOf(Math.abs(minus(first.price, second.price)), Math.min(first.price, second.price)),
        session,
      };
      await this.publisher.publish(sourcesDisagree, `${text} ${session}`, {
        data,
        subject: `symbol:${text}`,
        time: new Date(at),
      });
    }
  }
}
