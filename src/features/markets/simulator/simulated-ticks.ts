import type { Clock } from '../../../time/clock.js';
import type { Timers } from '../../../time/timers.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { TickSource, TickSubscription } from '../providers/market-provider.js';
import type { Tick } from '../quote.js';
import type { SimulatedMarket } from './simulated-market.js';
import type { SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';
import { STEP_MS } from './trading-minutes.js';

interface Followed {
  asset: SimulatedAsset;
  /** Time (ms) at which the last sent step began. */
  sentAt: number;
}

/** Sends the price of every followed symbol more than three times a second during trading hours. */
export class SimulatedTicks implements TickSource {
  constructor(
    private readonly universe: SimulatedUniverse,
    private readonly market: SimulatedMarket,
    private readonly clock: Clock,
    private readonly timers: Timers,
  ) {}

  follow(onTick: (tick: Tick) => void): TickSubscription {
    const followed = new Map<string, Followed>();
    let stop: (() => void) | undefined;
    const sendTicks = () => {
      for (const one of followed.values()) {
        const tick = this.next(one);
        if (tick !== undefined) onTick(tick);
      }
    };
    const remove = (text: string) => {
      followed.delete(text);
      if (followed.size > 0) return;
      stop?.();
      stop = undefined;
    };
    return {
      add: (symbol: MarketSymbol) => {
        const asset = this.universe.find(symbol);
        if (asset === undefined) return;
        if (!followed.has(symbol.text)) followed.set(symbol.text, { asset, sentAt: 0 });
        stop ??= this.timers.every(STEP_MS, sendTicks);
      },
      remove: ({ text }: MarketSymbol) => remove(text),
      close: () => [...followed.keys()].forEach(remove),
    };
  }

  private next(followed: Followed): Tick | undefined {
    const tick = this.market.tick(followed.asset, this.clock.now());
    if (tick === undefined || tick.at.getTime() <= followed.sentAt) return undefined;
    followed.sentAt = tick.at.getTime();
    return tick;
  }
}
