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
    return Promise.all(rows.map(async (quote) => inUnit(quote, await this.listings.unitOf(bySymbol.get(quote.symbol) as MarketSymbol))));
  }
}

function inUnit(quote: ProviderQuote, unit: PriceUnit | undefined): ProviderQuote {
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
