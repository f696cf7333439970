import type { MarketSymbol } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { TrustedPrice } from './plausibility.js';
import type { FoundQuote } from './quote-of.js';

/** The last known state of a symbol: its quote, or that no provider knows it. */
export interface KnownQuote {
  symbol: MarketSymbol;
  /** The quote that was found; undefined: no provider knows the symbol. */
  found?: FoundQuote;
  /** Time (ms) at which the providers were queried. */
  fetchedAt: number;
  trusted?: TrustedPrice;
  /** True when no provider knew the symbol at the last query, so the quote is an old one. */
  isUnlisted?: boolean;
  /** The quote as last returned; reused until the market opens or closes. */
  returned?: { quote: Quote; stale: boolean; checkedAt: number };
}

/** The result of reading a quote. */
export type QuoteOutcome = { value: KnownQuote } | { error: unknown };
