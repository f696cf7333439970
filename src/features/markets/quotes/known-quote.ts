import type { MarketSymbol } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { TrustedPrice } from './plausibility.js';
import type { FoundQuote } from './quote-of.js';

/** The state of a symbol: its quote, or that it is unknown. */
export interface KnownQuote {
  symbol: MarketSymbol;
  /** Undefined: no provider knows the symbol. */
  found?: FoundQuote;
  /** When the providers were queried (ms). */
  fetchedAt: number;
  trusted?: TrustedPrice;
  /** True when no provider knew the symbol at the last attempt. */
  isUnlisted?: boolean;
  /** The quote as last returned; valid until its market opens or closes. */
  returned?: { quote: Quote; stale: boolean; checkedAt: number };
}

/** The result of reading a quote. */
export type QuoteOutcome = { value: KnownQuote } | { error: unknown };
