import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import { QuoteHub } from '../quotes/quote-hub.js';
import { FollowedSymbolRepository } from './followed-symbol.repository.js';

const FRESH_MS = 2 * MINUTE_MS;

/** Chooses the symbols whose prices are compared with their usual ranges, up to the configured number. */
@Service()
export class FollowedSymbols {
  private readonly stored: StaleWhileRevalidateCache<string[]>;

  constructor(
    private readonly repository: FollowedSymbolRepository,
    private readonly hub: QuoteHub,
    private readonly config: MarketsConfig,
    clock: Clock,
  ) {
    this.stored = new StaleWhileRevalidateCache(clock, { max: 1, freshMs: FRESH_MS, staleMs: 0 });
  }

  /**
   * Returns first the configured symbols, then the symbols of streams in this process, then the symbols of watchlists
   * and subscriptions, the most followed first.
   */
  async list(): Promise<MarketSymbol[]> {
    const { eventSymbols, eventSymbolLimit } = this.config;
    const { value } = await this.stored.get('all', () => this.repository.mostFollowed(eventSymbolLimit));
    const texts = new Set([...eventSymbols, ...this.hub.followed(), ...value]);
    const symbols = [...texts].map(parseSymbol).filter((symbol) => symbol !== undefined);
    return symbols.slice(0, eventSymbolLimit);
  }
}
