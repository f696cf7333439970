import type { Owned } from '../../resources/owned-table.js';
import type { LotMethod } from './lots/lot-book.js';

export const portfolioKinds = ['own', 'model', 'client'] as const;
export type PortfolioKind = (typeof portfolioKinds)[number];

/** The settings of a portfolio that its owner chooses. */
export interface PortfolioSettings {
  name: string;
  kind: PortfolioKind;
  /** Default currency of values and returns (ISO 4217). */
  baseCurrency: string;
  /** The benchmark of the performance, as `SPY.US` or `SPY.US:0.6,AGG.US:0.4`; null: no benchmark. */
  benchmark: string | null;
  /** The order in which a sale takes lots, unless the sale names them. */
  lotMethod: LotMethod;
  /**
   * False: no cash is kept, so each purchase counts as a deposit of its cost and each sale as a withdrawal of its
   * proceeds.
   */
  tracksCash: boolean;
}

export interface Portfolio extends PortfolioSettings, Owned {}
