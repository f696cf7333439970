import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../time/clock.js';
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
import { getQuotes, getRows } from './answer-rows.js';
import { candlesWithin } from './candle-rows.js';
import {
  type KrakenPair,
  krakenBook,
  krakenCandles,
  krakenPairs,
  krakenQuotes,
  krakenTicks,
  krakenTrades,
} from './kraken-answers.js';
import {
  type CandleSource,
  type DepthSource,
  type InstrumentSource,
  type MarketProvider,
  OutOfReach,
  type QuoteFailed,
  type QuoteSource,
  type SearchSource,
  type TickSource,
} from './market-provider.js';
import { findPair, pairCapabilities, searchPairs } from './pair-instruments.js';
import { quotesInBatches } from './quote-batches.js';
import { SymbolSocket } from './symbol-socket.js';

/** Number of candles that Kraken keeps for each interval. */
const CANDLES_KEPT = 720;
const PAIRS_PER_CALL = 50;

/**
 * Kraken: crypto-assets, without a key. It publishes no limit for public data; the budget is one call a second on
 * average. Its weekly candles begin on Thursdays and are not used. https://docs.kraken.com/api/
 */
export class KrakenProvider implements MarketProvider {
  readonly name = 'kraken';
  readonly title = marketVendors.kraken.title;
  readonly capabilities = pairCapabilities(['1m', '5m', '15m', '1h', '1d']);
  readonly quotes: QuoteSource = { quoteFreshSeconds: 5, quotes: (...asked) => this.readQuotes(...asked) };
  /** Reads the newest 720 candles of an interval; throws `OutOfReach` for a range that begins before them. */
  readonly candles: CandleSource = { maxCandles: CANDLES_KEPT, candles: (...asked) => this.readCandles(...asked) };
  readonly search: SearchSource = { search: async (query) => searchPairs(await this.instruments(), query) };
  readonly instrument: InstrumentSource = { instrument: async (symbol) => findPair(await this.instruments(), symbol) };
  readonly depth: DepthSource = {
    orderBook: (...asked) => this.readOrderBook(...asked),
    trades: (...asked) => this.readTrades(...asked),
  };
  readonly ticks?: TickSource;
  private readonly upstream: Upstream;
  private readonly clock: Clock;
  private readonly listed: StaleWhileRevalidateCache<Map<string, KrakenPair>>;

  constructor(
    { upstreams, clock }: SourceParts,
    { baseUrl, socketUrl, callsPerMinute = 60, callsPerDay }: VendorSettings,
  ) {
    this.clock = clock;
    this.upstream = upstreams.open({
      feed: marketVendors.kraken.feed,
      provider: 'kraken',
      baseUrl,
      budgets: budgetsOf(callsPerMinute, callsPerDay),
    });
    this.listed = new StaleWhileRevalidateCache(clock, { max: 1, freshMs: DAY_MS, staleMs: 7 * DAY_MS });
    if (socketUrl !== undefined) this.ticks = { follow: (onTick) => this.follow(socketUrl, onTick) };
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  /** Reads the quotes of listed pairs, 50 per call: an unknown pair fails the whole call. */
  private async readQuotes(
    symbols: readonly MarketSymbol[],
    signal?: AbortSignal,
    failed: QuoteFailed = () => {},
  ): Promise<ProviderQuote[]> {
    const pairs = await this.pairs();
    const known = symbols.filter(({ text }) => pairs.has(text));
    return quotesInBatches({ symbols: known, size: PAIRS_PER_CALL, atOnce: 1, failed }, (batch) => {
      const asked = batch.flatMap(({ text }) => pairs.get(text) ?? []);
      const request = {
        path: '/0/public/Ticker',
        query: { pair: asked.map(({ altname }) => altname).join(',') },
        signal,
        parse: (body: unknown) => krakenQuotes(body, asked, this.clock.now()),
      };
      return getQuotes(this.upstream, request, failed);
    });
  }

  private async readCandles(
    { text }: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    const pair = await this.pair(text);
    const length = intradayMs(interval) ?? DAY_MS;
    const oldest = this.clock.now() - CANDLES_KEPT * length;
    // The range must begin one candle after the oldest, which may be dropped at any moment.
    if (from.getTime() < oldest) throw new OutOfReach(new Date((Math.ceil(oldest / length) + 1) * length));
    const rows = await getRows(this.upstream, {
      path: '/0/public/OHLC',
      query: {
        pair: pair.altname,
        interval: String(length / MINUTE_MS),
        since: String(Math.floor(from.getTime() / 1000) - 1),
      },
      signal,
      parse: (body) => krakenCandles(body, this.clock.now()),
    });
    return candlesWithin(rows, from, to);
  }

  private async readOrderBook({ text }: MarketSymbol, levels: number, signal?: AbortSignal): Promise<OrderBook> {
    return await this.upstream.get({
      path: '/0/public/Depth',
      query: { pair: (await this.pair(text)).altname, count: String(levels) },
      signal,
      parse: (body) => krakenBook(body, levels, this.clock.now()),
    });
  }

  private async readTrades({ text }: MarketSymbol, limit: number, signal?: AbortSignal): Promise<PublicTrade[]> {
    return await getRows(this.upstream, {
      path: '/0/public/Trades',
      query: { pair: (await this.pair(text)).altname, count: String(limit) },
      signal,
      parse: (body) => krakenTrades(body, this.clock.now()),
    });
  }

  private async pair(symbol: string): Promise<KrakenPair> {
    const pair = (await this.pairs()).get(symbol);
    if (pair === undefined) throw new UpstreamError('not_found');
    return pair;
  }

  private async instruments(): Promise<Instrument[]> {
    return [...(await this.pairs()).values()].map(({ instrument }) => instrument);
  }

  private async pairs(): Promise<Map<string, KrakenPair>> {
    const load = async () => {
      const rows = await getRows(this.upstream, {
        path: '/0/public/AssetPairs',
        parse: (body) => krakenPairs(body, this.clock.now()),
      });
      return new Map(rows.map((pair) => [pair.instrument.symbol, pair]));
    };
    return (await this.listed.get('pairs', load)).value;
  }

  private follow(url: string, onTick: (tick: Tick) => void): SymbolSocket {
    const frames = (method: string) => (symbol: string[]) => [
      JSON.stringify({ method, params: { channel: 'ticker', symbol } }),
    ];
    const dialect = {
      url,
      nameOf: ({ ticker }: MarketSymbol) => ticker.replace('-', '/'),
      subscribe: frames('subscribe'),
      unsubscribe: frames('unsubscribe'),
      read: krakenTicks,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}
