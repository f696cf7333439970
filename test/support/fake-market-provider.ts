import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import type {
  Capability,
  MarketProvider,
  ProviderName,
  QuoteSource,
} from '../../src/features/markets/providers/market-provider.js';
import type { ProviderQuote } from '../../src/features/markets/quote.js';
import { UpstreamError, type UpstreamFailureCode } from '../../src/upstream/upstream-error.js';

const everything: Capability = {
  operation: 'quotes',
  assetClasses: ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'],
  delaySeconds: 0,
};

/** Returns a quote that has only a price. */
export const plainQuote = (symbol: string, price: number, rest: Partial<ProviderQuote> = {}): ProviderQuote => ({
  symbol,
  currency: null,
  price,
  previousClose: null,
  open: null,
  high: null,
  low: null,
  volume: null,
  bid: null,
  ask: null,
  tradedAt: null,
  ...rest,
});

/** A provider whose responses a test sets, and which records its calls. */
export class FakeMarketProvider implements MarketProvider {
  readonly title: string;
  readonly quotes: QuoteSource;
  pausedMs = 0;
  /** The symbols of each call. */
  readonly asked: string[][] = [];
  /** The known prices, by symbol. */
  readonly prices = new Map<string, ProviderQuote>();
  /** Failure of every call, or a function that decides by the symbols. */
  failure?: UpstreamFailureCode | ((symbols: readonly MarketSymbol[]) => UpstreamFailureCode | undefined);
  /** Responses wait for this promise. */
  gate: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: ProviderName,
    readonly capabilities: readonly Capability[] = [everything],
    quoteFreshSeconds = 60,
  ) {
    this.title = `The ${name}`;
    this.quotes = { quoteFreshSeconds, quotes: (symbols) => this.answer(symbols) };
  }

  knows(symbol: string, price: number, rest: Partial<ProviderQuote> = {}): this {
    this.prices.set(symbol, plainQuote(symbol, price, rest));
    return this;
  }

  private async answer(symbols: readonly MarketSymbol[]): Promise<ProviderQuote[]> {
    this.asked.push(symbols.map(({ text }) => text));
    await this.gate;
    const code = typeof this.failure === 'function' ? this.failure(symbols) : this.failure;
    if (code !== undefined) throw new UpstreamError(code, code === 'rate_limited' ? 30_000 : undefined);
    return symbols.flatMap(({ text }) => this.prices.get(text) ?? []);
  }
}
