import type { Owned } from '../../resources/owned-table.js';
import type { LotMethod } from './lots/lot-book.js';

export const portfolioKinds = ['own', 'model', 'client'] as const;
export type PortfolioKind = (typeof portfolioKinds)[number];

/** The settings of a portfolio that its owner chooses. */
export interface PortfolioSettings {
  name: string;
  kind: PortfolioKind;
  /** ISO 4217: values and returns are in this currency by default. */
  baseCurrency: string;
  /** The benchmark of the performance, as `SPY.US` or `SPY.US:0.6,AGG.US:0.4`; null: nothing. */
  benchmark: string | null;
  /** The order in which a sale takes lots unless it names them. */
  lotMethod: LotMethod;
  /** False: cash is not kept, so each purchase deposits its cost and each sale withdraws its proceeds. */
  tracksCash: boolean;
}

export interface Portfolio extends PortfolioSettings, Owned {}
