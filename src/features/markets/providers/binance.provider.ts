import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../clock.js';
import { HOUR_MS } from '../../../durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { Candle } from '../candle.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderSettings } from '../markets.config.js';
import type { ProviderQuote, Tick } from '../quote.js';
import { getQuotes, getRows } from './answer-rows.js';
import { barsWithin } from './bars.js';
import { binanceCandles, binanceName, binanceQuotes, binanceRefusal, binanceTicks } from './binance-answers.js';
import type { ProviderParts } from './create-providers.js';
import type { CandleSource, Capability, MarketProvider, QuoteFailed, QuoteSource, TickSource } from './market-provider.js';
import { quotesInBatches } from './quote-batches.js';
import { SymbolSocket } from './symbol-socket.js';

/** Up to so many symbols a call weighs no more than one. */
const SYMBOLS_A_CALL = 20;
const WEIGHT = 2;
const AT_ONCE = 4;
/** At the most five frames a second may be sent. */
const GATHER_MS = 250;
const intervals = ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const;
const offered = { assetClasses: ['crypto'], delaySeconds: 0 } as const;

/**
 * Binance, its hosts for market data alone: crypto-assets, without a key, never in terms of the dollar. Calls have a weight; taken are
 * 1,200 a minute. https://github.com/binance/binance-spot-api-docs
 */
export class BinanceProvider implements MarketProvider {
  readonly name = 'binance';
  readonly title = 'Binance';
  readonly capabilities: readonly Capability[] = [
    { operation: 'quotes', ...offered },
    { operation: 'ticks', ...offered },
    { operation: 'candles', intervals, ...offered },
  ];
  readonly quotes: QuoteSource = { quoteFreshSeconds: 5, quotes: (...asked) => this.readQuotes(...asked) };
  readonly candles: CandleSource = { maxBars: 1000, candles: (...asked) => this.readCandles(...asked) };
  readonly ticks?: TickSource;
  private readonly upstream: Upstream;
  private readonly clock: Clock;
  /** Names it does not know, with the time (ms) at which it said so: one of them refuses a whole call. */
  private readonly unknown = new LRUCache<string, number>({ max: 2000 });

  constructor({ upstreams, clock }: ProviderParts, { baseUrl, socketUrl, callsPerMinute = 1200, callsPerDay }: ProviderSettings) {
    this.clock = clock;
    this.upstream = upstreams.open({
      feed: 'markets.binance',
      provider: 'binance',
      baseUrl,
      budgets: [{ calls: callsPerMinute, windowSeconds: 60 }, ...(callsPerDay === undefined ? [] : [{ calls: callsPerDay, windowSeconds: 86_400 }])],
    });
    if (socketUrl !== undefined) this.ticks = { follow: (onTick) => this.follow(socketUrl, onTick) };
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  private readQuotes(symbols: readonly MarketSymbol[], signal?: AbortSignal, failed: QuoteFailed = () => {}): Promise<ProviderQuote[]> {
    const known = symbols.filter((symbol) => {
      const name = binanceName(symbol);
      return name !== undefined && !this.isUnknown(name);
    });
    return quotesInBatches({ symbols: known, size: SYMBOLS_A_CALL, atOnce: 1, failed }, (batch) => this.batch(batch, failed, signal));
  }

  /** One unknown symbol refuses the call; which one it is, only calls for each can tell. */
  private async batch(symbols: readonly MarketSymbol[], failed: QuoteFailed, signal?: AbortSignal): Promise<ProviderQuote[]> {
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
      if (symbols.length > 1) return quotesInBatches({ symbols, size: 1, atOnce: AT_ONCE, failed }, (one) => this.batch(one, failed, signal));
      for (const name of named.keys()) this.unknown.set(name, this.clock.now());
      return [];
    }
  }

  private isUnknown(name: string): boolean {
    const since = this.unknown.get(name);
    return since !== undefined && this.clock.now() - since < HOUR_MS;
  }

  private async readCandles(symbol: MarketSymbol, interval: Interval, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]> {
    const name = binanceName(symbol);
    if (name === undefined) throw new UpstreamError('not_found');
    if (to <= from) return [];
    const rows = await getRows(this.upstream, {
      path: '/api/v3/klines',
      query: { symbol: name, interval, startTime: String(from.getTime()), endTime: String(to.getTime() - 1), limit: '1000' },
      cost: WEIGHT,
      signal,
      parse: binanceCandles,
      refusal: binanceRefusal,
    });
    return barsWithin(rows, from, to);
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
      gatherMs: GATHER_MS,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}
