import type { MarketSymbol } from '../market-symbol.js';
import type { MarketState } from '../quote.js';

/** A trading day of an exchange, with its regular hours. */
export interface Session {
  /** The day in the exchange's own time zone, such as `2026-11-20`. */
  day: string;
  open: Date;
  close: Date;
  /** Breaks within the regular hours (TSE 11:30–12:30). */
  breaks: Array<{ from: Date; to: Date }>;
  /** True if trading ends early. */
  early: boolean;
}

/**
 * The trading hours of symbols: crypto-assets trade always; currencies from Sunday 17:00 to Friday 17:00 in New York;
 * other instruments as their exchange.
 */
export abstract class TradingCalendar {
  /**
   * Returns the regular sessions with a day in `[from, to]` (days such as `2026-11-20`), ascending. Crypto-assets have
   * one session per UTC day.
   */
  abstract sessions(symbol: MarketSymbol, from: string, to: string): Session[];
  /**
   * Returns true if the trading days of a symbol are known. Otherwise sessions are weekdays, and a day without trades
   * is not a gap.
   */
  abstract isKnown(symbol: MarketSymbol): boolean;
  abstract state(symbol: MarketSymbol, at: Date): MarketState;
  /** Returns the trading day of an instant, in the zone of the exchange. */
  abstract dayOf(symbol: MarketSymbol, at: Date): string;
}
