import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Quote } from '../quote.js';
import type { KnownQuote } from './known-quote.js';

/** Receives the quotes that other processes publish. */
export interface QuoteReceiver {
  /** Called with the quote or the error when a process has read a symbol from the providers. */
  read(symbol: string, outcome: { value: KnownQuote } | { error: UpstreamError }): void;
  /** Called with a quote that changed with a tick. */
  ticked(quote: Quote): void;
}

/**
 * Shares quotes among processes, so that only one of them queries the providers and subscribes to ticks for each
 * symbol. Methods neither throw nor reject: when sharing fails, each process works for itself.
 */
export abstract class QuoteBus {
  /** False: there is no connection for sharing, so each process works for itself. */
  abstract readonly isOpen: boolean;

  /**
   * Takes the right to read symbols from the providers, for some seconds.
   * @returns the symbols that no other process is reading
   */
  abstract claim(symbols: readonly string[]): Promise<ReadonlySet<string>>;

  /** Publishes the results of reading symbols, and ends the claims of these symbols. */
  abstract publishRead(outcomes: ReadonlyMap<string, { value: KnownQuote } | { error: UpstreamError }>): void;

  /** Ends claims without a result, so that another process may read the symbols. */
  abstract disclaim(symbols: readonly string[]): void;

  /**
   * Takes the leases to subscribe to the ticks of symbols, or renews them. Must be called at least every
   * `TICK_LEASE_PERIOD_MS`.
   * @returns the symbols to which no other process subscribes
   */
  abstract lease(symbols: readonly string[]): Promise<ReadonlySet<string>>;

  abstract giveUp(symbols: readonly string[]): void;

  abstract publishTicked(quote: Quote): void;

  /** Delivers the quotes that other processes publish from now on, and the quotes of the last minute. */
  abstract join(receiver: QuoteReceiver): void;

  /** Ends all leases, and publishes nothing afterwards. */
  abstract close(): Promise<void>;
}

/** Interval at which leases of ticks are renewed (ms). */
export const TICK_LEASE_PERIOD_MS = 5_000;

/** The bus of a process that shares nothing: it reads every quote itself. */
export class NoQuoteBus extends QuoteBus {
  readonly isOpen = false;

  async claim(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(symbols);
  }

  publishRead(): void {}

  disclaim(): void {}

  lease(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    return this.claim(symbols);
  }

  giveUp(): void {}

  publishTicked(): void {}

  join(): void {}

  async close(): Promise<void> {}
}
