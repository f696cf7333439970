import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketVendors } from '../markets.vendors.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote, Tick } from '../quote.js';
import { getRows } from './answer-rows.js';
import { candlesWithin } from './candle-rows.js';
import {
  type CoinbaseStats,
  coinbaseBook,
  coinbaseCandles,
  coinbaseProducts,
  coinbaseQuote,
  coinbaseStats,
  coinbaseTicks,
  coinbaseTrades,
} from './coinbase-answers.js';
import type {
  CandleSource,
  DepthSource,
  InstrumentSource,
  MarketProvider,
  QuoteFailed,
  QuoteSource,
  SearchSource,
  TickSource,
} from './market-provider.js';
import { findPair, pairCapabilities, searchPairs } from './pair-instruments.js';
import { quotesInBatches } from './quote-batches.js';
import { SymbolSocket } from './symbol-socket.js';

/** Figures used when the 24-hour figures are unavailable: the price is then served without them. */
const NO_STATS: CoinbaseStats = { open: null, high: null, low: null };

/**
 * Coinbase Exchange: crypto-assets, without a key. Limit: 10 calls a second. https://docs.cdp.coinbase.com/exchange/
 */
export class CoinbaseProvider implements MarketProvider {
  readonly name = 'coinbase';
  readonly title = marketVendors.coinbase.title;
  readonly capabilities = pairCapabilities(['1m', '5m', '15m', '1h', '1d']);
  readonly quotes: QuoteSource = { quoteFreshSeconds: 5, quotes: (...asked) => this.readQuotes(...asked) };
  readonly candles: CandleSource = { maxCandles: 300, candles: (...asked) => this.readCandles(...asked) };
  readonly search: SearchSource = { search: async (query) => searchPairs(await this.products(), query) };
  readonly instrument: InstrumentSource = { instrument: async (symbol) => findPair(await this.products(), symbol) };
  readonly depth: DepthSource = {
    orderBook: (...asked) => this.readOrderBook(...asked),
    trades: (...asked) => this.readTrades(...asked),
  };
  readonly ticks?: TickSource;
  private readonly upstream: Upstream;
  private readonly stats: StaleWhileRevalidateCache<CoinbaseStats>;
  private readonly listed: StaleWhileRevalidateCache<Instrument[]>;

  constructor({ upstreams, clock }: SourceParts, settings: VendorSettings) {
    const { baseUrl, socketUrl, callsPerMinute, callsPerDay } = settings;
    this.upstream = upstreams.open({
      feed: marketVendors.coinbase.feed,
      provider: 'coinbase',
      baseUrl,
      budgets: [
        ...(callsPerMinute === undefined ? [{ calls: 100, windowSeconds: 10 }] : []),
        ...budgetsOf(callsPerMinute, callsPerDay),
      ],
    });
    this.stats = new StaleWhileRevalidateCache(clock, { max: 2000, freshMs: MINUTE_MS, staleMs: 10 * MINUTE_MS });
    this.listed = new StaleWhileRevalidateCache(clock, { max: 1, freshMs: 60 * MINUTE_MS, staleMs: DAY_MS });
    if (socketUrl !== undefined) this.ticks = { follow: (onTick) => this.follow(socketUrl, onTick) };
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  /** Reads quotes one after the other, because the limit is per second. */
  private readQuotes(
    symbols: readonly MarketSymbol[],
    signal?: AbortSignal,
    failed?: QuoteFailed,
  ): Promise<ProviderQuote[]> {
    return quotesInBatches({ symbols, size: 1, atOnce: 1, failed }, (batch) =>
      Promise.all(batch.map((symbol) => this.readQuote(symbol, signal))),
    );
  }

  private async readQuote(symbol: MarketSymbol, signal?: AbortSignal): Promise<ProviderQuote> {
    const path = `/products/${encodeURIComponent(symbol.ticker)}`;
    const quote = await this.upstream.get({
      path: `${path}/ticker`,
      signal,
      parse: (body) => coinbaseQuote(body, symbol, NO_STATS),
    });
    const { open, high, low } = await this.statsOf(symbol.ticker, `${path}/stats`);
    // The stats are up to a minute older than the price, so high and low are extended to include it.
    return { ...quote, open, high: high && Math.max(high, quote.price), low: low && Math.min(low, quote.price) };
  }

  private async statsOf(key: string, path: string): Promise<CoinbaseStats> {
    try {
      return (await this.stats.get(key, () => this.upstream.get({ path, parse: coinbaseStats }))).value;
    } catch (error) {
      if (error instanceof UpstreamError) return NO_STATS;
      throw error;
    }
  }

  /** Reads candles. Both ends of a range are inclusive at Coinbase, and a call returns at most 300 candles. */
  private async readCandles(
    { ticker }: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    if (to <= from) return [];
    const granularity = String((intradayMs(interval) ?? DAY_MS) / 1000);
    const end = new Date(to.getTime() - 1000);
    const rows = await getRows(this.upstream, {
      path: `/products/${encodeURIComponent(ticker)}/candles`,
      query: { granularity, start: from.toISOString(), end: end.toISOString() },
      signal,
      parse: coinbaseCandles,
    });
    return candlesWithin(rows, from, to);
  }

  private readOrderBook({ ticker }: MarketSymbol, levels: number, signal?: AbortSignal): Promise<OrderBook> {
    return this.upstream.get({
      path: `/products/${encodeURIComponent(ticker)}/book`,
      query: { level: '2' },
      signal,
      parse: (body) => coinbaseBook(body, levels),
    });
  }

  private readTrades({ ticker }: MarketSymbol, limit: number, signal?: AbortSignal): Promise<PublicTrade[]> {
    return getRows(this.upstream, {
      path: `/products/${encodeURIComponent(ticker)}/trades`,
      query: { limit: String(limit) },
      signal,
      parse: coinbaseTrades,
    });
  }

  private async products(): Promise<Instrument[]> {
    const load = async () => {
      return await getRows(this.upstream, { path: '/products', parse: coinbaseProducts });
    };
    return (await this.listed.get('products', load)).value;
  }

  private follow(url: string, onTick: (tick: Tick) => void): SymbolSocket {
    // Each symbol has its own frame: a symbol that Coinbase does not list fails its whole frame.
    const frames = (type: string) => (ids: string[]) =>
      ids.map((id) => JSON.stringify({ type, product_ids: [id], channels: ['ticker', 'heartbeat'] }));
    const dialect = {
      url,
      nameOf: ({ ticker }: MarketSymbol) => ticker,
      subscribe: frames('subscribe'),
      unsubscribe: frames('unsubscribe'),
      read: coinbaseTicks,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}
