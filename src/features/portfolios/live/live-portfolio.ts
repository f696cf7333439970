/** The holding of one symbol. */
export interface LiveHolding {
  symbol: string;
  quantity: number;
  currency: string;
  /** Last price in `currency`; null if unknown. */
  price: number | null;
}

export interface LivePortfolioContent {
  /** Currency code (ISO 4217); values are in this currency. */
  baseCurrency: string;
  holdings: readonly LiveHolding[];
  /** Amounts by currency. */
  cash: ReadonlyMap<string, number>;
  /** Units of the base currency for one unit of each other currency; unknown rates are missing. */
  rates: ReadonlyMap<string, number>;
  /** History of the value; null without a transaction, or if the history does not end today. */
  history: LiveHistory | null;
}

/** Past values that the figures of today are compared with. */
export interface LiveHistory {
  /** Value at the end of yesterday. */
  previousValue: number;
  /** External money of today, paid in and taken out; both are zero or positive. */
  paidIn: number;
  takenOut: number;
  /** The index of the time-weighted return at the end of yesterday, and its highest value until then. */
  index: number;
  peak: number;
}

/** Figures that conditions can name; `holdingMetrics` are figures of one holding. */
export const portfolioMetrics = ['value', 'cash', 'dayChange', 'dayReturn', 'drawdown'] as const;
export const holdingMetrics = ['value', 'weight'] as const;

/** Number of changes after which sums are computed again, so that rounding errors do not grow. */
const CHANGES_BETWEEN_SUMS = 10_000;

/** The holdings and cash of one currency. */
interface CurrencySum {
  rate: number | null;
  /** Value of the holdings with a price, in this currency. */
  holdings: number;
  cash: number;
}

/**
 * Values a portfolio with every price, in constant time for each price. If a holding has no price, or a currency no
 * rate, the figures of the portfolio are null: a value without a part would look like a loss.
 */
export class LivePortfolio {
  private readonly holdings: Map<string, LiveHolding & { valueKey: string; weightKey: string }>;
  private readonly sums = new Map<string, CurrencySum>();
  private withoutPrice = 0;
  private changes = 0;

  constructor(private readonly content: LivePortfolioContent) {
    this.holdings = new Map(
      content.holdings.map((holding) => [
        holding.symbol,
        { ...holding, valueKey: `value:${holding.symbol}`, weightKey: `weight:${holding.symbol}` },
      ]),
    );
    const currencies = new Set([...content.cash.keys(), ...content.holdings.map(({ currency }) => currency)]);
    for (const currency of currencies) {
      const rate = currency === content.baseCurrency ? 1 : (content.rates.get(currency) ?? null);
      this.sums.set(currency, { rate, holdings: 0, cash: content.cash.get(currency) ?? 0 });
    }
    this.sum();
  }

  get symbols(): Iterable<string> {
    return this.holdings.keys();
  }

  /** Returns the currencies other than the base currency. */
  get foreignCurrencies(): string[] {
    return [...this.sums.keys()].filter((currency) => currency !== this.content.baseCurrency);
  }

  get baseCurrency(): string {
    return this.content.baseCurrency;
  }

  /** Sets the price of a symbol. @returns whether anything changed */
  setPrice(symbol: string, price: number): boolean {
    const holding = this.holdings.get(symbol);
    if (holding === undefined || holding.price === price) return false;
    if (holding.price === null) this.withoutPrice -= 1;
    const sum = this.sums.get(holding.currency) as CurrencySum;
    sum.holdings += holding.quantity * (price - (holding.price ?? 0));
    holding.price = price;
    this.changes += 1;
    if (this.changes >= CHANGES_BETWEEN_SUMS) this.sum();
    return true;
  }

  /**
   * Sets the rate of a currency.
   * @param rate units of the base currency for one unit of `currency`
   * @returns whether anything changed
   */
  setRate(currency: string, rate: number): boolean {
    const sum = this.sums.get(currency);
    if (sum === undefined || sum.rate === rate || currency === this.content.baseCurrency) return false;
    sum.rate = rate;
    return true;
  }

  /** Value in the base currency; null if a price or rate is missing. */
  get value(): number | null {
    return this.withoutPrice > 0 ? null : this.total(({ holdings, cash }) => holdings + cash);
  }

  /**
   * Returns the figures by metric; the keys of figures of holdings are `metric:SYMBOL`. Money is in the base currency;
   * returns and weights are fractions.
   */
  figures(): Record<string, number | null> {
    const { value } = this;
    const figures: Record<string, number | null> = {
      value,
      cash: this.total(({ cash }) => cash),
      ...this.changesOfToday(value),
    };
    for (const { quantity, currency, price, valueKey, weightKey } of this.holdings.values()) {
      const rate = this.sums.get(currency)?.rate ?? null;
      const own = price === null || rate === null ? null : quantity * price * rate;
      figures[valueKey] = own;
      figures[weightKey] = own === null || value === null || value === 0 ? null : own / value;
    }
    return figures;
  }

  private changesOfToday(value: number | null): Record<'dayChange' | 'dayReturn' | 'drawdown', number | null> {
    const { history } = this.content;
    if (value === null || history === null) return { dayChange: null, dayReturn: null, drawdown: null };
    const { previousValue, paidIn, takenOut, index, peak } = history;
    const base = previousValue + paidIn;
    const dayReturn = base > 0 ? (value + takenOut) / base - 1 : null;
    const now = index * (1 + (dayReturn ?? 0));
    return { dayChange: value - previousValue - paidIn + takenOut, dayReturn, drawdown: 1 - now / Math.max(peak, now) };
  }

  private total(of: (sum: CurrencySum) => number): number | null {
    let total = 0;
    for (const sum of this.sums.values()) {
      const own = of(sum);
      if (own === 0) continue;
      if (sum.rate === null) return null;
      total += own * sum.rate;
    }
    return total;
  }

  private sum(): void {
    this.changes = 0;
    this.withoutPrice = 0;
    for (const sum of this.sums.values()) sum.holdings = 0;
    for (const { quantity, currency, price } of this.holdings.values()) {
      if (price === null) this.withoutPrice += 1;
      else (this.sums.get(currency) as CurrencySum).holdings += quantity * price;
    }
  }
}
