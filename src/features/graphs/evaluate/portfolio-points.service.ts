import { Service } from 'typedi';
import { DAY_MS } from '../../../time/durations.js';
import { periodStart } from '../../markets/candles/expected-candles.js';
import type { Interval } from '../../markets/interval.js';
import { type PortfolioSeries, PortfoliosApi } from '../../portfolios/portfolios.api.js';
import { type Series, seriesOf } from '../expression/aligned-series.js';
import type { PortfolioFigure } from '../expression/expression.js';

/** A portfolio that an expression names. */
export interface NamedPortfolio {
  id: string;
  name: string;
}

/** Value of the index of the time-weighted return before the first transaction. */
const FIRST_INDEX = 100;

/** Finds and reads the portfolios that expressions name. */
@Service()
export class PortfolioPointsService {
  constructor(private readonly portfolios: PortfoliosApi) {}

  /**
   * Finds a portfolio of the account by its id or its exact name.
   * @returns the problem as a text, if there is no such portfolio or several have the name
   */
  async find(accountId: string, name: string): Promise<NamedPortfolio | string> {
    const all = await this.portfolios.list(accountId);
    const byId = all.find(({ id }) => id === name.toLowerCase());
    const found = byId === undefined ? all.filter((portfolio) => portfolio.name === name) : [byId];
    if (found.length > 1) return 'several of your portfolios have this name: use the id';
    return found[0] ?? 'must be the name or the id of one of your portfolios';
  }

  /**
   * Reads all days of a portfolio until `to` (ms); null for a portfolio without transactions.
   * @throws Problem `unavailable`
   */
  read(accountId: string, id: string, to: number, signal?: AbortSignal): Promise<PortfolioSeries | null> {
    return this.portfolios.series(accountId, id, { to: new Date(to).toISOString() }, signal);
  }
}

/** Returns the value, or the index, at the end of each day, week or month. */
export function figureOf({ days }: PortfolioSeries, figure: PortfolioFigure, interval: Interval): Series {
  const points = new Map<number, number>();
  // The first day is the one before the first transaction, which has no value.
  for (const { day, value, index } of figure === 'value' ? days.slice(1) : days) {
    points.set(periodStart(interval, day * DAY_MS), figure === 'value' ? value : index * FIRST_INDEX);
  }
  return seriesOf(Float64Array.from(points.keys()), Float64Array.from(points.values()));
}
