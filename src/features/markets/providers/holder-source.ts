import type { InstitutionFiling, InstitutionReport } from '../institution-report.js';

/** A source of the holdings of institutions. */
export abstract class HolderSource {
  /** Name in `provenance`. */
  abstract readonly name: string;
  /** True for a source whose reports cost nothing to read. */
  readonly isComputed: boolean = false;
  /** The institutions to read: their Central Index Keys, or names of simulated ones. */
  abstract readonly institutions: readonly string[];
  /** Returns the reports of an institution, newest first. @throws UpstreamError */
  abstract filings(institution: string): Promise<InstitutionFiling[]>;
  /**
   * Returns the content of a report.
   * @param cusips the securities whose holdings are returned
   * @throws UpstreamError
   */
  abstract report(
    institution: string,
    filing: InstitutionFiling,
    cusips: readonly string[],
  ): Promise<InstitutionReport>;
  /** Returns the address of a report; null without one. */
  abstract urlOf(institution: string, filing: InstitutionFiling): string | null;
}

/** The configured source of the holdings of institutions; undefined without one. */
export class HolderSources {
  constructor(readonly source: HolderSource | undefined) {}
}
