import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Quote } from '../quote.js';
import type { KnownQuote } from './known-quote.js';

/** Receives the quotes that other processes publish. */
export interface QuoteReceiver {
  /** Publishes the value that a process has read from the providers, or the error. */
  read(symbol: string, outcome: { value: KnownQuote } | { error: UpstreamError }): void;
  /** A quote that changed with a tick. */
  ticked(quote: Quote): void;
}

/**
 * Shares quotes among processes, so that one of them queries the providers and subscribes to ticks for each symbol.
 * Nothing throws or rejects: what cannot be shared is done by each process for itself.
 */
export abstract class QuoteBus {
  /** Whether there is anything through which processes share. */
  abstract readonly isOpen: boolean;

  /**
   * Takes the right to read symbols from the providers, for some seconds.
   * @returns the symbols that no other process is reading
   */
  abstract claim(symbols: readonly string[]): Promise<ReadonlySet<string>>;

  /** Publishes the quote that was read, and ends the claim of the symbol. */
  abstract publishRead(outcomes: ReadonlyMap<string, { value: KnownQuote } | { error: UpstreamError }>): void;

  /** Ends claims without an outcome: another process may read. */
  abstract disclaim(symbols: readonly string[]): void;

  /**
   * Takes the right to subscribe to the ticks of symbols, or renews it. To be called at least every
   * `TICK_LEASE_PERIOD_MS`.
   * @returns the symbols that no other process subscribes
   */
  abstract lease(symbols: readonly string[]): Promise<ReadonlySet<string>>;

  abstract giveUp(symbols: readonly string[]): void;

  abstract publishTicked(quote: Quote): void;

  /** Delivers the quotes that other processes publish from now on, and those of the last minute. */
  abstract join(receiver: QuoteReceiver): void;

  /** Gives all leases up, and takes nothing any more. */
  abstract close(): Promise<void>;
}

/** Interval at which leases of ticks are renewed (ms). */
export const TICK_LEASE_PERIOD_MS = 5_000;

/** Each process reads for itself. */
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
