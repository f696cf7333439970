import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { CalendarEntry, CalendarKind } from '../calendar-entry.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type MarketVendorName, marketVendors } from '../markets.vendors.js';
import type { OrderBook, PublicTrade } from '../order-book.js';
import type { ProviderQuote, Tick } from '../quote.js';

export type ProviderName = 'simulator' | MarketVendorName;
export const providerNames: readonly ProviderName[] = [
  'simulator',
  ...(Object.keys(marketVendors) as MarketVendorName[]),
];

/** The kinds of data about single instruments, in the order of `GET /markets/providers`. */
export const instrumentOperations = ['quotes', 'ticks', 'candles', 'actions', 'search', 'instrument', 'rates'] as const;
export type InstrumentOperation = (typeof instrumentOperations)[number];
/**
 * A kind of data that providers offer. Calendars are of all instruments, or of economies; order books and trades are of
 * crypto-assets alone.
 */
export type Operation = InstrumentOperation | `${CalendarKind}_calendar` | 'order_book' | 'trades';

/** Returns true for the kinds of data that `GET /markets/providers` lists for single instruments. */
export const isOfInstruments = (operation: Operation): operation is InstrumentOperation =>
  (instrumentOperations as readonly string[]).includes(operation);

/** A kind of data that a provider offers. */
export interface Capability {
  operation: Operation;
  assetClasses: readonly AssetClass[];
  /** Venues of symbols (`US`); undefined: all. */
  venues?: readonly string[];
  /** Candle intervals; only for `candles`. */
  intervals?: readonly Interval[];
  /** Age of the data when the provider publishes them (seconds). */
  delaySeconds: number;
}

/** Called for a symbol without a usable response, with the reason. */
export type QuoteFailed = (symbol: string, error: UpstreamError) => void;

/**
 * The interfaces that a provider may have: each is present only if the vendor offers it. All of them throw only
 * UpstreamError.
 */
export interface QuoteSource {
  /**
   * Reads the quotes of symbols of any asset class in the capability.
   * @param failed is called for each symbol without a usable response; the others are not affected
   * @returns the quotes found; a symbol that is neither returned nor failed is unknown to the provider
   */
  quotes(symbols: readonly MarketSymbol[], signal?: AbortSignal, failed?: QuoteFailed): Promise<ProviderQuote[]>;
  /** Time (seconds) for which a quote is fresh. */
  readonly quoteFreshSeconds: number;
}

export interface TickSource {
  /**
   * Streams ticks. One connection serves all symbols; it is opened with the first symbol and closed with the last.
   * Never throws.
   */
  follow(onTick: (tick: Tick) => void): TickSubscription;
}

export interface TickSubscription {
  add(symbol: MarketSymbol): void;
  remove(symbol: MarketSymbol): void;
  close(): void;
}

export interface CandleSource {
  /**
   * Returns the unadjusted candles that open in `[from, to)`, ascending, at an interval of the capability, including
   * the open one.
   */
  candles(symbol: MarketSymbol, interval: Interval, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]>;
  /** Maximum number of candles of one call; callers split longer ranges. */
  readonly maxCandles: number;
}

export interface ActionSource {
  /** Returns the splits and dividends with an ex-day in `[from, to]` (days such as `2020-08-31`), ascending. */
  actions(symbol: MarketSymbol, from: string, to: string, signal?: AbortSignal): Promise<CorporateAction[]>;
}

export interface SearchSource {
  search(query: string, signal?: AbortSignal): Promise<Instrument[]>;
}

export interface InstrumentSource {
  /** Looks up an instrument. @throws UpstreamError `not_found` */
  instrument(symbol: MarketSymbol, signal?: AbortSignal): Promise<Instrument>;
}

/** Units of each currency for one unit of `base`, as of a day. */
export interface RateTable {
  base: string;
  /** The day of the rates, which may be earlier than the requested one: `2024-01-15`. */
  day: string;
  /** Time at which the rates were published; undefined: unknown, so midnight (UTC) of the day is used. */
  at?: Date;
  rates: Record<string, number>;
  /** Codes whose rates were sent but are malformed. */
  unusable?: readonly string[];
}

export interface RateSource {
  /**
   * Returns all rates with the provider's base currency.
   * @param day undefined: the latest rates
   * @throws UpstreamError `not_found` for a day before all rates
   */
  rates(day?: string, signal?: AbortSignal): Promise<RateTable>;
  /** The first day with rates, if known: `1999-01-04`. */
  readonly firstDay?: string;
}

export interface CalendarSource {
  /** Returns the entries of one kind from the day `from` to the day `to` (inclusive), in any order. */
  entries(kind: CalendarKind, from: string, to: string, signal?: AbortSignal): Promise<CalendarEntry[]>;
  /** Maximum number of days of a call; callers split longer ranges. */
  readonly maxDays: number;
}

export interface DepthSource {
  /** Returns the best prices of the order book, at most `levels` of each side. @throws UpstreamError `not_found` */
  orderBook(symbol: MarketSymbol, levels: number, signal?: AbortSignal): Promise<OrderBook>;
  /** Returns the latest trades, at most `limit`, the newest first. @throws UpstreamError `not_found` */
  trades(symbol: MarketSymbol, limit: number, signal?: AbortSignal): Promise<PublicTrade[]>;
}

/** A provider of market data. */
export interface MarketProvider {
  readonly name: ProviderName;
  /** Display name, such as `EODHD`. */
  readonly title: string;
  readonly capabilities: readonly Capability[];
  readonly quotes?: QuoteSource;
  readonly ticks?: TickSource;
  readonly candles?: CandleSource;
  readonly actions?: ActionSource;
  readonly search?: SearchSource;
  readonly instrument?: InstrumentSource;
  readonly rates?: RateSource;
  readonly calendar?: CalendarSource;
  readonly depth?: DepthSource;
  /**
   * Conditions of the provider's data other than the market, such as the seed of a simulation. Stored data of another
   * edition are not used.
   */
  readonly edition?: string;
  /** True for a provider that computes its data, so that calls cost nothing but time of this process. */
  readonly isComputed?: boolean;
  /** Time (ms) for which calls are still paused; 0 if they are not paused. */
  readonly pausedMs: number;
}

/** Returns the name under which a provider's data is stored. */
export const storedName = ({ name, edition }: MarketProvider): string =>
  edition === undefined ? name : `${name}:${edition}`;

/** The configured providers, the highest priority first. */
export class MarketProviders {
  constructor(readonly list: readonly MarketProvider[]) {}
}

/**
 * Thrown when the provider knows the symbol but has no candles of the requested time. Routing treats it like an unknown
 * symbol: the next provider is queried.
 */
export class OutOfReach extends UpstreamError {
  /** @param earliest the time from which the provider has candles of the interval */
  constructor(readonly earliest: Date) {
    super('not_found', undefined, { detail: `The upstream has candles since ${earliest.toISOString()}.` });
  }
}
