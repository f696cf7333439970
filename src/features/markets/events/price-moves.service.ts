import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { averageBeside, minus, percentOf } from '../decimals.js';
import type { MarketSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import type { Quote } from '../quote.js';
import { isFar } from '../quotes/plausibility.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { priceMoved } from './market.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';
import { moveOf } from './move-level.js';
import { UsualRange } from './usual-range.service.js';

/** A quote with all fields that a move needs. */
type MovedQuote = Quote & { previousClose: number; tradedAt: Date };

/** Publishes prices that moved away from their previous close by an unusual amount. */
@Service()
export class PriceMoves {
  /**
   * Symbols with a price too far from the previous close to be accepted after one trade, with the time of the first
   * such trade (ms).
   */
  private doubtful = new Map<string, number>();

  constructor(
    private readonly quotes: QuotesService,
    private readonly ranges: UsualRange,
    private readonly publisher: MarketEventPublisher,
    private readonly calendar: TradingCalendar,
    private readonly config: MarketsConfig,
    private readonly clock: Clock,
  ) {}

  /** Publishes events for the symbols whose market is open. */
  async publish(symbols: readonly MarketSymbol[], signal: AbortSignal): Promise<void> {
    const now = new Date(this.clock.now());
    const open = new Map(
      symbols.filter((symbol) => this.calendar.state(symbol, now) === 'regular').map((symbol) => [symbol.text, symbol]),
    );
    if (open.size === 0) return;
    const { quotes } = await this.quotes.read([...open.keys()], signal);
    const doubtful = new Map<string, number>();
    for (const quote of quotes) {
      signal.throwIfAborted();
      const symbol = open.get(quote.symbol) as MarketSymbol;
      if (!isComplete(quote) || this.calendar.dayOf(symbol, quote.tradedAt) !== this.calendar.dayOf(symbol, now))
        continue;
      const isFirstSight =
        isFar(quote.price, quote.previousClose, this.config.jumpShare) && this.isUnconfirmed(quote, doubtful);
      if (!isFirstSight) await this.compare(quote, this.calendar.dayOf(symbol, quote.tradedAt));
    }
    this.doubtful = doubtful;
  }

  /**
   * Returns true for a jump beyond the configured fraction that was seen in one trade only: it may be an error of the
   * provider, so a second, later trade must confirm it.
   */
  private isUnconfirmed({ symbol, tradedAt }: MovedQuote, doubtful: Map<string, number>): boolean {
    const before = this.doubtful.get(symbol);
    doubtful.set(symbol, before ?? tradedAt.getTime());
    return before === undefined || before >= tradedAt.getTime();
  }

  private async compare(quote: MovedQuote, session: string): Promise<void> {
    const usualRange = await this.ranges.before(quote.symbol, session);
    if (usualRange === undefined) return;
    const { symbol, price, previousClose, currency, tradedAt, provenance } = quote;
    const { direction, multiple, level } = moveOf(price, previousClose, usualRange, this.config.moveShare);
    if (level === 0) return;
    const keyOf = (of: number) => `${symbol} ${session} ${direction} ${of}`;
    const { provider } = provenance;
    const data = {
      symbol,
      direction,
      price,
      currency,
      previousClose,
      changePercent: percentOf(minus(price, previousClose), previousClose),
      usualRange: averageBeside(price, usualRange),
      multiple: Number(multiple.toFixed(4)),
      level,
      session,
      tradedAt: tradedAt.toISOString(),
      provider,
      simulated: provider === 'simulator',
    };
    const lesser = Array.from({ length: level - 1 }, (_, index) => keyOf(index + 1));
    await this.publisher.publish(
      priceMoved,
      keyOf(level),
      { data, subject: `symbol:${symbol}`, time: tradedAt },
      lesser,
    );
  }
}

const isComplete = (quote: Quote): quote is MovedQuote =>
  quote.previousClose !== null && quote.tradedAt !== null && !quote.provenance.stale;
