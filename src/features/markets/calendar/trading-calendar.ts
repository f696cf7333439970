import type { MarketSymbol } from '../market-symbol.js';
import type { MarketState } from '../quote.js';

/** One trading day of an exchange, with its regular hours as instants. */
export interface Session {
  /** `2026-11-20`, in the exchange's own time zone. */
  day: string;
  open: Date;
  close: Date;
  /** Pauses within (TSE 11:30–12:30). */
  breaks: Array<{ from: Date; to: Date }>;
  /** True for a half day. */
  early: boolean;
}

/** When a symbol trades. Crypto-assets always; currencies from Sunday 17:00 to Friday 17:00 in New York; the rest as their exchange. */
export abstract class TradingCalendar {
  /** Regular sessions whose day is in `[from, to]` (days such as `2026-11-20`), ascending. Around the clock: one session a UTC day. */
  abstract sessions(symbol: MarketSymbol, from: string, to: string): Session[];
  /** Whether the trading days of a symbol are known; otherwise sessions are the weekdays, and a day without trade means nothing. */
  abstract isKnown(symbol: MarketSymbol): boolean;
  abstract state(symbol: MarketSymbol, at: Date): MarketState;
  /** The day (in the exchange's zone) an instant belongs to. */
  abstract dayOf(symbol: MarketSymbol, at: Date): string;
}
