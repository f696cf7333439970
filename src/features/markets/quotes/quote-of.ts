import { currencyOf } from '../calendar/currency-of.js';
import { minus } from '../decimals.js';
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
  /** Another source says the same price. */
  isConfirmed: boolean;
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
  const change = minus(price, previousClose);
  return { change, changePercent: previousClose <= 0 ? null : percentOf(change, previousClose) };
}

/** A quotient has no end: ten digits of it. */
const percentOf = (change: number, base: number): number => Number(((change / base) * 100).toPrecision(10));
