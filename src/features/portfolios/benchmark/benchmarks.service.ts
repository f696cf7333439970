import { Service } from 'typedi';
import { type BlendPart, blendText } from '../benchmark-blend.js';
import { pointAt } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { type BenchmarkSeries, benchmarkSeries, type PricedPart } from './benchmark-series.js';

/** Reads benchmarks of one or several instruments, with dividends reinvested if the provider has dividends. */
@Service()
export class Benchmarks {
  constructor(private readonly history: PriceHistory) {}

  /**
   * Returns a benchmark by day.
   * @param fromDay the first day of the period; the series begins the day before
   * @returns undefined when a component has no price or no rate at the start
   */
  async read(
    blend: readonly BlendPart[],
    currency: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<BenchmarkSeries | undefined> {
    const parts = await this.parts(blend, currency, fromDay, toDay, signal);
    return parts && benchmarkSeries(blendText(blend), parts);
  }

  /** Returns the components with their series; undefined as for `read`. */
  async parts(
    blend: readonly BlendPart[],
    currency: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<PricedPart[] | undefined> {
    const parts = await Promise.all(blend.map((part) => this.part(part, currency, fromDay - 1, toDay, signal)));
    return parts.every((part) => part !== undefined) ? parts : undefined;
  }

  private async part(
    { symbol, weight }: BlendPart,
    currency: string,
    firstDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<PricedPart | undefined> {
    const prices = await this.history.prices(symbol, firstDay, toDay, signal, 'all');
    if (prices === undefined || pointAt(prices, firstDay) === undefined) return undefined;
    const rates = await this.history.rates(prices.currency, currency, firstDay, toDay, signal);
    return rates === undefined || pointAt(rates, firstDay) === undefined
      ? undefined
      : { symbol, weight, prices, rates };
  }
}
