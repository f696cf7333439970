import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type MarketVendorName, marketVendors } from '../markets.vendors.js';
import type { ProviderQuote, Tick } from '../quote.js';

export type ProviderName = 'simulator' | MarketVendorName;
export const providerNames: readonly ProviderName[] = ['simulator', ...(Object.keys(marketVendors) as MarketVendorName[])];

export type Operation = 'quotes' | 'ticks' | 'candles' | 'actions' | 'search' | 'instrument' | 'rates';

/** One thing a provider can do. */
export interface Capability {
  operation: Operation;
  assetClasses: readonly AssetClass[];
  /** Venues of symbols (`US`); every venue when left out. */
  venues?: readonly string[];
  /** Of `candles`. */
  intervals?: readonly Interval[];
  /** How old data is when it is given out. */
  delaySeconds: number;
}

/** Receives a symbol that has no usable answer, and why. */
export type QuoteFailed = (symbol: string, error: UpstreamError) => void;

/** Each source is a port; what a vendor cannot do it does not have. All throw UpstreamError and nothing else. */
export interface QuoteSource {
  /**
   * Symbols of any classes the capability names.
   * @param failed is called for each symbol without a usable answer, which says nothing of the others
   * @returns what was found; a symbol that is neither returned nor failed is not known to the provider
   */
  quotes(symbols: readonly MarketSymbol[], signal?: AbortSignal, failed?: QuoteFailed): Promise<ProviderQuote[]>;
  /** How long (seconds) a quote counts as fresh. */
  readonly quoteFreshSeconds: number;
}

export interface TickSource {
  /** One connection however many symbols; opened with the first and closed with the last. Never throws. */
  follow(onTick: (tick: Tick) => void): TickSubscription;
}

export interface TickSubscription {
  add(symbol: MarketSymbol): void;
  remove(symbol: MarketSymbol): void;
  close(): void;
}

export interface CandleSource {
  /**
   * Raw bars (not adjusted) that open in `[from, to)`, ascending, at an interval of the capability, the unfinished one included.
   */
  candles(symbol: MarketSymbol, interval: Interval, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]>;
  /** The longest stretch of one call, in bars; the caller asks in pieces. */
  readonly maxBars: number;
}

export interface ActionSource {
  /** Splits and dividends with an ex-day in `[from, to]` (days such as `2020-08-31`), ascending. */
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
  /** The day the rates are of, which may be earlier than the one asked for: `2024-01-15`. */
  day: string;
  /** When they were true, where the day does not say it all; its midnight (UTC) when left out. */
  at?: Date;
  rates: Record<string, number>;
  /** Codes of rates that were there and cannot be used. */
  unusable?: readonly string[];
}

export interface RateSource {
  /** Every rate it has in terms of its own base; `day` undefined: the latest. @throws UpstreamError `not_found` for a day before all rates */
  rates(day?: string, signal?: AbortSignal): Promise<RateTable>;
  /** The first day there are rates of, where it is known: `1999-01-04`. */
  readonly firstDay?: string;
}

/** A vendor. */
export interface MarketProvider {
  readonly name: ProviderName;
  /** For people: `EODHD`. */
  readonly title: string;
  readonly capabilities: readonly Capability[];
  readonly quotes?: QuoteSource;
  readonly ticks?: TickSource;
  readonly candles?: CandleSource;
  readonly actions?: ActionSource;
  readonly search?: SearchSource;
  readonly instrument?: InstrumentSource;
  readonly rates?: RateSource;
  /** What its data hangs on besides the market, such as the seed of a simulation: what is stored of another edition is not of this one. */
  readonly edition?: string;
  /** Milliseconds until it is worth asking again; 0 when it is. */
  readonly pausedMs: number;
}

/** What a provider's data is stored under. */
export const storedName = ({ name, edition }: MarketProvider): string => (edition === undefined ? name : `${name}:${edition}`);

/** Those that are in force, in the order of priority. Bound in markets.module.ts. */
export class MarketProviders {
  constructor(readonly list: readonly MarketProvider[]) {}
}
