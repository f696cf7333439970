import { DAY_MS } from '../../src/durations.js';
import type { AssetClass } from '../../src/features/markets/asset-class.js';
import type { Candle, CorporateAction } from '../../src/features/markets/candle.js';
import { type Interval, intradayMs } from '../../src/features/markets/interval.js';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import type { ActionSource, CandleSource, Capability, MarketProvider, ProviderName } from '../../src/features/markets/providers/market-provider.js';

/** A bar whose numbers follow from its time. */
export function barAt(time: number, volume: number | null = 100): Candle {
  const open = 100 + (Math.floor(time / 60_000) % 97);
  return { time: new Date(time), open, high: open + 2, low: open - 3, close: open + 1, volume };
}

export interface FakeOptions {
  name?: ProviderName;
  intervals?: readonly Interval[];
  assetClasses?: readonly AssetClass[];
  delaySeconds?: number;
  maxBars?: number;
  /** Undefined: it has no actions. */
  actions?: () => CorporateAction[];
}

/** A provider that has a bar for every opening of its grid, notes every call, and fails when it is told to. */
export class FakeCandleProvider implements MarketProvider {
  readonly name: ProviderName;
  readonly title: string;
  readonly capabilities: readonly Capability[];
  readonly candles: CandleSource;
  readonly actions?: ActionSource;
  pausedMs = 0;
  /** Every call for bars. */
  readonly calls: Array<{ interval: Interval; from: string; to: string }> = [];
  actionCalls = 0;
  /** Thrown by every call while it is set. */
  failure?: Error;
  /** What it answers; every bar of the grid unless a test says otherwise. */
  answer = (_symbol: MarketSymbol, interval: Interval, from: Date, to: Date): Candle[] => gridBars(interval, from, to);
  /** Held back until a test lets go. */
  gate: Promise<void> = Promise.resolve();

  constructor({ name = 'simulator', intervals = ['1m', '5m', '15m', '1h', '1d'], assetClasses, delaySeconds = 0, maxBars = 5_000, actions }: FakeOptions = {}) {
    this.name = name;
    this.title = `The ${name}`;
    const all = assetClasses ?? ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'];
    this.capabilities = [
      { operation: 'candles', assetClasses: all, intervals, delaySeconds },
      ...(actions === undefined ? [] : [{ operation: 'actions' as const, assetClasses: all, delaySeconds: 0 }]),
    ];
    this.candles = { maxBars, candles: (symbol, interval, from, to) => this.bars(symbol, interval, from, to) };
    if (actions === undefined) return;
    this.actions = {
      actions: async () => {
        this.actionCalls += 1;
        if (this.failure !== undefined) throw this.failure;
        return actions();
      },
    };
  }

  private async bars(symbol: MarketSymbol, interval: Interval, from: Date, to: Date): Promise<Candle[]> {
    this.calls.push({ interval, from: from.toISOString(), to: to.toISOString() });
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    return this.answer(symbol, interval, from, to);
  }
}

/** A bar at every multiple of the interval; of days at every midnight from Monday to Friday. */
export function gridBars(interval: Interval, from: Date, to: Date): Candle[] {
  const step = intradayMs(interval) ?? DAY_MS;
  const bars: Candle[] = [];
  for (let time = Math.ceil(from.getTime() / step) * step; time < to.getTime(); time += step) {
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    if (step < DAY_MS || !isWeekend) bars.push(barAt(time));
  }
  return bars;
}
