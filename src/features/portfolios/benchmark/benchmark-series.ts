import type { DailySeries } from '../valuation/daily-series.js';

/** A component of a benchmark with its prices and the rates from its currency to the benchmark's currency. */
export interface PricedPart {
  symbol: string;
  weight: number;
  prices: DailySeries;
  rates: DailySeries;
}

/** A benchmark by day. Arrays have one entry per day, from `firstDay`. */
export interface BenchmarkSeries {
  /** The components: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`. */
  name: string;
  /** The day before the period (days since 1970-01-01). */
  firstDay: number;
  /** The linked returns in the currency of the response: 1 on the first day. */
  index: Float64Array;
  /** The linked returns of the components in their own currencies: 1 on the first day. */
  local: Float64Array;
  /** 1 on days on which every component has a price of that day, otherwise 0. */
  isTraded: Uint8Array;
  providers: string[];
}

/**
 * Computes a benchmark that is rebalanced to its weights every day: the return of a day is the weighted mean of the
 * components' returns. A component's return in the currency of the benchmark is (1 + local return) × (1 + change of the
 * rate) - 1; the local return is 0 on a day without a price.
 * @param parts series of the same days, each with a value on the first day
 */
export function benchmarkSeries(name: string, parts: readonly PricedPart[]): BenchmarkSeries {
  const [{ prices: first }] = parts as [PricedPart, ...PricedPart[]];
  const length = first.values.length;
  const series: BenchmarkSeries = {
    name,
    firstDay: first.firstDay,
    index: new Float64Array(length).fill(1),
    local: new Float64Array(length).fill(1),
    isTraded: new Uint8Array(length),
    providers: [...new Set(parts.flatMap(({ prices, rates }) => [prices.provider, rates.provider]))]
      .filter((provider) => provider !== '')
      .sort(),
  };
  for (let at = 1; at < length; at += 1) {
    let [own, local] = [0, 0];
    for (const { weight, prices, rates } of parts) {
      own += weight * returnAt({ prices, rates }, at);
      local += weight * changeAt(prices, at);
    }
    series.index[at] = (series.index[at - 1] as number) * (1 + own);
    series.local[at] = (series.local[at - 1] as number) * (1 + local);
    series.isTraded[at] = parts.every(({ prices }) => prices.asOf[at] === prices.firstDay + at) ? 1 : 0;
  }
  return series;
}

/** Returns the return of a component on a day, in the currency of the benchmark. */
export const returnAt = ({ prices, rates }: Pick<PricedPart, 'prices' | 'rates'>, at: number): number =>
  (1 + changeAt(prices, at)) * (1 + changeAt(rates, at)) - 1;

const changeAt = ({ values }: DailySeries, at: number): number =>
  (values[at] as number) / (values[at - 1] as number) - 1;

/** Returns the return of a benchmark from the first day to the last. */
export const totalOf = (index: Float64Array): number => (index.at(-1) as number) - 1;

/**
 * Returns the contribution of exchange rates to a return, from (1 + total) = (1 + local) × (1 + currency); null after a
 * total local loss.
 */
export const currencyEffect = (total: number, local: number): number | null =>
  local <= -1 ? null : (1 + total) / (1 + local) - 1;
