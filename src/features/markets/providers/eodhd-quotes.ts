import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderQuote } from '../quote.js';
import { getRows } from './answer-rows.js';
import { eodhdQuotes } from './eodhd-answers.js';
import type { EodhdListings } from './eodhd-listings.js';
import type { QuoteSource } from './market-provider.js';
import { inWholeUnits, type PriceUnit } from './minor-units.js';

/** EODHD advises no more in one call. */
const SYMBOLS_A_CALL = 20;

/** `GET /real-time/{SYMBOL}?s=…`: one unit of the budget a symbol. */
export class EodhdQuotes implements QuoteSource {
  readonly quoteFreshSeconds = 60;

  constructor(
    private readonly upstream: Upstream,
    private readonly listings: EodhdListings,
  ) {}

  async quotes(symbols: readonly MarketSymbol[], signal?: AbortSignal): Promise<ProviderQuote[]> {
    const batches = Array.from({ length: Math.ceil(symbols.length / SYMBOLS_A_CALL) }, (_, index) =>
      symbols.slice(index * SYMBOLS_A_CALL, (index + 1) * SYMBOLS_A_CALL),
    );
    return (await Promise.all(batches.map((batch) => this.batch(batch, signal)))).flat();
  }

  private async batch(symbols: readonly MarketSymbol[], signal?: AbortSignal): Promise<ProviderQuote[]> {
    const [first, ...others] = symbols.map(({ text }) => text);
    const rows = await getRows(this.upstream, {
      path: `/real-time/${encodeURIComponent(first as string)}`,
      query: { fmt: 'json', ...(others.length > 0 && { s: others.join(',') }) },
      cost: symbols.length,
      signal,
      parse: (body) => eodhdQuotes(body, new Set(symbols.map(({ text }) => text))),
    });
    const bySymbol = new Map(symbols.map((symbol) => [symbol.text, symbol]));
    const inUnits = await Promise.all(rows.map((quote) => this.inUnit(quote, bySymbol.get(quote.symbol) as MarketSymbol)));
    return inUnits.filter((quote) => quote !== undefined);
  }

  /** @returns undefined for one that is not listed, as nobody can tell what its price is in: that says nothing of the others */
  private async inUnit(quote: ProviderQuote, symbol: MarketSymbol): Promise<ProviderQuote | undefined> {
    try {
      return converted(quote, await this.listings.unitOf(symbol));
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'not_found') return undefined;
      throw error;
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
