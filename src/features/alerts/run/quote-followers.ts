import type { QuoteObservation } from '../engine/observation.js';

/** Starts to follow the price of a symbol. @returns a function that stops following it */
export type Follow = (symbol: string, observe: (observation: QuoteObservation) => void) => Promise<() => void>;

/** Maximum number of symbols whose following is started concurrently. */
const AT_ONCE = 20;

/** Follows the prices of exactly the symbols that rules need. */
export class QuoteFollowers {
  private readonly ends = new Map<string, () => void>();
  private needed: ReadonlySet<string> = new Set();
  private working: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly follow: Follow,
    private readonly observe: (observation: QuoteObservation) => void,
  ) {}

  /**
   * Ends subscriptions that are no longer needed and begins new ones. A symbol that cannot be followed now is retried
   * at the next call.
   */
  need(symbols: ReadonlySet<string>): void {
    this.needed = symbols;
    for (const [symbol, end] of this.ends) if (!symbols.has(symbol)) this.end(symbol, end);
    this.working = this.working.then(() => this.begin());
  }

  /** Resolves when all symbols are followed, except symbols for which this failed. */
  async settled(): Promise<void> {
    await this.working;
  }

  close(): void {
    this.isClosed = true;
    this.needed = new Set();
    for (const [symbol, end] of this.ends) this.end(symbol, end);
  }

  private async begin(): Promise<void> {
    const missing = [...this.needed].filter((symbol) => !this.ends.has(symbol));
    for (let from = 0; from < missing.length; from += AT_ONCE)
      await Promise.all(missing.slice(from, from + AT_ONCE).map((symbol) => this.beginOne(symbol)));
  }

  private async beginOne(symbol: string): Promise<void> {
    // A symbol that cannot be followed now is retried at the next call of `need`.
    const end = await this.follow(symbol, this.observe).catch(() => undefined);
    if (end === undefined) return;
    if (this.isClosed || !this.needed.has(symbol)) end();
    else this.ends.set(symbol, end);
  }

  private end(symbol: string, end: () => void): void {
    this.ends.delete(symbol);
    end();
  }
}
