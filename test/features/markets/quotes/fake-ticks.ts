import type { MarketSymbol } from '../../../../src/features/markets/market-symbol.js';
import type {
  Capability,
  ProviderName,
  TickSource,
  TickSubscription,
} from '../../../../src/features/markets/providers/market-provider.js';
import type { Tick } from '../../../../src/features/markets/quote.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import type { ManualClock } from '../../../support/manual-clock.js';

const everything = (operation: Capability['operation']): Capability => ({
  operation,
  assetClasses: ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'],
  delaySeconds: 0,
});

/** A provider whose ticks the test sends. It records the symbols that are followed. */
export class FakeTickingProvider extends FakeMarketProvider {
  readonly ticks: TickSource = { follow: (onTick) => this.follow(onTick) };
  /** The followed symbols of each subscription. */
  readonly followed: Array<Set<string>> = [];
  /** Every symbol that was ever subscribed, in order. */
  readonly added: string[] = [];
  private readonly listeners = new Set<(tick: Tick) => void>();

  constructor(
    name: ProviderName,
    private readonly clock: ManualClock,
  ) {
    super(name, [everything('quotes'), everything('ticks')], 1);
  }

  tick(symbol: string, price: number, rest: Partial<Tick> = {}): void {
    if (!this.followed.some((symbols) => symbols.has(symbol))) return;
    const tick: Tick = { symbol, price, bid: null, ask: null, size: null, at: new Date(this.clock.now()), ...rest };
    for (const listener of this.listeners) listener(tick);
  }

  private follow(onTick: (tick: Tick) => void): TickSubscription {
    const symbols = new Set<string>();
    this.listeners.add(onTick);
    this.followed.push(symbols);
    const add = ({ text }: MarketSymbol) => {
      symbols.add(text);
      this.added.push(text);
    };
    const close = () => {
      this.listeners.delete(onTick);
      this.followed.splice(this.followed.indexOf(symbols), 1);
    };
    return { add, remove: ({ text }) => symbols.delete(text), close };
  }
}
