import type { DailySeries } from '../valuation/daily-series.js';

/** A component of a benchmark with its prices and the rates from its currency to that of the benchmark. */
export interface PricedPart {
  symbol: string;
  weight: number;
  prices: DailySeries;
  rates: DailySeries;
}

/** A benchmark by day. */
export interface BenchmarkSeries {
  /** `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`. */
  name: string;
  /** The day before the period: the first entry of `index` and `local`. Days since 1970-01-01. */
  firstDay: number;
  /** The linked returns in the currency of the answer, 1 on the first day. */
  index: Float64Array;
  /** The linked returns of the components in their own currencies, 1 on the first day. */
  local: Float64Array;
  /** 1 on days on which all components have a price of the day itself. */
  isTraded: Uint8Array;
  providers: string[];
}

/**
 * A benchmark that is rebalanced to its weights every day: the return of a day is the weighted mean of its components'
 * returns. A component's return in the currency of the benchmark is (1 + local return) × (1 + change of the rate) - 1.
 * A day without a price of a component has a return of 0 for it.
 * @param parts series of the same days; each has a value on the first one
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

/** The return of a component on a day in the currency of the benchmark. */
export const returnAt = ({ prices, rates }: Pick<PricedPart, 'prices' | 'rates'>, at: number): number =>
  (1 + changeAt(prices, at)) * (1 + changeAt(rates, at)) - 1;

const changeAt = ({ values }: DailySeries, at: number): number =>
  (values[at] as number) / (values[at - 1] as number) - 1;

/** The return of a benchmark from the first day to the last. */
export const totalOf = (index: Float64Array): number => (index.at(-1) as number) - 1;

/** Returns the contribution of exchange rates to a return: (1 + total) = (1 + local) × (1 + currency). */
export const currencyEffect = (total: number, local: number): number | null =>
  local <= -1 ? null : (1 + total) / (1 + local) - 1;
