import { BoundedCache } from '../../../cache/bounded-cache.js';
import type { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { Candle } from '../candle.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketVendors } from '../markets.vendors.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote, Tick } from '../quote.js';
import { getQuotes, getRows } from './answer-rows.js';
import {
  binanceBook,
  binanceCandles,
  binanceName,
  binanceQuotes,
  binanceRefusal,
  binanceTicks,
  binanceTrades,
} from './binance-answers.js';
import { candlesWithin } from './candle-rows.js';
import type {
  CandleSource,
  DepthSource,
  MarketProvider,
  QuoteFailed,
  QuoteSource,
  TickSource,
} from './market-provider.js';
import { pairCapabilities } from './pair-instruments.js';
import { quotesInBatches } from './quote-batches.js';
import { SymbolSocket } from './symbol-socket.js';

/** Maximum number of symbols of a call that weighs no more than a call for one symbol. */
const SYMBOLS_PER_CALL = 20;
const WEIGHT = 2;
/** Weight of an order book of at most 100 prices, and of a list of trades. */
const BOOK_WEIGHT = 5;
const TRADES_WEIGHT = 25;
const MAX_CONCURRENT_CALLS = 4;
/** Interval between frames (ms): Binance accepts at most five frames a second. */
const FRAME_INTERVAL_MS = 250;

/**
 * Market data of Binance: crypto-assets, without a key, never quoted in US dollars. Calls have a weight; the budget is
 * a weight of 1,200 a minute. https://github.com/binance/binance-spot-api-docs
 */
export class BinanceProvider implements MarketProvider {
  readonly name = 'binance';
  readonly title = marketVendors.binance.title;
  readonly capabilities = pairCapabilities(
    ['1m', '5m', '15m', '1h', '1d', '1w', '1M'],
    ['quotes', 'ticks', 'candles', 'order_book', 'trades'],
  );
  readonly quotes: QuoteSource = { quoteFreshSeconds: 5, quotes: (...asked) => this.readQuotes(...asked) };
  readonly candles: CandleSource = { maxCandles: 1000, candles: (...asked) => this.readCandles(...asked) };
  readonly depth: DepthSource = {
    orderBook: (...asked) => this.readOrderBook(...asked),
    trades: (...asked) => this.readTrades(...asked),
  };
  readonly ticks?: TickSource;
  private readonly upstream: Upstream;
  private readonly clock: Clock;
  /** Names that Binance rejected, with the time (ms) of the rejection: one unknown name fails a whole call. */
  private readonly unknown = new BoundedCache<number>(2000);

  constructor(
    { upstreams, clock }: SourceParts,
    { baseUrl, socketUrl, callsPerMinute = 1200, callsPerDay }: VendorSettings,
  ) {
    this.clock = clock;
    this.upstream = upstreams.open({
      feed: marketVendors.binance.feed,
      provider: 'binance',
      baseUrl,
      budgets: budgetsOf(callsPerMinute, callsPerDay),
    });
    if (socketUrl !== undefined) this.ticks = { follow: (onTick) => this.follow(socketUrl, onTick) };
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  private readQuotes(
    symbols: readonly MarketSymbol[],
    signal?: AbortSignal,
    failed: QuoteFailed = () => {},
  ): Promise<ProviderQuote[]> {
    const known = symbols.filter((symbol) => {
      const name = binanceName(symbol);
      return name !== undefined && !this.isUnknown(name);
    });
    return quotesInBatches({ symbols: known, size: SYMBOLS_PER_CALL, atOnce: 1, failed }, (batch) =>
      this.batch(batch, failed, signal),
    );
  }

  /** Reads the quotes of one call. An unknown symbol fails the call, so each symbol is then read by itself. */
  private async batch(
    symbols: readonly MarketSymbol[],
    failed: QuoteFailed,
    signal?: AbortSignal,
  ): Promise<ProviderQuote[]> {
    const named = new Map(symbols.map((symbol) => [binanceName(symbol) as string, symbol]));
    const request = {
      path: '/api/v3/ticker/24hr',
      query: { symbols: JSON.stringify([...named.keys()]) },
      cost: WEIGHT,
      signal,
      parse: (body: unknown) => binanceQuotes(body, named),
      refusal: binanceRefusal,
    };
    try {
      return await getQuotes(this.upstream, request, failed);
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.code !== 'not_found') throw error;
      if (symbols.length > 1)
        return quotesInBatches({ symbols, size: 1, atOnce: MAX_CONCURRENT_CALLS, failed }, (one) =>
          this.batch(one, failed, signal),
        );
      for (const name of named.keys()) this.unknown.set(name, this.clock.now());
      return [];
    }
  }

  private isUnknown(name: string): boolean {
    const since = this.unknown.get(name);
    return since !== undefined && this.clock.now() - since < HOUR_MS;
  }

  private async readCandles(
    symbol: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    const name = requireName(symbol);
    if (to <= from) return [];
    const rows = await getRows(this.upstream, {
      path: '/api/v3/klines',
      query: {
        symbol: name,
        interval,
        startTime: String(from.getTime()),
        endTime: String(to.getTime() - 1),
        limit: '1000',
      },
      cost: WEIGHT,
      signal,
      parse: binanceCandles,
      refusal: binanceRefusal,
    });
    return candlesWithin(rows, from, to);
  }

  private async readOrderBook(symbol: MarketSymbol, levels: number, signal?: AbortSignal): Promise<OrderBook> {
    return await this.upstream.get({
      path: '/api/v3/depth',
      query: { symbol: requireName(symbol), limit: String(levels) },
      cost: BOOK_WEIGHT,
      signal,
      parse: (body) => binanceBook(body, levels),
      refusal: binanceRefusal,
    });
  }

  private async readTrades(symbol: MarketSymbol, limit: number, signal?: AbortSignal): Promise<PublicTrade[]> {
    return await getRows(this.upstream, {
      path: '/api/v3/trades',
      query: { symbol: requireName(symbol), limit: String(limit) },
      cost: TRADES_WEIGHT,
      signal,
      parse: binanceTrades,
      refusal: binanceRefusal,
    });
  }

  private follow(socketUrl: string, onTick: (tick: Tick) => void): SymbolSocket {
    let id = 0;
    const frames = (method: string) => (names: string[]) => {
      id += 1;
      return [JSON.stringify({ method, params: names.map((name) => `${name.toLowerCase()}@trade`), id })];
    };
    const dialect = {
      url: `${socketUrl}/ws`,
      nameOf: (symbol: MarketSymbol) => binanceName(symbol),
      subscribe: frames('SUBSCRIBE'),
      unsubscribe: frames('UNSUBSCRIBE'),
      read: binanceTicks,
      stallMs: 300_000,
      batchMs: FRAME_INTERVAL_MS,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}

/** Returns the name of a pair. @throws UpstreamError `not_found` for a pair that Binance cannot list */
function requireName(symbol: MarketSymbol): string {
  const name = binanceName(symbol);
  if (name === undefined) throw new UpstreamError('not_found');
  return name;
}
