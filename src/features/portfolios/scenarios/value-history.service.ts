import { Service } from 'typedi';
import { type DailySeries, productOf } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import type { Positions } from './position.js';

export interface ValueHistory {
  /**
   * Prices by symbol, adjusted for splits and dividends, in the currency of the report. Symbols without prices or rates
   * are missing.
   */
  holdings: Map<string, DailySeries>;
  /** Rates to the currency of the report, by currency. */
  rates: Map<string, DailySeries>;
}

/** Reads the past values of one unit of each holding and currency, in the currency of a report. */
@Service()
export class ValueHistories {
  constructor(private readonly prices: PriceHistory) {}

  /**
   * Returns the past values. The series are read one after another, because each is parsed on the event loop.
   * @throws Problem `unavailable`
   */
  async read(
    { holdings, cash, currency }: Positions,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<ValueHistory> {
    const rates = new Map<string, DailySeries>();
    for (const own of new Set([...holdings, ...cash].map((one) => one.currency))) {
      const series = await this.prices.rates(own, currency, fromDay, toDay, signal);
      if (series !== undefined) rates.set(own, series);
    }
    const found = new Map<string, DailySeries>();
    for (const { symbol, currency: own } of holdings) {
      const [series, rate] = [await this.prices.prices(symbol, fromDay, toDay, signal, 'all'), rates.get(own)];
      if (series === undefined || rate === undefined) continue;
      // A value keeps the day of its price, even if the exchange rate is newer or older.
      found.set(symbol, { ...productOf(series, rate), asOf: series.asOf });
    }
    return { holdings: found, rates };
  }
}
