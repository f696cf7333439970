import type { AssetClass } from '../../markets/asset-class.js';

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
