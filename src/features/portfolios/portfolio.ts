import type { LotMethod } from './lots/lot-book.js';

export const portfolioKinds = ['own', 'model', 'client'] as const;
export type PortfolioKind = (typeof portfolioKinds)[number];

/** What the owner of a portfolio chooses. */
export interface PortfolioSettings {
  name: string;
  kind: PortfolioKind;
  /** ISO 4217: values and returns are in this currency by default. */
  baseCurrency: string;
  /** What the performance is compared with, as `SPY.US` or `SPY.US:0.6,AGG.US:0.4`; null: nothing. */
  benchmark: string | null;
  /** Which lots a sale takes unless it names them. */
  lotMethod: LotMethod;
  /** False: cash is not kept, so each purchase pays in what it costs and each sale takes out what it brings. */
  tracksCash: boolean;
}

export interface Portfolio extends PortfolioSettings {
  id: string;
  accountId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
