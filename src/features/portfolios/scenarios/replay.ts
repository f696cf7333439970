import { maxDrawdown } from '../risk/drawdown.js';
import type { DailySeries } from '../valuation/daily-series.js';
import type { Position, Positions } from './position.js';

/**
 * The treatment of a holding without a price at the start of the window: its value is unchanged, or moves as the other
 * holdings of its asset class do.
 */
export type MissingTreatment = 'unchanged' | 'proxy';

/**
 * The prices used for a holding. `own_prices`: its own prices for the whole window; `partial`: its own from
 * `pricedFrom` on, and before that `proxy` or `unchanged`; `proxy`: the mean of the holdings of its asset class with
 * own prices (of all such holdings if the class has no other prices), weighted by value; `unchanged`: no change.
 */
export type ReplayTreatment = 'own_prices' | 'partial' | 'proxy' | 'unchanged';

export interface ReplayedHolding extends Position {
  valueAfter: number;
  treatment: ReplayTreatment;
  /** The first day with an own price in the window; null without one. */
  pricedFrom: number | null;
}

export interface ReplayReport {
  valueAfter: number;
  holdings: ReplayedHolding[];
  cash: Array<{ currency: string; value: number; valueAfter: number }>;
  /** The value at the end of each day. */
  days: Array<{ day: number; value: number }>;
  /** Largest loss from a peak, as a fraction of at most 0. */
  maxDrawdown: number;
  /** The day with the largest loss; null without a loss. */
  worstDay: { day: number; change: number } | null;
}

/** Daily values in the currency of the report, from the first to the last day of the window. */
export interface ReplaySeries {
  /** Values of one unit by symbol; symbols without prices are missing. */
  holdings: ReadonlyMap<string, DailySeries>;
  /** Rates by currency. */
  rates: ReadonlyMap<string, DailySeries>;
}

/** Applies the price changes of a window to the present holdings, whose units do not change. */
export function replayWindow(
  { holdings, cash }: Positions,
  { holdings: series, rates }: ReplaySeries,
  length: number,
  missing: MissingTreatment,
  firstDay: number,
): ReplayReport {
  const paths = holdings.map(({ symbol }) => relatives(series.get(symbol), length));
  const proxies = missing === 'proxy' ? proxyPaths(holdings, paths, length) : new Map<string | null, Float64Array>();
  const found = holdings.map((holding, index): ReplayedHolding & { path: Float64Array } => {
    const own = paths[index] as Relatives | undefined;
    if (own !== undefined && own.from === 0)
      return { ...holding, path: own.values, valueAfter: 0, treatment: 'own_prices', pricedFrom: firstDay };
    const proxy = proxies.get(holding.assetClass) ?? proxies.get(null);
    const path = joined(own, proxy, length);
    if (own !== undefined)
      return { ...holding, path, valueAfter: 0, treatment: 'partial', pricedFrom: firstDay + own.from };
    return {
      ...holding,
      path,
      valueAfter: 0,
      treatment: proxy === undefined ? 'unchanged' : 'proxy',
      pricedFrom: null,
    };
  });
  const balances = cash.map((balance) => ({
    ...balance,
    path: joined(relatives(rates.get(balance.currency), length), undefined, length),
  }));
  const all = [...found, ...balances];
  const valueAt = (index: number) => all.reduce((sum, { value, path }) => sum + value * (path[index] as number), 0);
  const days = Array.from({ length }, (_, index) => ({ day: firstDay + index, value: valueAt(index) }));
  const changes = days
    .slice(1)
    .map(({ value }, index) => (days[index]?.value ? value / (days[index]?.value as number) - 1 : 0));
  const worst = changes.reduce((at, change, index) => (change < (changes[at] ?? 0) ? index : at), -1);
  const end = (path: Float64Array) => path[length - 1] as number;
  return {
    valueAfter: days.at(-1)?.value ?? 0,
    holdings: found.map(({ path, ...holding }) => ({ ...holding, valueAfter: holding.value * end(path) })),
    cash: balances.map(({ path, ...balance }) => ({ ...balance, valueAfter: balance.value * end(path) })),
    days,
    maxDrawdown: maxDrawdown(changes)?.depth ?? 0,
    worstDay: worst < 0 ? null : { day: firstDay + worst + 1, change: changes[worst] as number },
  };
}

/** Values relative to the first one, which is at the index `from`. */
interface Relatives {
  from: number;
  values: Float64Array;
}

function relatives(series: DailySeries | undefined, length: number): Relatives | undefined {
  const from = series?.values.findIndex((value) => !Number.isNaN(value)) ?? -1;
  if (series === undefined || from < 0) return undefined;
  const first = series.values[from] as number;
  return { from, values: series.values.subarray(0, length).map((value) => value / first) };
}

/**
 * Returns a path with the own values from their start on, and before it the proxy; without a proxy it is constant
 * there.
 */
function joined(own: Relatives | undefined, proxy: Float64Array | undefined, length: number): Float64Array {
  const path = proxy === undefined ? new Float64Array(length).fill(1) : proxy.slice();
  if (own === undefined) return path;
  const level = path[own.from] as number;
  for (let index = own.from; index < length; index += 1) path[index] = level * (own.values[index] as number);
  return path;
}

/**
 * Returns the mean paths of the holdings with own prices for the whole window, weighted by value: by asset class, and
 * for all holdings (key null).
 */
function proxyPaths(
  holdings: readonly Position[],
  paths: ReadonlyArray<Relatives | undefined>,
  length: number,
): Map<string | null, Float64Array> {
  const sums = new Map<string | null, { value: number; path: Float64Array }>();
  for (const [index, { assetClass, value }] of holdings.entries()) {
    const own = paths[index];
    if (own === undefined || own.from > 0) continue;
    for (const key of new Set([assetClass, null])) {
      const sum = sums.get(key) ?? { value: 0, path: new Float64Array(length) };
      sum.value += value;
      for (let at = 0; at < length; at += 1)
        sum.path[at] = (sum.path[at] as number) + value * (own.values[at] as number);
      sums.set(key, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([key, { value, path }]) => (value > 0 ? [[key, path.map((one) => one / value)] as const] : [])),
  );
}
