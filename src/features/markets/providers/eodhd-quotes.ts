import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderQuote } from '../quote.js';
import { getQuotes } from './answer-rows.js';
import { eodhdQuotes } from './eodhd-answers.js';
import type { EodhdListings } from './eodhd-listings.js';
import type { QuoteFailed, QuoteSource } from './market-provider.js';
import { inWholeUnits, type PriceUnit } from './minor-units.js';
import { quotesInBatches } from './quote-batches.js';

/** Maximum number of symbols per call that EODHD recommends. */
const SYMBOLS_PER_CALL = 20;
const MAX_CONCURRENT_CALLS = 10;

/** Reads quotes from `GET /real-time/{SYMBOL}?s=…`, which costs one call of the budget per symbol. */
export class EodhdQuotes implements QuoteSource {
  readonly quoteFreshSeconds = 60;

  constructor(
    private readonly upstream: Upstream,
    private readonly listings: EodhdListings,
  ) {}

  quotes(
    symbols: readonly MarketSymbol[],
    signal?: AbortSignal,
    failed: QuoteFailed = () => {},
  ): Promise<ProviderQuote[]> {
    return quotesInBatches({ symbols, size: SYMBOLS_PER_CALL, atOnce: MAX_CONCURRENT_CALLS, failed }, (batch) =>
      this.batch(batch, failed, signal),
    );
  }

  private async batch(
    symbols: readonly MarketSymbol[],
    failed: QuoteFailed,
    signal?: AbortSignal,
  ): Promise<ProviderQuote[]> {
    const [first, ...others] = symbols.map(({ text }) => text);
    const request = {
      path: `/real-time/${encodeURIComponent(first as string)}`,
      query: { fmt: 'json', ...(others.length > 0 && { s: others.join(',') }) },
      cost: symbols.length,
      signal,
      parse: (body: unknown) => eodhdQuotes(body, new Set(symbols.map(({ text }) => text))),
    };
    const rows = await getQuotes(this.upstream, request, failed);
    const bySymbol = new Map(symbols.map((symbol) => [symbol.text, symbol]));
    const inUnits = await Promise.all(
      rows.map((quote) => this.inUnit(quote, bySymbol.get(quote.symbol) as MarketSymbol, failed)),
    );
    return inUnits.filter((quote) => quote !== undefined);
  }

  /**
   * Converts a quote to whole units of its currency.
   * @returns undefined if the unit of the price is unknown, which fails only this symbol
   */
  private async inUnit(
    quote: ProviderQuote,
    symbol: MarketSymbol,
    failed: QuoteFailed,
  ): Promise<ProviderQuote | undefined> {
    try {
      return converted(quote, await this.listings.unitOf(symbol));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.code !== 'not_found') failed(symbol.text, error);
      return undefined;
    }
  }
}

function converted(quote: ProviderQuote, unit: PriceUnit | undefined): ProviderQuote {
  if (unit === undefined) return quote;
  const inWhole = (price: number | null) => (price === null ? null : inWholeUnits(price, unit));
  return {
    ...quote,
    currency: unit.currency,
    price: inWholeUnits(quote.price, unit),
    previousClose: inWhole(quote.previousClose),
    open: inWhole(quote.open),
    high: inWhole(quote.high),
    low: inWhole(quote.low),
  };
}
