import { Problem } from '../../../api/problem.js';
import type { Quote } from '../quote.js';
import type { Following } from './quote-hub.js';
import type { QuoteError } from './quotes.service.js';
import type { QuoteListener } from './tick-feed.js';

/** Maximum number of symbols that one WebSocket follows. */
export const MAX_SOCKET_SYMBOLS = 200;

/** Follows symbols: sends their quotes to a listener until the result is closed. */
export type Follow = (symbols: readonly string[], listener: QuoteListener) => Promise<Following>;

export interface SymbolChanges {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
}

/** The symbols that one client follows, which it changes while it is connected. */
export class FollowedSymbols {
  /** By symbol in upper case; symbols that were added together share one. */
  private readonly followings = new Map<string, Following>();

  constructor(
    private readonly follow: Follow,
    private readonly send: (item: Quote | QuoteError) => void,
    private readonly signal: AbortSignal,
  ) {}

  /** The followed symbols in upper case, in the order in which they were added. */
  get symbols(): string[] {
    return [...this.followings.keys()];
  }

  /**
   * Removes symbols, then adds others. Symbols that no provider knows are sent as errors and not followed.
   * @throws Problem `invalid_request` if there would be more than `MAX_SOCKET_SYMBOLS`; then nothing is changed
   */
  async change({ subscribe = [], unsubscribe = [] }: SymbolChanges): Promise<void> {
    const removed = new Set(unsubscribe.map((symbol) => symbol.toUpperCase()));
    const left = this.symbols.filter((symbol) => !removed.has(symbol));
    const added = [...new Set(subscribe.map((symbol) => symbol.toUpperCase()))].filter(
      (symbol) => !left.includes(symbol),
    );
    const excess = left.length + added.length - MAX_SOCKET_SYMBOLS;
    if (excess > 0)
      throw new Problem('invalid_request', {
        detail: `A socket follows at most ${MAX_SOCKET_SYMBOLS} symbols. Unsubscribe from ${excess} or more first.`,
        errors: [{ pointer: '/subscribe', detail: `has ${excess} symbols too many` }],
      });
    for (const symbol of removed) {
      this.followings.get(symbol)?.leave(symbol);
      this.followings.delete(symbol);
    }
    if (added.length === 0) return;
    const following = await this.follow(added, this.sendQuote);
    const rejected = new Set<string>();
    for (const error of following.errors) {
      if (error.code !== 'unavailable') rejected.add(error.symbol.toUpperCase());
      this.send(error);
    }
    for (const symbol of added) if (!rejected.has(symbol)) this.followings.set(symbol, following);
    if (this.signal.aborted) this.close();
  }

  close(): void {
    for (const following of new Set(this.followings.values())) following.close();
    this.followings.clear();
  }

  /** The same function for all symbols, because a listener is registered once for each symbol. */
  private readonly sendQuote = (quote: Quote): void => this.send(quote);
}
