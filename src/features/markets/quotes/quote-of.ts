import { currencyOf } from '../calendar/exchanges.js';
import { minus, percentOf } from '../decimals.js';
import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { MarketState, ProviderQuote, Quote } from '../quote.js';

/** A provider's quote with its metadata. */
export interface FoundQuote {
  answer: ProviderQuote;
  provider: ProviderName;
  delaySeconds: number;
  /** Time (ms) for which the quote is fresh. */
  freshMs: number;
  /** True: another source reports the same price. */
  isConfirmed: boolean;
  warnings: string[];
}

/** Returns the quote that this service serves: the provider's fields and the fields derived from them. */
export function quoteOf(
  symbol: MarketSymbol,
  found: FoundQuote,
  fetchedAt: Date,
  marketState: MarketState,
  instrument: Instrument | undefined,
): Quote {
  const { answer, provider, delaySeconds, warnings } = found;
  const { price, previousClose, tradedAt } = answer;
  return {
    symbol: symbol.text,
    assetClass: instrument?.assetClass ?? symbol.assetClass,
    currency: answer.currency ?? currencyOf(symbol, instrument),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    open: answer.open,
    high: answer.high,
    low: answer.low,
    volume: answer.volume,
    bid: answer.bid,
    ask: answer.ask,
    tradedAt,
    marketState,
    provenance: { provider, asOf: tradedAt, fetchedAt, delaySeconds, stale: answer.stale === true, warnings },
  };
}

/** Returns the change from the previous close and the change in percent; both null without a previous close. */
export function changeOf(price: number, previousClose: number | null): Pick<Quote, 'change' | 'changePercent'> {
  if (previousClose === null) return { change: null, changePercent: null };
  const change = minus(price, previousClose);
  return { change, changePercent: previousClose <= 0 ? null : percentOf(change, previousClose) };
}
