import type { FundPortfolio } from '../fund-portfolio.js';
import type { MarketSymbol } from '../market-symbol.js';

/** A report on the holdings of a fund. */
export interface FundReport {
  /** Identifies the report at its source. */
  id: string;
  /** Time from which the public could read it. */
  publishedAt: Date;
}

/** A source of the holdings of funds. */
export abstract class FundSource {
  /** Name in `provenance`. */
  abstract readonly name: string;
  /** Returns the reports of a fund, newest first. @throws UpstreamError `not_found` for an unknown fund */
  abstract reports(symbol: MarketSymbol): Promise<FundReport[]>;
  /** Returns the holdings of a report. @throws UpstreamError */
  abstract portfolio(symbol: MarketSymbol, report: FundReport): Promise<FundPortfolio>;
}

/** The configured source of the holdings of funds; undefined without one. */
export class FundSources {
  constructor(readonly source: FundSource | undefined) {}
}
