import { Service } from 'typedi';
import type { ListedActions } from './actions/listed-action.js';
import { type ActionFilter, ListedActionsService } from './actions/listed-actions.service.js';
import { type Session, TradingCalendar } from './calendar/trading-calendar.js';
import type { CandleRequest, CandleSeries } from './candles/candle-series.js';
import { CandlesService } from './candles/candles.service.js';
import { InstrumentTable } from './directory/instrument-table.js';
import { InstrumentsService, type KnownInstrument } from './directory/instruments.service.js';
import type { Instrument } from './instrument.js';
import { type MarketSymbol, parseSymbol } from './market-symbol.js';
import { type Following, QuoteHub } from './quotes/quote-hub.js';
import { type Quotes, QuotesService } from './quotes/quotes.service.js';
import type { QuoteListener } from './quotes/tick-feed.js';

/** Lets other features read market data. Symbols are case-insensitive. */
@Service()
export class MarketsApi {
  constructor(
    private readonly quoting: QuotesService,
    private readonly hub: QuoteHub,
    private readonly series: CandlesService,
    private readonly directory: InstrumentsService,
    private readonly table: InstrumentTable,
    private readonly listedActions: ListedActionsService,
    private readonly calendar: TradingCalendar,
  ) {}

  /** Returns the quotes of several symbols; symbols without a quote are among the errors. */
  quotes(symbols: readonly string[], signal?: AbortSignal): Promise<Quotes> {
    return this.quoting.read(symbols, signal);
  }

  /**
   * Calls the listener with the quote of every symbol, then with each change, at most four times a second per symbol.
   * @throws the reason of the signal
   */
  follow(symbols: readonly string[], listener: QuoteListener, signal?: AbortSignal): Promise<Following> {
    return this.hub.follow(symbols, listener, signal);
  }

  /** Returns candles. @throws Problem `invalid_request`, `not_found`, `unprocessable`, `unavailable` */
  candles(symbol: string, request: CandleRequest, signal?: AbortSignal): Promise<CandleSeries> {
    return this.series.read(symbol, request, signal);
  }

  /**
   * Returns the splits and dividends of a share or fund, past and announced.
   * @throws Problem `not_found`, `unprocessable`, `unavailable`
   */
  actions(symbol: string, filter: ActionFilter): Promise<ListedActions> {
    return this.listedActions.read(symbol, filter);
  }

  /** Returns the day of an instant in the time zone of the market, such as `2026-11-20`. @param symbol a valid one */
  dayOf(symbol: string, at: Date): string {
    return this.calendar.dayOf(parseSymbol(symbol) as MarketSymbol, at);
  }

  /** Returns the regular sessions of the days in `[from, to]`, such as `2026-11-20`. @param symbol a valid one */
  sessions(symbol: string, from: string, to: string): Session[] {
    return this.calendar.sessions(parseSymbol(symbol) as MarketSymbol, from, to);
  }

  /** Returns an instrument. @throws Problem `not_found`, `unavailable` */
  instrument(symbol: string): Promise<KnownInstrument> {
    return this.directory.find(symbol);
  }

  /** Returns the listings of a security in the directory, the most traded first. @param isin ISIN in upper case */
  listings(isin: string): readonly Instrument[] {
    return this.table.ofIsin(isin);
  }

  /** Returns the codes of the crypto-assets in the directory, such as `BTC`. */
  cryptoAssets(): ReadonlySet<string> {
    return new Set(this.table.ofClass('crypto').flatMap(({ symbol }) => parseSymbol(symbol)?.pair?.base ?? []));
  }
}
