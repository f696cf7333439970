import type { CompanyFacts, CompanyRecord } from '../company-facts.js';
import type { MarketSymbol } from '../market-symbol.js';

/** A source of companies, their filings and the figures in them. */
export abstract class CompanySource {
  /** Name in `provenance`. */
  abstract readonly name: string;
  /**
   * Returns a company with its filings.
   * @throws UpstreamError `not_found` for an instrument that is no share of a known company
   */
  abstract company(symbol: MarketSymbol): Promise<CompanyRecord>;
  /** Returns the figures of a company. @throws UpstreamError `not_found` when it reports none in a structured form */
  abstract facts(symbol: MarketSymbol): Promise<CompanyFacts>;
}

/** The configured source of companies; undefined without one. */
export class CompanySources {
  constructor(readonly source: CompanySource | undefined) {}
}
