import type { CachedValue } from '../../../cache/stale-while-revalidate-cache.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { CompanyFacts, CompanyRecord, Filing } from '../company-facts.js';
import type { InsiderReport } from '../insider-report.js';
import type { MarketSymbol } from '../market-symbol.js';

/** A source of companies, their filings and the figures in them. */
export abstract class CompanySource {
  /** Name in `provenance`. */
  abstract readonly name: string;
  /** True for a source that computes its figures, so that they need not be cached. */
  readonly isComputed: boolean = false;
  /** True for a source whose figures since a day come with the filings that state them. */
  readonly statesFilings: boolean = false;
  /**
   * Returns a company with its filings.
   * @throws UpstreamError `not_found` for an instrument that is no share of a known company
   */
  abstract company(symbol: MarketSymbol): Promise<CompanyRecord>;
  /**
   * Returns the figures of a company.
   * @param since the first day on which the period of a figure may end; a source may also return earlier ones
   * @param until the last day on which the period of a figure may end; a source may also return later ones
   * @throws UpstreamError `not_found` when it reports none in a structured form
   */
  abstract facts(symbol: MarketSymbol, since?: string, until?: string): Promise<CompanyFacts>;

  /**
   * Returns a report on the shares of insiders.
   * @param filing a filing of form 3, 4 or 5
   * @throws UpstreamError `bad_answer` for a report that is not in a structured form
   */
  async insiders(_symbol: MarketSymbol, _filing: Filing): Promise<InsiderReport> {
    throw new UpstreamError('not_found');
  }

  /** Returns the CIK of each ticker in the United States; empty for a source without CIKs. @throws UpstreamError */
  async tickers(): Promise<CachedValue<ReadonlyMap<string, number>>> {
    return { value: new Map(), loadedAt: 0, stale: false };
  }
}

/** The configured source of companies; undefined without one. */
export class CompanySources {
  constructor(readonly source: CompanySource | undefined) {}
}
