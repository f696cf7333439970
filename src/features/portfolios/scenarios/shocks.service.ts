import { Service } from 'typedi';
import { isWeekday } from '../day.js';
import { betaOf as regression } from '../risk/ratios.js';
import type { DailySeries } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { type FactorName, factors } from './factors.js';
import type { Position, Positions } from './position.js';
import { applyShocks, type FactorBeta, type Shock, type ShockReport } from './shocks.js';

/**
 * Days of history for betas. Betas use weekly returns: with daily ones the different closing hours of exchanges would
 * lower them.
 */
const HISTORY_DAYS = 730;
const WEEK_DAYS = 5;
/** Minimum number of weekly returns; with fewer, the beta of the asset class is used. */
const MIN_RETURNS = 26;

/** Applies shocks to portfolios. */
@Service()
export class ShockScenarios {
  constructor(private readonly prices: PriceHistory) {}

  /** Computes the effect of shocks. @throws Problem `unavailable` */
  async run(positions: Positions, shocks: readonly Shock[], signal?: AbortSignal): Promise<ShockReport> {
    const named = [...new Set(shocks.flatMap((shock) => (shock.target === 'factor' ? [shock.factor] : [])))];
    const betas = new Map<string, FactorBeta>();
    for (const factor of named) {
      const series = await this.read(factors[factor].symbol, positions.day, signal);
      for (const holding of positions.holdings)
        betas.set(`${holding.symbol} ${factor}`, await this.beta(holding, factor, series, positions.day, signal));
    }
    return applyShocks(positions, shocks, (symbol, factor) => betas.get(`${symbol} ${factor}`) as FactorBeta);
  }

  private async beta(
    holding: Position,
    name: FactorName,
    series: DailySeries | undefined,
    day: number,
    signal?: AbortSignal,
  ): Promise<FactorBeta> {
    const { symbol, isInverse, byAssetClass } = factors[name];
    const sign = isInverse ? -1 : 1;
    if (holding.symbol === symbol) return { beta: sign, source: 'identity' };
    const own = series && (await this.read(holding.symbol, day, signal));
    const pairs = own && series ? weeklyPairs(own, series) : [];
    const found =
      pairs.length < MIN_RETURNS
        ? null
        : regression(
            pairs.map(([value]) => value),
            pairs.map(([, value]) => sign * value),
          );
    if (found === null) return { beta: byAssetClass[holding.assetClass ?? 'fx'] ?? 0, source: 'asset_class' };
    return { beta: found.beta, source: 'history' };
  }

  private read(symbol: string, day: number, signal?: AbortSignal): Promise<DailySeries | undefined> {
    return this.prices.prices(symbol, day - HISTORY_DAYS, day, signal, 'all');
  }
}

/** Returns the weekly returns (over five weekdays) of two series of the same days, in pairs. */
function weeklyPairs(a: DailySeries, b: DailySeries): Array<readonly [number, number]> {
  const pairs: Array<readonly [number, number]> = [];
  let last: number | undefined;
  let weekdays = 0;
  for (let index = 0; index < a.values.length; index += 1) {
    if (!isWeekday(a.firstDay + index) || Number.isNaN(a.values[index]) || Number.isNaN(b.values[index])) continue;
    if (last !== undefined && weekdays % WEEK_DAYS === 0) {
      const change = ({ values }: DailySeries, from: number) =>
        (values[index] as number) / (values[from] as number) - 1;
      pairs.push([change(a, last), change(b, last)]);
    }
    if (weekdays % WEEK_DAYS === 0) last = index;
    weekdays += 1;
  }
  return pairs;
}
