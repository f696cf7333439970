import type { PriceChangeLeaf, PriceLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { QuoteObservation } from './observation.js';
import { PriceWindow } from './price-window.js';
import { type Bounds, ThresholdIndex } from './threshold-index.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** The price change of one symbol over one window. */
interface WatchedWindow {
  seconds: number;
  prices: PriceWindow;
  index: ThresholdIndex;
  /** Updates the window when no price arrives. */
  timer: Timer;
}

interface WatchedSymbol {
  prices: ThresholdIndex;
  windows: Map<number, WatchedWindow>;
  /** Delay of the quotes (ms): windows of a delayed feed end at the time of its data, not at the engine's clock. */
  delay: number;
}

type Leaf = PriceLeaf | PriceChangeLeaf;

/** Evaluates leaves about prices, by symbol. */
export class PriceSource implements LeafSource<Leaf> {
  private readonly symbols = new Map<string, WatchedSymbol>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(watched: WatchedLeaf<Leaf>, now: number, stored?: StoredLeaf): void {
    const { leaf } = watched;
    const symbol = this.symbolOf(leaf.symbol);
    if (stored !== undefined && (stored.at as number) > symbol.prices.at) {
      symbol.delay = stored.delay as number;
      this.take(symbol, stored.price as number, stored.at as number, now);
    }
    if (leaf.type === 'price') symbol.prices.add(watched, leaf);
    else this.windowOf(symbol, leaf.windowSeconds).index.add(watched, boundsOf(leaf));
  }

  remove(watched: WatchedLeaf<Leaf>): void {
    const { leaf } = watched;
    const symbol = this.symbolOf(leaf.symbol);
    if (leaf.type === 'price') symbol.prices.remove(watched);
    else {
      const window = this.windowOf(symbol, leaf.windowSeconds);
      window.index.remove(watched);
      if (window.index.isUnused) this.drop(symbol, window);
    }
    if (symbol.prices.isUnused && symbol.windows.size === 0) this.symbols.delete(leaf.symbol);
  }

  observe({ symbol: name, price, at }: QuoteObservation, now: number): void {
    const symbol = this.symbols.get(name);
    if (symbol === undefined || at <= symbol.prices.at) return;
    if (price !== null) {
      symbol.delay = Math.max(0, now - at);
      this.take(symbol, price, at, now);
    } else {
      symbol.prices.update(Number.NaN, at, 'no_data');
      for (const { index } of symbol.windows.values()) index.update(Number.NaN, at, 'no_data');
    }
  }

  /** Fills windows with earlier prices, in the order of time. */
  warm(name: string, prices: ReadonlyArray<{ at: number; price: number }>, now: number): void {
    const symbol = this.symbols.get(name);
    const last = prices.at(-1);
    if (symbol === undefined || last === undefined) return;
    for (const window of symbol.windows.values()) {
      window.prices = new PriceWindow(window.seconds);
      for (const { at, price } of prices) window.prices.add(at, price);
      // A price that was observed before the history arrived is newer than the history.
      if (symbol.prices.status === 'ok') window.prices.add(symbol.prices.at, symbol.prices.value);
      this.move(symbol, window, Math.max(now, last.at));
    }
    if (last.at > symbol.prices.at) symbol.prices.update(last.price, last.at);
  }

  reading({ leaf }: WatchedLeaf<Leaf>, _entity: string, isOpen: boolean): Reading {
    const symbol = this.symbolOf(leaf.symbol);
    const records = [{ type: 'symbol', id: leaf.symbol }];
    if (leaf.type === 'price') return { ...symbol.prices.reading(leaf, isOpen), records };
    const { index, prices } = this.windowOf(symbol, leaf.windowSeconds);
    const change = index.status === 'ok' ? prices.last : undefined;
    return {
      ...index.reading(boundsOf(leaf), isOpen),
      records,
      details: change && { price: change.price, basePrice: change.basePrice, baseAt: change.baseAt },
    };
  }

  stored({ leaf }: WatchedLeaf<Leaf>): StoredLeaf | undefined {
    const { prices, delay } = this.symbolOf(leaf.symbol);
    const { at, value, status } = prices;
    return status === 'ok' ? { at, price: value, delay } : undefined;
  }

  private take(symbol: WatchedSymbol, price: number, at: number, now: number): void {
    symbol.prices.update(price, at);
    for (const window of symbol.windows.values()) {
      window.prices.add(at, price);
      this.move(symbol, window, now);
    }
  }

  /** Evaluates a window at `now`, and schedules the next evaluation for the time at which its base price changes. */
  private move(symbol: WatchedSymbol, { prices, index, timer }: WatchedWindow, now: number): void {
    if (symbol.prices.status === 'no_data') return;
    const end = Math.max(now - symbol.delay, symbol.prices.at);
    const change = prices.change(end);
    if (change === undefined) index.update(Number.NaN, symbol.prices.at, 'warming');
    else index.update(change.percent, symbol.prices.at);
    const next = prices.nextChange(end);
    // A timer that fires too early is simply restarted, because rescheduling it at every price would cost more.
    if (next !== undefined && (timer.slot < 0 || timer.due > next + symbol.delay))
      this.wheel.start(timer, next + symbol.delay);
  }

  private symbolOf(name: string): WatchedSymbol {
    return getOrCreate(this.symbols, name, () => ({
      prices: new ThresholdIndex(this.dirty),
      windows: new Map(),
      delay: 0,
    }));
  }

  private windowOf(symbol: WatchedSymbol, seconds: number): WatchedWindow {
    return getOrCreate(symbol.windows, seconds, () => {
      const timer = newTimer((due) => {
        this.move(symbol, window, due);
      });
      const window: WatchedWindow = {
        seconds,
        prices: new PriceWindow(seconds),
        index: new ThresholdIndex(this.dirty),
        timer,
      };
      window.index.status = 'warming';
      if (symbol.prices.status === 'ok') window.prices.add(symbol.prices.at, symbol.prices.value);
      return window;
    });
  }

  private drop(symbol: WatchedSymbol, { seconds, timer }: WatchedWindow): void {
    this.wheel.cancel(timer);
    symbol.windows.delete(seconds);
  }
}

const boundsOf = ({ operator, percent, recoveryThreshold }: PriceChangeLeaf): Bounds => ({
  operator,
  threshold: percent,
  recoveryThreshold,
});
