import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { isFlowSymbol } from '../../markets/market-symbol.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { MarketsEconomyApi } from '../../markets/markets.economy.api.js';
import { isWeekday } from '../day.js';
import { betaOf as regression } from '../risk/ratios.js';
import type { DailySeries } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { changesOf, type FactorName, factors, type PeriodChange } from './factors.js';
import type { Position, Positions } from './position.js';
import { applyShocks, type FactorBeta, type FactorShock, type Shock, type ShockReport } from './shocks.js';

/**
 * Days of history for betas. Betas use weekly returns: with daily ones the different closing hours of exchanges would
 * lower them.
 */
const HISTORY_DAYS = 730;
const WEEK_DAYS = 5;
/** Minimum number of weekly returns; with fewer, the beta of the asset class is used. */
const MIN_RETURNS = 26;
/** Days of history for betas to economic series, whose values are of months or quarters, and minimum number of them. */
const ECONOMY_DAYS = 3_652;
const MIN_PERIODS = 24;

/** Applies shocks to portfolios. */
@Service()
export class ShockScenarios {
  constructor(
    private readonly prices: PriceHistory,
    private readonly economy: MarketsEconomyApi,
    private readonly markets: MarketsApi,
  ) {}

  /**
   * Checks the factors of shocks.
   * @throws Problem `invalid_request` for a change that is too large, or without a series or flow that can be read
   */
  async check(shocks: readonly Shock[]): Promise<void> {
    const errors: FieldProblem[] = [];
    for (const [index, shock] of shocks.entries()) {
      if (shock.target !== 'factor') continue;
      const add = (field: string, detail: string) =>
        errors.push({ pointer: `/scenario/shocks/${index}/${field}`, detail });
      const isOfEconomy = shock.factor === 'economy';
      if (isOfEconomy !== (shock.seriesId !== undefined))
        add('seriesId', 'is required with the factor `economy`, and only with it');
      else if (shock.seriesId !== undefined)
        await this.economy.series(shock.seriesId).catch(refusedAs((detail) => add('seriesId', detail)));
      if ((shock.factor === 'flow') !== (shock.symbol !== undefined))
        add('symbol', 'is required with the factor `flow`, and only with it');
      else if (shock.symbol !== undefined) await this.checkFlow(shock.symbol, (detail) => add('symbol', detail));
      if (!isOfEconomy && (shock.change < -1 || shock.change > 10)) add('change', 'must be between -1 and 10');
    }
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
  }

  private async checkFlow(symbol: string, add: (detail: string) => void): Promise<void> {
    if (!isFlowSymbol(symbol)) add('must be the symbol of a flow, such as HORMUZ-TANKERS.FLOW');
    else await this.markets.instrument(symbol).catch(refusedAs(add));
  }

  /** Computes the effect of shocks. @throws Problem `unavailable` */
  async run(positions: Positions, shocks: readonly Shock[], signal?: AbortSignal): Promise<ShockReport> {
    const named = new Map(shocks.flatMap((shock) => (shock.target === 'factor' ? [[nameOf(shock), shock]] : [])));
    const betas = new Map<string, FactorBeta>();
    for (const [name, shock] of named) {
      const betaOf = await this.betas(shock, positions.day, signal);
      for (const holding of positions.holdings) betas.set(`${holding.symbol} ${name}`, await betaOf(holding));
    }
    return applyShocks(positions, shocks, (symbol, shock) => betas.get(`${symbol} ${nameOf(shock)}`) as FactorBeta);
  }

  /** Returns a function that estimates the beta of a holding to a factor. */
  private async betas(
    { factor, seriesId, symbol }: FactorShock,
    day: number,
    signal?: AbortSignal,
  ): Promise<(holding: Position) => Promise<FactorBeta>> {
    if (factor === 'economy') {
      const { observations } = await this.economy.series(seriesId as string);
      const changes = changesOf(observations, day - ECONOMY_DAYS, day);
      return ({ symbol }) => this.economyBeta(symbol, changes, day, signal);
    }
    if (factor === 'flow') {
      const flow = await this.read(symbol as string, day, signal);
      return async (holding) => {
        const found = await this.weeklyBeta(holding.symbol, flow, day, 1, signal);
        return found === null ? { beta: 0, source: 'asset_class' } : { beta: found, source: 'history' };
      };
    }
    const series = await this.read(factors[factor].symbol, day, signal);
    return (holding) => this.beta(holding, factor, series, day, signal);
  }

  /** Regresses the returns of a holding in the periods of an economic series on the changes of the series. */
  private async economyBeta(
    symbol: string,
    changes: readonly PeriodChange[],
    day: number,
    signal?: AbortSignal,
  ): Promise<FactorBeta> {
    const prices = await this.prices.prices(symbol, day - ECONOMY_DAYS, day, signal, 'all');
    const pairs = changes.flatMap(({ firstDay, endDay, change }) => {
      const at = (one: number) => prices?.values[one - prices.firstDay] ?? Number.NaN;
      const value = at(endDay) / at(firstDay) - 1;
      return Number.isFinite(value) ? [[value, change] as const] : [];
    });
    const found =
      pairs.length < MIN_PERIODS
        ? null
        : regression(
            pairs.map(([value]) => value),
            pairs.map(([, change]) => change),
          );
    return found === null ? { beta: 0, source: 'asset_class' } : { beta: found.beta, source: 'history' };
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
    const found = await this.weeklyBeta(holding.symbol, series, day, sign, signal);
    if (found === null) return { beta: byAssetClass[holding.assetClass ?? 'fx'] ?? 0, source: 'asset_class' };
    return { beta: found, source: 'history' };
  }

  /** Regresses the weekly returns of a holding on those of a series; null for too few. */
  private async weeklyBeta(
    symbol: string,
    series: DailySeries | undefined,
    day: number,
    sign: number,
    signal?: AbortSignal,
  ): Promise<number | null> {
    const own = series && (await this.read(symbol, day, signal));
    const pairs = own && series ? weeklyPairs(own, series) : [];
    if (pairs.length < MIN_RETURNS) return null;
    const found = regression(
      pairs.map(([value]) => value),
      pairs.map(([, value]) => sign * value),
    );
    return found === null ? null : found.beta;
  }

  private read(symbol: string, day: number, signal?: AbortSignal): Promise<DailySeries | undefined> {
    return this.prices.prices(symbol, day - HISTORY_DAYS, day, signal, 'all');
  }
}

/** Reports a series that cannot be read as an error of the request. @throws other errors of the reading */
const refusedAs =
  (add: (detail: string) => void) =>
  (error: unknown): void => {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    add(error.detail ?? 'is not known');
  };

/** Returns the name by which betas to a factor are kept. */
const nameOf = ({ factor, seriesId = '', symbol = '' }: FactorShock): string => `${factor} ${seriesId}${symbol}`;

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
      const pair = [change(a, last), change(b, last)] as const;
      // A flow may be zero, from which no change follows.
      if (pair.every(Number.isFinite)) pairs.push(pair);
    }
    if (weekdays % WEEK_DAYS === 0) last = index;
    weekdays += 1;
  }
  return pairs;
}
