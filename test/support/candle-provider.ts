import type { AssetClass } from '../../src/features/markets/asset-class.js';
import type { Candle, CorporateAction } from '../../src/features/markets/candle.js';
import { type Interval, intradayMs } from '../../src/features/markets/interval.js';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import type {
  ActionSource,
  CandleSource,
  Capability,
  MarketProvider,
  ProviderName,
} from '../../src/features/markets/providers/market-provider.js';
import { DAY_MS } from '../../src/time/durations.js';

/** Returns a candle whose numbers depend only on its time. */
export function candleAt(time: number, volume: number | null = 100): Candle {
  const open = 100 + (Math.floor(time / 60_000) % 97);
  return { time: new Date(time), open, high: open + 2, low: open - 3, close: open + 1, volume };
}

export interface FakeOptions {
  name?: ProviderName;
  intervals?: readonly Interval[];
  assetClasses?: readonly AssetClass[];
  delaySeconds?: number;
  maxCandles?: number;
  /** Returns the corporate actions; undefined: the provider offers none. */
  actions?: () => CorporateAction[];
}

/** A provider that has a candle for every interval of its grid, records every call and fails on demand. */
export class FakeCandleProvider implements MarketProvider {
  readonly name: ProviderName;
  readonly title: string;
  readonly capabilities: readonly Capability[];
  readonly candles: CandleSource;
  readonly actions?: ActionSource;
  pausedMs = 0;
  /** Every call for candles. */
  readonly calls: Array<{ interval: Interval; from: string; to: string }> = [];
  actionCalls = 0;
  /** Error that every call throws while it is set. */
  failure?: Error;
  /** Returns the candles of a call. Default: every candle of the grid. */
  answer = (_symbol: MarketSymbol, interval: Interval, from: Date, to: Date): Candle[] =>
    gridCandles(interval, from, to);
  /** Responses wait for this promise. */
  gate: Promise<void> = Promise.resolve();

  constructor({
    name = 'simulator',
    intervals = ['1m', '5m', '15m', '1h', '1d'],
    assetClasses,
    delaySeconds = 0,
    maxCandles = 5_000,
    actions,
  }: FakeOptions = {}) {
    this.name = name;
    this.title = `The ${name}`;
    const all = assetClasses ?? ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'];
    this.capabilities = [
      { operation: 'candles', assetClasses: all, intervals, delaySeconds },
      ...(actions === undefined ? [] : [{ operation: 'actions' as const, assetClasses: all, delaySeconds: 0 }]),
    ];
    this.candles = { maxCandles, candles: (symbol, interval, from, to) => this.read(symbol, interval, from, to) };
    if (actions === undefined) return;
    this.actions = {
      actions: async () => {
        this.actionCalls += 1;
        if (this.failure !== undefined) throw this.failure;
        return actions();
      },
    };
  }

  private async read(symbol: MarketSymbol, interval: Interval, from: Date, to: Date): Promise<Candle[]> {
    this.calls.push({ interval, from: from.toISOString(), to: to.toISOString() });
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    return this.answer(symbol, interval, from, to);
  }
}

/** Returns a candle at every multiple of the interval; daily ones at midnight from Monday to Friday. */
export function gridCandles(interval: Interval, from: Date, to: Date): Candle[] {
  const step = intradayMs(interval) ?? DAY_MS;
  const candles: Candle[] = [];
  for (let time = Math.ceil(from.getTime() / step) * step; time < to.getTime(); time += step) {
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    if (step < DAY_MS || !isWeekend) candles.push(candleAt(time));
  }
  return candles;
}
