/**
 * Follows the quotes of a symbol.
 * @returns a function that stops following it; undefined if it cannot be followed now
 */
export type FollowSymbol = (symbol: string) => Promise<(() => void) | undefined>;

/** Number of symbols that the service begins to follow concurrently. */
const AT_ONCE = 20;

/** Follows the quotes of the needed symbols, each once. */
export class QuoteFollowings {
  private readonly ends = new Map<string, () => void>();
  private needed: ReadonlySet<string> = new Set();

  constructor(private readonly follow: FollowSymbol) {}

  /**
   * Stops following symbols that are no longer needed, and follows new ones. A symbol that cannot be followed now is
   * tried again at the next call.
   */
  async need(symbols: ReadonlySet<string>): Promise<void> {
    this.needed = symbols;
    for (const symbol of [...this.ends.keys()]) if (!symbols.has(symbol)) this.end(symbol);
    const missing = [...symbols].filter((symbol) => !this.ends.has(symbol));
    for (let at = 0; at < missing.length; at += AT_ONCE)
      await Promise.all(missing.slice(at, at + AT_ONCE).map((symbol) => this.begin(symbol)));
  }

  close(): void {
    this.needed = new Set();
    for (const symbol of [...this.ends.keys()]) this.end(symbol);
  }

  private async begin(symbol: string): Promise<void> {
    const end = await this.follow(symbol);
    if (end === undefined) return;
    if (this.needed.has(symbol) && !this.ends.has(symbol)) this.ends.set(symbol, end);
    else end();
  }

  private end(symbol: string): void {
    this.ends.get(symbol)?.();
    this.ends.delete(symbol);
  }
}
