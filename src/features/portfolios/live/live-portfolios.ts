import type { LivePortfolio } from './live-portfolio.js';

/**
 * Returns the currency pairs that give the units of `to` for one unit of `from`: `direct` by its price, `inverse` by
 * one divided by its price. Providers have one of the two pairs, or both.
 */
const ratePairs = (from: string, to: string): readonly [direct: string, inverse: string] => [
  `${from}${to}.FOREX`,
  `${to}${from}.FOREX`,
];

/**
 * Values portfolios with every quote. A quote updates only the portfolios that hold the symbol or need the currency
 * pair.
 */
export class LivePortfolios {
  private readonly portfolios = new Map<string, LivePortfolio>();
  private readonly holders = new Map<string, Set<string>>();
  private readonly rateUsers = new Map<string, Set<string>>();
  private readonly quotedPairs = new Set<string>();
  private readonly changed = new Set<string>();

  /**
   * Symbols of all holdings, and the currency pairs between their currencies and the base currencies, in both
   * directions.
   */
  get symbols(): Set<string> {
    return new Set([...this.holders.keys(), ...this.rateUsers.keys()]);
  }

  put(id: string, portfolio: LivePortfolio): void {
    this.remove(id);
    this.portfolios.set(id, portfolio);
    for (const symbol of portfolio.symbols) add(this.holders, symbol, id);
    for (const currency of portfolio.foreignCurrencies)
      for (const symbol of ratePairs(currency, portfolio.baseCurrency)) add(this.rateUsers, symbol, id);
    this.changed.add(id);
  }

  remove(id: string): void {
    if (!this.portfolios.delete(id)) return;
    this.changed.delete(id);
    for (const users of [this.holders, this.rateUsers])
      for (const [symbol, ids] of users) {
        ids.delete(id);
        if (ids.size === 0) users.delete(symbol);
      }
  }

  quote(symbol: string, price: number): void {
    for (const id of this.holders.get(symbol) ?? [])
      if (this.portfolios.get(id)?.setPrice(symbol, price)) this.changed.add(id);
    const rateUsers = this.rateUsers.get(symbol);
    if (rateUsers === undefined) return;
    this.quotedPairs.add(symbol);
    for (const id of rateUsers) {
      const portfolio = this.portfolios.get(id) as LivePortfolio;
      for (const currency of portfolio.foreignCurrencies) {
        const [direct, inverse] = ratePairs(currency, portfolio.baseCurrency);
        // When both directions are quoted, only the direct one is used.
        const isUsed = direct === symbol || (inverse === symbol && !this.quotedPairs.has(direct));
        if (isUsed && portfolio.setRate(currency, direct === symbol ? price : 1 / price)) this.changed.add(id);
      }
    }
  }

  /** Returns the symbols of the holdings of a portfolio; empty for an unknown one. */
  symbolsOf(id: string): string[] {
    return [...(this.portfolios.get(id)?.symbols ?? [])];
  }

  /** Returns the figures of a portfolio; undefined for an unknown one. */
  figuresOf(id: string): Record<string, number | null> | undefined {
    return this.portfolios.get(id)?.figures();
  }

  /** Returns the figures of at most `limit` portfolios that changed since they were last returned. */
  takeChanged(limit: number): Array<{ id: string; figures: Record<string, number | null> }> {
    const taken: Array<{ id: string; figures: Record<string, number | null> }> = [];
    for (const id of this.changed) {
      if (taken.length === limit) break;
      this.changed.delete(id);
      const portfolio = this.portfolios.get(id);
      if (portfolio !== undefined) taken.push({ id, figures: portfolio.figures() });
    }
    return taken;
  }
}

function add(users: Map<string, Set<string>>, symbol: string, id: string): void {
  const ids = users.get(symbol);
  if (ids === undefined) users.set(symbol, new Set([id]));
  else ids.add(id);
}
