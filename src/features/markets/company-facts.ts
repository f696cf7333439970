/** A filing of a company with its regulator. */
export interface Filing {
  /** Identifies the filing, such as `0000320193-25-000079`. */
  accession: string;
  /** Form type, such as `10-K`; amendments end in `/A`. */
  form: string;
  /** The filing date, which may be the working day after the acceptance. */
  filedOn: string;
  /** Time from which the public could read it. */
  publishedAt: Date;
  /** The day that it reports on, such as the end of the fiscal period; null if the form reports on no day. */
  reportDate: string | null;
  /** Item numbers of a current report (form 8-K), such as `2.02`. */
  items: readonly string[];
  /** Description of the main document; null if the source has no description. */
  title: string | null;
  /** Address of the main document; null if the filing has no main document. */
  url: string | null;
}

/** The description of a company by its regulator. */
export interface CompanyProfile {
  name: string;
  /** Central Index Key of the SEC, without leading zeros; null for a simulated company. */
  cik: string | null;
  lei: string | null;
  tickers: readonly string[];
  /** Names of exchanges as the regulator writes them. */
  exchanges: readonly string[];
  /** Standard Industrial Classification: four digits, and its description. */
  sic: string | null;
  industry: string | null;
  /** The last day of the fiscal year as month and day, such as `09-26`. */
  fiscalYearEnd: string | null;
  /** Code of the state or country of incorporation, as the SEC writes it. */
  incorporatedIn: string | null;
  /** Category of the filer, such as `Large accelerated filer`. */
  category: string | null;
  website: string | null;
  formerNames: ReadonlyArray<{ name: string; from: string | null; to: string | null }>;
}

export interface CompanyRecord {
  profile: CompanyProfile;
  /** Newest first. */
  filings: readonly Filing[];
  /** The first day from which all filings are listed; null: all of them are. */
  filingsSince: string | null;
}

/** A value as a filing stated it. */
export interface FactVersion {
  value: number;
  accession: string;
  form: string;
  filedOn: string;
  /** The fiscal year of the filing, as stated in the filing; null if it is not stated. */
  fiscalYear: number | null;
}

/** A figure of one period, under one concept and in one unit. */
export interface Fact {
  /** Key of the line item. */
  item: string;
  /** Concept of the taxonomy, such as `us-gaap:Revenues`. */
  concept: string;
  /** A currency (`USD`), `shares`, or a currency per share (`USD/shares`). */
  unit: string;
  /** The first day of the period; null for a figure of one day. */
  start: string | null;
  /** The last day of the period, inclusive. */
  end: string;
  /**
   * Different values in the order of their filings, at least one: the first one, then each restatement. A filing that
   * repeats the value before it is left out.
   */
  versions: readonly FactVersion[];
}

/** The figures of the line items of a company. */
export interface CompanyFacts {
  facts: readonly Fact[];
  /** The currency of most figures; null without figures in a currency. */
  currency: string | null;
  /** Sentences about figures that were left out. */
  warnings: readonly string[];
  /** The filings that state the figures, newest first; undefined if they must be read with the company. */
  filings?: readonly Filing[];
}
