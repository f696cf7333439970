import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { marketVendors } from '../markets.vendors.js';
import type { ProviderQuote, Tick } from '../quote.js';
import { getRows } from './answer-rows.js';
import { candlesWithin } from './candle-rows.js';
import { finnhubCandles, finnhubProfile, finnhubQuote, finnhubSearch, finnhubTicks } from './finnhub-answers.js';
import { FinnhubCalendar } from './finnhub-calendar.js';
import { finnhubName } from './finnhub-symbols.js';
import type {
  CandleSource,
  Capability,
  InstrumentSource,
  MarketProvider,
  QuoteFailed,
  QuoteSource,
  SearchSource,
  TickSource,
} from './market-provider.js';
import { quotesInBatches } from './quote-batches.js';
import { type SocketDialect, SymbolSocket } from './symbol-socket.js';

const MAX_CONCURRENT_CALLS = 4;
const resolutions: Partial<Record<Interval, string>> = { '1m': '1', '5m': '5', '15m': '15', '1h': '60' };
const offered = { assetClasses: ['equity', 'etf'], venues: ['US'], delaySeconds: 0 } as const;

/**
 * Finnhub: shares and funds in the United States, in real time. Limits: 60 calls a minute on the free plan, 30 a second
 * on any plan. Candles need a paid plan; daily ones are not used, because Finnhub adjusts them for splits.
 * https://finnhub.io/docs/api
 */
export class FinnhubProvider implements MarketProvider {
  readonly name = 'finnhub';
  readonly title = marketVendors.finnhub.title;
  readonly capabilities: readonly Capability[] = [
    { operation: 'quotes', ...offered },
    { operation: 'ticks', ...offered },
    { operation: 'candles', intervals: ['1m', '5m', '15m', '1h'], ...offered },
    { operation: 'search', ...offered },
    { operation: 'instrument', ...offered },
    { operation: 'earnings_calendar', ...offered },
    { operation: 'ipo_calendar', ...offered },
  ];
  /**
   * Reads each symbol with one call; a request with more symbols than calls per minute is rejected before the first
   * call.
   */
  readonly quotes: QuoteSource = { quoteFreshSeconds: 10, quotes: (...asked) => this.readQuotes(...asked) };
  /** Maximum number of candles of a call: a month of hours. */
  readonly candles: CandleSource = { maxCandles: 700, candles: (...asked) => this.readCandles(...asked) };
  readonly search: SearchSource = { search: (query, signal) => this.find(query, signal) };
  readonly instrument: InstrumentSource = { instrument: (symbol, signal) => this.profile(symbol, signal) };
  readonly ticks?: TickSource;
  readonly calendar: FinnhubCalendar;
  private readonly upstream: Upstream;
  private readonly callsPerMinute: number;

  constructor({ upstreams }: SourceParts, settings: VendorSettings) {
    const { baseUrl, socketUrl, apiKey = '', callsPerMinute = 60, callsPerDay } = settings;
    this.callsPerMinute = callsPerMinute;
    this.upstream = upstreams.open({
      feed: marketVendors.finnhub.feed,
      provider: 'finnhub',
      baseUrl,
      headers: { 'X-Finnhub-Token': apiKey },
      budgets: [{ calls: 30, windowSeconds: 1 }, ...budgetsOf(callsPerMinute, callsPerDay)],
    });
    this.calendar = new FinnhubCalendar(this.upstream);
    if (socketUrl !== undefined) this.ticks = { follow: (onTick) => this.follow(socketUrl, apiKey, onTick) };
  }

  get pausedMs(): number {
    return this.upstream.pausedMs;
  }

  private readQuotes(
    symbols: readonly MarketSymbol[],
    signal?: AbortSignal,
    failed?: QuoteFailed,
  ): Promise<ProviderQuote[]> {
    if (symbols.length > this.callsPerMinute) return Promise.reject(new UpstreamError('budget_spent'));
    const quoteOf = (symbol: MarketSymbol) =>
      this.upstream.get({
        path: '/quote',
        query: { symbol: finnhubName(symbol) },
        signal,
        parse: (body) => finnhubQuote(body, symbol.text),
      });
    return quotesInBatches({ symbols, size: 1, atOnce: MAX_CONCURRENT_CALLS, failed }, (batch) =>
      Promise.all(batch.map(quoteOf)),
    );
  }

  private async readCandles(
    symbol: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    const resolution = resolutions[interval];
    if (resolution === undefined) throw new UpstreamError('not_entitled');
    const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));
    const rows = await getRows(this.upstream, {
      path: '/stock/candle',
      query: { symbol: finnhubName(symbol), resolution, from: seconds(from), to: seconds(to) },
      signal,
      parse: finnhubCandles,
    });
    return candlesWithin(rows, from, to);
  }

  private async find(query: string, signal?: AbortSignal): Promise<Instrument[]> {
    const request = { path: '/search', query: { q: query, exchange: 'US' }, signal };
    return await getRows(this.upstream, { ...request, parse: finnhubSearch });
  }

  private profile(symbol: MarketSymbol, signal?: AbortSignal): Promise<Instrument> {
    const request = { path: '/stock/profile2', query: { symbol: finnhubName(symbol) }, signal };
    return this.upstream.get({ ...request, parse: (body) => finnhubProfile(body, symbol) });
  }

  private follow(socketUrl: string, apiKey: string, onTick: (tick: Tick) => void): SymbolSocket {
    const frames = (type: string) => (names: string[]) => names.map((symbol) => JSON.stringify({ type, symbol }));
    const dialect: SocketDialect = {
      url: `${socketUrl}?token=${encodeURIComponent(apiKey)}`,
      nameOf: finnhubName,
      subscribe: frames('subscribe'),
      unsubscribe: frames('unsubscribe'),
      read: finnhubTicks,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}
