import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type MarketVendorName, marketVendors } from '../markets.vendors.js';
import type { ProviderQuote, Tick } from '../quote.js';

export type ProviderName = 'simulator' | MarketVendorName;
export const providerNames: readonly ProviderName[] = [
  'simulator',
  ...(Object.keys(marketVendors) as MarketVendorName[]),
];

export type Operation = 'quotes' | 'ticks' | 'candles' | 'actions' | 'search' | 'instrument' | 'rates';

/** Something that a provider offers. */
export interface Capability {
  operation: Operation;
  assetClasses: readonly AssetClass[];
  /** Venues of symbols (`US`); undefined: all. */
  venues?: readonly string[];
  /** For `candles`. */
  intervals?: readonly Interval[];
  /** Age of data when the provider publishes it. */
  delaySeconds: number;
}

/** Receives a symbol without a usable answer, and the reason. */
export type QuoteFailed = (symbol: string, error: UpstreamError) => void;

/** The ports of a provider; each is present only if the vendor offers it. All throw only UpstreamError. */
export interface QuoteSource {
  /**
   * Reads the quotes of symbols of any asset class in the capability.
   * @param failed is called for each symbol without a usable answer; the others are not affected
   * @returns the quotes found; a symbol that is neither returned nor failed is unknown to the provider
   */
  quotes(symbols: readonly MarketSymbol[], signal?: AbortSignal, failed?: QuoteFailed): Promise<ProviderQuote[]>;
  /** A quote is fresh this long (seconds). */
  readonly quoteFreshSeconds: number;
}

export interface TickSource {
  /** Uses one connection for all symbols, opened with the first and closed with the last. Never throws. */
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
  /** The maximum range of one call, in candles; callers split longer ranges. */
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
  /** @throws UpstreamError `not_found` */
  instrument(symbol: MarketSymbol, signal?: AbortSignal): Promise<Instrument>;
}

/** Units of `quote` for one `base`, as of a day. */
export interface RateTable {
  base: string;
  /** The day of the rates, which may be earlier than the requested one: `2024-01-15`. */
  day: string;
  /** When the rates were published, if known; otherwise midnight (UTC) of the day. */
  at?: Date;
  rates: Record<string, number>;
  /** Codes whose rates were sent but are malformed. */
  unusable?: readonly string[];
}

export interface RateSource {
  /**
   * Returns all rates with the provider's base currency; `day` undefined: the latest.
   * @throws UpstreamError `not_found` for a day before all rates
   */
  rates(day?: string, signal?: AbortSignal): Promise<RateTable>;
  /** The first day with rates, if known: `1999-01-04`. */
  readonly firstDay?: string;
}

/** A provider of market data. */
export interface MarketProvider {
  readonly name: ProviderName;
  /** The display name: `EODHD`. */
  readonly title: string;
  readonly capabilities: readonly Capability[];
  readonly quotes?: QuoteSource;
  readonly ticks?: TickSource;
  readonly candles?: CandleSource;
  readonly actions?: ActionSource;
  readonly search?: SearchSource;
  readonly instrument?: InstrumentSource;
  readonly rates?: RateSource;
  /**
   * Conditions of its data besides the market, such as the seed of a simulation. Stored data of another edition is not
   * used.
   */
  readonly edition?: string;
  /** Time (ms) for which calls are paused; 0 if they are not. */
  readonly pausedMs: number;
}

/** Returns the name under which a provider's data is stored. */
export const storedName = ({ name, edition }: MarketProvider): string =>
  edition === undefined ? name : `${name}:${edition}`;

/** The configured providers, by priority. */
export class MarketProviders {
  constructor(readonly list: readonly MarketProvider[]) {}
}
