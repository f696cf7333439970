import { Service } from 'typedi';
import { Timers } from '../../../time/timers.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { KnownQuote, QuoteOutcome } from './known-quote.js';
import { QuoteBus } from './quote-bus.js';

/**
 * Time (ms) for which a process waits for the result of another one, and the number of such waits after which it reads
 * the remaining symbols itself.
 */
const WAIT_MS = 250;
const MAX_WAITS = 12;

type Outcomes = ReadonlyMap<string, QuoteOutcome>;
type Read = (symbols: readonly string[]) => Promise<Outcomes>;

/** Reads quotes so that one process queries the providers for a symbol, and the other processes receive its result. */
@Service()
export class SharedQuoteReads {
  private readonly waiting = new Map<string, Set<(outcome: QuoteOutcome) => void>>();
  private readonly listeners = new Set<(value: KnownQuote) => void>();

  constructor(
    private readonly bus: QuoteBus,
    private readonly timers: Timers,
  ) {}

  /** Calls the listener with every quote that another process has read. */
  listen(listener: (value: KnownQuote) => void): void {
    this.listeners.add(listener);
  }

  /** Passes on the result of another process. */
  receive(symbol: string, outcome: QuoteOutcome): void {
    if ('value' in outcome) for (const listener of this.listeners) listener(outcome.value);
    for (const arrived of this.waiting.get(symbol) ?? []) arrived(outcome);
  }

  /**
   * Returns a result for each symbol, own or received.
   * @param read queries the providers, and returns a result for each symbol
   */
  async read(symbols: readonly string[], read: Read): Promise<Outcomes> {
    if (!this.bus.isOpen || symbols.length === 0) return read(symbols);
    return this.attempt(symbols, read, 1);
  }

  private async attempt(symbols: readonly string[], read: Read, attempt: number): Promise<Outcomes> {
    if (attempt > MAX_WAITS) return this.readHere(symbols, read);
    // Waiting begins before the claim, since the result of another process may arrive before the response to the claim.
    const arrivals = this.expect(symbols);
    const claimed = await this.bus.claim(symbols);
    const [own, others] = [
      symbols.filter((symbol) => claimed.has(symbol)),
      symbols.filter((symbol) => !claimed.has(symbol)),
    ];
    arrivals.ignore(own);
    const [here, elsewhere] = await Promise.all([
      this.readHere(own, read),
      this.await(others, arrivals, read, attempt),
    ]);
    return new Map([...here, ...elsewhere]);
  }

  private async await(symbols: readonly string[], arrivals: Arrivals, read: Read, attempt: number): Promise<Outcomes> {
    if (symbols.length === 0) return new Map();
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const cancel = this.timers.after(WAIT_MS, resolve);
    await Promise.race([arrivals.complete, timeout]);
    cancel();
    arrivals.end();
    const missing = symbols.filter((symbol) => !arrivals.outcomes.has(symbol));
    if (missing.length === 0) return arrivals.outcomes;
    return new Map([...arrivals.outcomes, ...(await this.attempt(missing, read, attempt + 1))]);
  }

  private async readHere(symbols: readonly string[], read: Read): Promise<Outcomes> {
    if (symbols.length === 0) return new Map();
    const outcomes = await read(symbols);
    const shared = new Map<string, { value: KnownQuote } | { error: UpstreamError }>();
    for (const [symbol, outcome] of outcomes) {
      if ('value' in outcome) shared.set(symbol, outcome);
      // A failure that concerns only the caller's account is not shared with the other processes.
      else if (outcome.error instanceof UpstreamError && !outcome.error.concernsCallerAlone)
        shared.set(symbol, { error: outcome.error });
    }
    this.bus.publishRead(shared);
    this.bus.disclaim(symbols.filter((symbol) => !shared.has(symbol)));
    return outcomes;
  }

  private expect(symbols: readonly string[]): Arrivals {
    const outcomes = new Map<string, QuoteOutcome>();
    const pending = new Map<string, (outcome: QuoteOutcome) => void>();
    const { promise: complete, resolve } = Promise.withResolvers<void>();
    const ignore = (ignored: Iterable<string>) => {
      for (const symbol of ignored) this.forget(symbol, pending);
      if (pending.size === 0) resolve();
    };
    for (const symbol of symbols) {
      const arrived = (outcome: QuoteOutcome) => {
        outcomes.set(symbol, outcome);
        ignore([symbol]);
      };
      pending.set(symbol, arrived);
      this.waiting.set(symbol, (this.waiting.get(symbol) ?? new Set()).add(arrived));
    }
    return { outcomes, complete, ignore, end: () => ignore([...pending.keys()]) };
  }

  private forget(symbol: string, pending: Map<string, (outcome: QuoteOutcome) => void>): void {
    const arrived = pending.get(symbol);
    const all = this.waiting.get(symbol);
    pending.delete(symbol);
    if (arrived === undefined || all === undefined) return;
    all.delete(arrived);
    if (all.size === 0) this.waiting.delete(symbol);
  }
}

/** The results of other processes for some symbols. */
interface Arrivals {
  readonly outcomes: ReadonlyMap<string, QuoteOutcome>;
  /** Resolves when no further result is awaited. */
  readonly complete: Promise<void>;
  ignore(symbols: Iterable<string>): void;
  end(): void;
}
