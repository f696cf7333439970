import type { AssetClass } from '../../markets/asset-class.js';
import type { Observation } from '../../markets/economic-series.js';
import { dayOf } from '../day.js';

/** Risk factors that a shock can name. */
export const factorNames = ['oil', 'gold', 'equities', 'bonds', 'bitcoin', 'dollar'] as const;
export type FactorName = (typeof factorNames)[number];

export interface Factor {
  /** The instrument whose price represents the factor. */
  symbol: string;
  /** True: the factor rises when the price falls, as the dollar in `EURUSD.FOREX`. */
  isInverse: boolean;
  /**
   * Betas of holdings without enough price history, by asset class; missing asset classes have 0. These are
   * assumptions, not estimates.
   */
  byAssetClass: Readonly<Partial<Record<AssetClass, number>>>;
}

export const factors: Readonly<Record<FactorName, Factor>> = {
  oil: { symbol: 'BRENT.COMM', isInverse: false, byAssetClass: { equity: 0.1, etf: 0.1, index: 0.1, commodity: 0.5 } },
  gold: { symbol: 'XAUUSD.COMM', isInverse: false, byAssetClass: { commodity: 0.3 } },
  equities: {
    symbol: 'SPY.US',
    isInverse: false,
    byAssetClass: { equity: 1, etf: 0.8, index: 1, crypto: 1, commodity: 0.2 },
  },
  bonds: { symbol: 'AGG.US', isInverse: false, byAssetClass: { etf: 0.2 } },
  bitcoin: { symbol: 'BTC-USD.CC', isInverse: false, byAssetClass: { crypto: 1, equity: 0.05, etf: 0.05 } },
  dollar: { symbol: 'EURUSD.FOREX', isInverse: true, byAssetClass: { commodity: -0.5 } },
};

/** The change of an economic series from one period to the next, and the days of the later period. */
export interface PeriodChange {
  firstDay: number;
  endDay: number;
  change: number;
}

/**
 * Returns the changes of the first prints of a series from period to period. A period without an end, because it is the
 * latest one, is left out.
 */
export function changesOf(observations: readonly Observation[], fromDay: number, toDay: number): PeriodChange[] {
  return observations.flatMap(({ start, vintages }, index) => {
    const [before, next] = [observations[index - 1], observations[index + 1]];
    const [value, earlier] = [vintages[0]?.value ?? null, before?.vintages[0]?.value ?? null];
    if (next === undefined || value === null || earlier === null) return [];
    const [firstDay, endDay] = [dayOf(new Date(start)), dayOf(new Date(next.start))];
    return firstDay < fromDay || endDay > toDay ? [] : [{ firstDay, endDay, change: value - earlier }];
  });
}
