import { HOUR_MS } from '../../../time/durations.js';
import type { CompanyRecord, Fact, FactVersion, Filing } from '../company-facts.js';

/** A filing that stated a figure, with the time from which it was public. */
export interface FigureFiling extends FactVersion {
  publishedAt: Date;
}

/** A figure as it was known at a moment. */
export interface KnownFact extends Omit<Fact, 'versions'> {
  /** The values that were published by the moment, in the order of their filings; the last one was valid. */
  versions: readonly FigureFiling[];
}

/** EDGAR publishes filings until 22:00 in New York, which is 03:00 UTC of the next day in winter. */
const END_OF_FILING_DAY_MS = 27 * HOUR_MS;

/** Knows when filings were published. */
export class PublicationTimes {
  private readonly times: ReadonlyMap<string, Date>;

  constructor({ filings }: Pick<CompanyRecord, 'filings'>) {
    this.times = new Map(filings.map(({ accession, publishedAt }: Filing) => [accession, publishedAt]));
  }

  /**
   * Returns the time from which a filing was public: exact if it is among the listed filings, else the end of its day,
   * so that nothing is known too early.
   */
  of({ accession, filedOn }: Pick<FactVersion, 'accession' | 'filedOn'>): Date {
    return this.times.get(accession) ?? new Date(Date.parse(filedOn) + END_OF_FILING_DAY_MS);
  }
}

/** Returns the figures that were published by a moment (ms), with the versions that were known then. */
export function knownFacts(facts: readonly Fact[], times: PublicationTimes, knownAt: number): KnownFact[] {
  return facts.flatMap((fact) => {
    const versions = fact.versions
      .map((version) => ({ ...version, publishedAt: times.of(version) }))
      .filter(({ publishedAt }) => publishedAt.getTime() <= knownAt);
    return versions.length === 0 ? [] : [{ ...fact, versions }];
  });
}
