import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Timers } from '../../../time/timers.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { assetClasses } from '../asset-class.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CalendarEntry, CalendarKind } from '../calendar-entry.js';
import type { Candle, CorporateAction } from '../candle.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { Instrument } from '../instrument.js';
import type { Interval } from '../interval.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import type { Capability, DepthSource, MarketProvider, RateTable, TickSource } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';
import { dayNumber } from './leg.js';
import { currencies, metals } from './reference-prices.js';
import { SimulatedCalendar } from './simulated-calendar.js';
import { SimulatedCandles } from './simulated-candles.js';
import { SimulatedDepth } from './simulated-depth.js';
import { SimulatedMarket } from './simulated-market.js';
import { SimulatedTicks } from './simulated-ticks.js';
import { type SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';

export interface SimulatorParts {
  /** Seed of the markets; the same seed gives the same markets. */
  seed: number;
  clock: Clock;
  calendar: TradingCalendar;
  instruments: InstrumentTable;
  timers: Timers;
  /** Called with the number of records of each response. */
  delivered?: (records: number) => void;
}

const everything = (operation: Capability['operation']): Capability => ({ operation, assetClasses, delaySeconds: 0 });
const MAX_RESULTS = 20;

/**
 * Simulates markets for development, tests and use without API keys. The provider has no state: any instant can be
 * requested in any order. Prices come from a seeded random walk (see leg.ts and simulated-day.ts), so that quotes,
 * ticks and candles of every interval agree to the last digit, and currency crosses up to rounding.
 */
export class SimulatorProvider implements MarketProvider {
  readonly name = 'simulator';
  readonly title = 'Simulator';
  readonly pausedMs = 0;
  readonly isComputed = true;
  readonly capabilities: readonly Capability[] = [
    everything('quotes'),
    everything('ticks'),
    { ...everything('candles'), intervals: ['1m', '5m', '15m', '1h', '1d'] },
    { operation: 'actions', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    everything('search'),
    everything('instrument'),
    { operation: 'rates', assetClasses: ['fx'], delaySeconds: 0 },
    { operation: 'dividend_calendar', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    { operation: 'split_calendar', assetClasses: ['equity', 'etf'], delaySeconds: 0 },
    { operation: 'earnings_calendar', assetClasses: ['equity'], delaySeconds: 0 },
    { operation: 'ipo_calendar', assetClasses: ['equity'], delaySeconds: 0 },
    everything('economic_calendar'),
    { operation: 'order_book', assetClasses: ['crypto'], delaySeconds: 0 },
    { operation: 'trades', assetClasses: ['crypto'], delaySeconds: 0 },
  ];
  readonly quotes = {
    quoteFreshSeconds: 1,
    quotes: async (symbols: readonly MarketSymbol[]): Promise<ProviderQuote[]> => this.counted(this.quotesOf(symbols)),
  };
  readonly candles = {
    maxCandles: 5_000,
    candles: async (symbol: MarketSymbol, interval: Interval, from: Date, to: Date): Promise<Candle[]> =>
      this.counted(
        await this.history.read(this.existing(symbol), interval, from.getTime(), to.getTime(), this.parts.clock.now()),
      ),
  };
  readonly actions = {
    actions: async (symbol: MarketSymbol, from: string, to: string): Promise<CorporateAction[]> =>
      this.counted(this.market.actions(this.existing(symbol), dayNumber(from), dayNumber(to), this.parts.clock.now())),
  };
  readonly search = { search: async (query: string): Promise<Instrument[]> => this.found(query.trim().toUpperCase()) };
  readonly instrument = {
    instrument: async (symbol: MarketSymbol): Promise<Instrument> => this.existing(symbol).instrument,
  };
  readonly rates = { rates: async (day?: string): Promise<RateTable> => this.ratesOn(day) };
  readonly ticks: TickSource;
  readonly depth: DepthSource;
  readonly calendar = {
    maxDays: 28,
    entries: async (kind: CalendarKind, from: string, to: string): Promise<CalendarEntry[]> =>
      this.counted(await this.dates.entries(kind, from, to, this.parts.clock.now())),
  };
  /**
   * Seed and version of the algorithm. The version increases when the same seed gives other prices, so that stored
   * candles of both are not mixed.
   */
  readonly edition: string;
  private readonly universe: SimulatedUniverse;
  private readonly market: SimulatedMarket;
  private readonly history: SimulatedCandles;
  private readonly dates: SimulatedCalendar;

  constructor(private readonly parts: SimulatorParts) {
    const { seed, clock, calendar, instruments, timers } = parts;
    this.edition = `${seed}:2`;
    this.universe = new SimulatedUniverse(seed, instruments);
    this.market = new SimulatedMarket(calendar);
    this.history = new SimulatedCandles(calendar);
    this.dates = new SimulatedCalendar(seed, instruments, this.universe, this.market);
    this.depth = new SimulatedDepth(this.universe, this.market, clock);
    const ticks = new SimulatedTicks(this.universe, this.market, clock, timers);
    this.ticks = { follow: (onTick) => ticks.follow((tick) => this.counted([tick]).forEach(onTick)) };
  }

  private counted<Item>(items: Item[]): Item[] {
    this.parts.delivered?.(items.length);
    return items;
  }

  private quotesOf(symbols: readonly MarketSymbol[]): ProviderQuote[] {
    const now = this.parts.clock.now();
    return symbols.flatMap((symbol) => {
      const asset = this.universe.find(symbol);
      return (asset && this.market.quote(asset, now)) ?? [];
    });
  }

  private existing(symbol: MarketSymbol): SimulatedAsset {
    const asset = this.universe.find(symbol);
    if (asset === undefined) throw new UpstreamError('not_found');
    return asset;
  }

  private found(query: string): Instrument[] {
    if (query === '') return [];
    const fits = ({ symbol, name }: Instrument) =>
      symbol.startsWith(query) || ` ${name.toUpperCase()}`.includes(` ${query}`);
    return this.parts.instruments.all.filter(fits).slice(0, MAX_RESULTS);
  }

  /**
   * Returns the rates of the last trading day on or before the requested one: at its close, or at present if it is
   * still open.
   */
  private ratesOn(wanted?: string): RateTable {
    const now = this.parts.clock.now();
    // A currency day may begin on the evening before, so tomorrow's day may have begun.
    const tomorrow = Math.floor(now / DAY_MS) + 1;
    const day = wanted === undefined ? tomorrow : Math.min(tomorrow, dayNumber(wanted));
    const found = [...currencies.keys()].flatMap((code) => {
      const asset = metals.has(code) ? undefined : this.universe.find(parseSymbol(`USD${code}.FOREX`) as MarketSymbol);
      const last = asset && this.market.lastOn(asset, day, now);
      return last ? [{ code, ...last }] : [];
    });
    if (found[0] === undefined) throw new UpstreamError('not_found');
    this.counted(found);
    return {
      base: 'USD',
      day: found[0].day,
      at: found[0].at,
      rates: Object.fromEntries(found.map(({ code, price }) => [code, price])),
    };
  }
}
