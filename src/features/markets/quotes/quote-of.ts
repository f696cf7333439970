import { currencyOf } from '../currency-of.js';
import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { MarketState, ProviderQuote, Quote } from '../quote.js';

/** What came of asking for a symbol. */
export interface FoundQuote {
  said: ProviderQuote;
  provider: ProviderName;
  delaySeconds: number;
  /** How long it counts as fresh (ms). */
  freshMs: number;
  warnings: string[];
}

/** The quote as this service tells it: what the provider said, and what follows from it. */
export function quoteOf(symbol: MarketSymbol, found: FoundQuote, fetchedAt: Date, marketState: MarketState, instrument: Instrument | undefined): Quote {
  const { said, provider, delaySeconds, warnings } = found;
  const { price, previousClose, tradedAt } = said;
  return {
    symbol: symbol.text,
    assetClass: instrument?.assetClass ?? symbol.assetClass,
    currency: said.currency ?? currencyOf(symbol, instrument),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    open: said.open,
    high: said.high,
    low: said.low,
    volume: said.volume,
    bid: said.bid,
    ask: said.ask,
    tradedAt,
    marketState,
    provenance: { provider, asOf: tradedAt, fetchedAt, delaySeconds, stale: said.stale === true, warnings },
  };
}

/** How a price differs from the previous close. */
export function changeOf(price: number, previousClose: number | null): Pick<Quote, 'change' | 'changePercent'> {
  if (previousClose === null) return { change: null, changePercent: null };
  const change = rounded(price - previousClose);
  return { change, changePercent: previousClose <= 0 ? null : rounded((change / previousClose) * 100) };
}

/** Without what binary fractions leave behind: 231.41 − 230.57 is 0.84. */
const rounded = (value: number): number => Number(value.toPrecision(10));
